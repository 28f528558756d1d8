import type { Config } from '#core/server/config/config.ts';
import { MINUTE } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { describeKind } from '#features/alerts/contract/kinds.ts';
import { type CustomerSettings, decideDelivery } from '#features/alerts/server/rules/preferences.ts';
import { readSettings } from '#features/alerts/server/settings/settings.queries.ts';
import { writeAlerts } from '#features/alerts/server/text/write-alerts.ts';
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
  const events = await readEvents(db, deliveries);
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
    const { id } = delivery;
    if (decision.kind === 'stop') settled.push({ id, state: decision.state, reason: decision.reason });
    if (decision.kind === 'defer')
      settled.push({
        id,
        state: 'queued',
        ...(decision.reason && { reason: decision.reason }),
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
      const isUrgent = describeKind(kind).priority < 2;
      const { text, signal } = alert;
      return [{ delivery, kind, subject, text, signal, isSilent, isUrgent, occurredAt, expiresAt }];
    }
    const reason = alert?.kind ?? 'not_entitled';
    settled.push({ id: delivery.id, state: 'canceled', reason });
    return [];
  });
  return { outgoing, settled };
}
