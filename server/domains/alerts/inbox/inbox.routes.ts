import { and, desc, eq, isNull, lt, lte } from 'drizzle-orm';
import {
  countUnreadAlerts,
  INBOX_PAGE_SIZE,
  type InboxAlert,
  listAlertDeliveries,
  listAlerts,
  markAlertsRead,
} from '#contract/alerts/endpoints.ts';
import { ALERT_GROUPS, type AlertGroup } from '#contract/alerts/kinds.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { alertDeliveries, alertEvents, alertInbox } from '#server/domains/alerts/alerts.tables.ts';
import { countUnread } from '#server/domains/alerts/fan-out/fan-out.ts';
import {
  type AlertText,
  type DescribedEvent,
  describeLockedSignal,
  describeReason,
  describeSignalBeforeAcceptance,
  describeWithdrawnSignal,
} from '#server/domains/alerts/text/describe-alert.ts';
import { describeChangedSubject } from '#server/domains/alerts/text/describe-company-alert.ts';
import { type WrittenAlert, writeAlerts } from '#server/domains/alerts/text/write-alerts.ts';
import { recordAttention } from '#server/domains/alerts/settings/settings.queries.ts';
import { readCustomerAccess } from '#server/domains/signals/signals.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';

const MAX_LISTED_DELIVERIES = 50;

/** Serves the inbox of the signed-in customer and the log of deliveries. */
export function inboxRoutes({ handle, database: { db }, clock, config }: RouteDependencies): void {
  handle(countUnreadAlerts, async ({ caller }) => ({ unread: await countUnread(db, caller.userId) }));

  handle(listAlerts, async ({ caller, query: { group, before } }) => {
    const { userId } = caller;
    const rows = await listInbox(db, userId, { group, before });
    const shown = rows.slice(0, INBOX_PAGE_SIZE);
    const written = await writeAlerts(
      db,
      shown.map(({ event }) => ({ event, userId })),
      { ...config, now: clock.now() },
    );
    const isLocked = written.some(({ kind }) => kind === 'not_entitled');
    const access = isLocked ? await readCustomerAccess(db, caller, clock.now()) : null;
    const describe: typeof DESCRIBE = access?.isSubscribed
      ? { ...DESCRIBE, not_entitled: describeSignalBeforeAcceptance }
      : DESCRIBE;
    const results = shown.map(({ event, reason, readAt }, index): InboxAlert => {
      const alert = written[index];
      const text = alert?.kind === 'text' ? alert.text : describe[alert?.kind ?? 'not_entitled'](event);
      return {
        id: event.id,
        kind: event.kind,
        ...text,
        reason: describeReason(reason),
        occurred_at: event.occurredAt.toISOString(),
        is_read: readAt !== null,
      };
    });
    return { unread: await countUnread(db, userId), has_more: rows.length > shown.length, results };
  });

  handle(markAlertsRead, async ({ caller: { userId }, body: { ids, until } }) => {
    await db
      .update(alertInbox)
      .set({ readAt: clock.now() })
      .where(
        and(
          eq(alertInbox.userId, userId),
          isNull(alertInbox.readAt),
          ids.length > 0 ? isOneOf(alertInbox.eventId, ids) : undefined,
          until === undefined ? undefined : lte(alertInbox.eventId, until),
        ),
      );
    await recordAttention(db, userId, clock.now());
    return { unread: await countUnread(db, userId) };
  });

  handle(listAlertDeliveries, async ({ caller: { userId } }) => {
    const rows = await db
      .select({ delivery: alertDeliveries, event: alertEvents })
      .from(alertDeliveries)
      .innerJoin(alertEvents, eq(alertEvents.id, alertDeliveries.eventId))
      .where(eq(alertDeliveries.userId, userId))
      .orderBy(desc(alertDeliveries.id))
      .limit(MAX_LISTED_DELIVERIES);
    const results = rows.map(({ delivery, event }) => ({
      id: delivery.id,
      kind: event.kind,
      channel: delivery.channel,
      state: delivery.state,
      reason: delivery.reason,
      attempts: delivery.attempts,
      occurred_at: event.occurredAt.toISOString(),
      due_at: delivery.dueAt.toISOString(),
      accepted_at: delivery.acceptedAt?.toISOString() ?? null,
      shown_at: delivery.shownAt?.toISOString() ?? null,
    }));
    return { results };
  });
}

/** Describes alerts whose texts the customer may not read, or no longer. */
const DESCRIBE: Record<Exclude<WrittenAlert['kind'], 'text'>, (event: DescribedEvent) => AlertText> = {
  not_entitled: describeLockedSignal,
  withdrawn: describeWithdrawnSignal,
  changed: describeChangedSubject,
};

/** Returns a page of the inbox, newest first, and one alert more if there are others. */
function listInbox(
  db: Queryable,
  userId: string,
  { group, before }: { group: AlertGroup | undefined; before: number | undefined },
) {
  return db
    .select({ event: alertEvents, reason: alertInbox.reason, readAt: alertInbox.readAt })
    .from(alertInbox)
    .innerJoin(alertEvents, eq(alertEvents.id, alertInbox.eventId))
    .where(
      and(
        eq(alertInbox.userId, userId),
        before === undefined ? undefined : lt(alertInbox.eventId, before),
        group === undefined ? undefined : isOneOf(alertEvents.kind, ALERT_GROUPS[group]),
      ),
    )
    .orderBy(desc(alertInbox.eventId))
    .limit(INBOX_PAGE_SIZE + 1);
}
