import type { Config } from '#server/config/config.ts';
import {
  type CustomerSettings,
  decideDelivery,
  getPriority,
} from '#server/domains/alerts/rules/preferences.ts';
import { readSettings } from '#server/domains/alerts/settings/settings.queries.ts';
import { writeAlerts } from '#server/domains/alerts/text/write-alerts.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { DeliveryRow, OutgoingAlert } from './channel.ts';
import { readEvents, type SettledDelivery } from './deliveries.queries.ts';

interface PreparedDeliveries {
  /** What is sent now. */
  outgoing: OutgoingAlert[];
  /** What is not sent, or not yet, and why. */
  settled: SettledDelivery[];
}

/**
 * Checks claimed deliveries again, immediately before they are sent: settings, quiet hours, use, access to the signal. Much can have changed
 * since they were queued.
 */
export async function prepareDeliveries(
  db: Queryable,
  deliveries: readonly DeliveryRow[],
  {
    analyst,
    now,
    isDigest = () => false,
  }: Pick<Config, 'analyst'> & { now: Date; isDigest?: (settings: CustomerSettings) => boolean },
): Promise<PreparedDeliveries> {
  const events = await readEvents(
    db,
    deliveries.map(({ eventId }) => eventId),
  );
  const getSettings = await readSettings(db, [...new Set(deliveries.map(({ userId }) => userId))]);
  const settled: SettledDelivery[] = [];
  const allowed = deliveries.flatMap((delivery) => {
    const event = events.get(delivery.eventId);
    if (!event) return [];
    const { kind, expiresAt } = event;
    const settings = getSettings(delivery.userId);
    const { channel } = delivery;
    const decision = decideDelivery(
      { kind, channel, expiresAt, isDigest: isDigest(settings) },
      settings,
      now,
    );
    const none = { id: delivery.id, dueAt: null, acceptedAt: null };
    if (decision.kind === 'stop') settled.push({ ...none, state: decision.state, reason: decision.reason });
    if (decision.kind === 'defer')
      settled.push({
        ...none,
        state: 'queued',
        reason: decision.reason,
        isDeferred: true,
        // Never now: the sender would claim it again at once, without an end.
        dueAt: new Date(Math.max(decision.until.getTime(), now.getTime() + MINUTE)),
      });
    return decision.kind === 'send' ? { delivery, event, isSilent: decision.isSilent } : [];
  });
  const written = await writeAlerts(
    db,
    allowed.map(({ event, delivery }) => ({ event, userId: delivery.userId })),
    { analyst, now },
  );
  const outgoing = allowed.flatMap(({ delivery, event, isSilent }, index): OutgoingAlert[] => {
    const alert = written[index];
    if (alert?.kind === 'text') {
      const { kind, subject, occurredAt, expiresAt } = event;
      const isUrgent = getPriority(kind) < 2;
      const { text, signal } = alert;
      return [{ delivery, kind, subject, text, signal, isSilent, isUrgent, occurredAt, expiresAt }];
    }
    const reason = alert?.kind ?? 'not_entitled';
    settled.push({ id: delivery.id, state: 'canceled', reason, dueAt: null, acceptedAt: null });
    return [];
  });
  return { outgoing, settled };
}
