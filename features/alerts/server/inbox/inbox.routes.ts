import { and, desc, eq, isNull, lt, lte } from 'drizzle-orm';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  countUnreadAlerts,
  INBOX_PAGE_SIZE,
  type InboxAlert,
  listAlertDeliveries,
  listAlerts,
  markAlertsRead,
} from '#features/alerts/contract/endpoints.ts';
import { type AlertGroup, listKinds } from '#features/alerts/contract/kinds.ts';
import { alertDeliveries, alertEvents, alertInbox } from '#features/alerts/server/alerts.tables.ts';
import { countUnread } from '#features/alerts/server/fan-out/fan-out.ts';
import { recordAttention } from '#features/alerts/server/settings/settings.queries.ts';
import {
  type DescribedEvent,
  describeLockedSignal,
  describeReason,
  describeSignalBeforeAcceptance,
} from '#features/alerts/server/text/describe-alert.ts';
import { type WrittenAlert, writeAlerts } from '#features/alerts/server/text/write-alerts.ts';
import { readCustomerAccess } from '#features/signals/server/signals.ts';

const MAX_LISTED_DELIVERIES = 50;

/** Serves the inbox of the signed-in customer and the log of deliveries. */
export function inboxRoutes({ handle, database: { db }, clock, config }: RouteDependencies): void {
  const write = (userId: string, rows: readonly { event: DescribedEvent }[]) =>
    writeAlerts(
      db,
      rows.map(({ event }) => ({ event, userId })),
      { ...config, now: clock.now() },
    );

  handle(countUnreadAlerts, async ({ caller }) => ({ unread: await countUnread(db, caller.userId) }));

  handle(listAlerts, async ({ caller, query: { group, before } }) => {
    const { userId } = caller;
    const rows = await listInbox(db, userId, { group, before });
    const shown = rows.slice(0, INBOX_PAGE_SIZE);
    const written = await write(userId, shown);
    const isLocked = written.some(({ kind }) => kind === 'not_entitled');
    const access = isLocked ? await readCustomerAccess(db, caller, clock.now()) : null;
    const describeLocked = access?.isSubscribed ? describeSignalBeforeAcceptance : describeLockedSignal;
    const results = shown.map(({ event, reason, readAt }, index): InboxAlert => {
      const alert = written[index];
      const text = alert && alert.kind !== 'not_entitled' ? alert.text : describeLocked(event);
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
    const written = await write(userId, rows);
    const results = rows.map(({ delivery, event }, index) => ({
      id: delivery.id,
      kind: event.kind,
      symbols: listSymbols(written[index]),
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

const listSymbols = (alert: WrittenAlert | undefined): string[] =>
  alert === undefined || alert.kind === 'not_entitled' ? [] : [...alert.symbols];

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
        group === undefined ? undefined : isOneOf(alertEvents.kind, listKinds(group)),
      ),
    )
    .orderBy(desc(alertInbox.eventId))
    .limit(INBOX_PAGE_SIZE + 1);
}
