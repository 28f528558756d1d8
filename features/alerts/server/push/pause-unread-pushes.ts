import { and, asc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { DAY, MINUTE } from '#core/server/platform/clock.ts';
import { toColumns } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import { listLastVisits } from '#features/accounts/server/accounts.ts';
import { MAX_UNREAD_PUSHES } from '#features/alerts/contract/kinds.ts';
import { alertDeliveries, alertSettings, pushSubscriptions } from '#features/alerts/server/alerts.tables.ts';
import { alertCustomer, type FanOutDependencies } from '#features/alerts/server/fan-out/fan-out.ts';
import { ensureSettings } from '#features/alerts/server/settings/settings.queries.ts';

export const unreadPushesQueue = defineQueue('unread-pushes', { timeLimitMs: 5 * MINUTE, isExclusive: true });

const PAGE_SIZE = 200;
/** Enough for 30 alerts on ten devices and the other channels, so that no more is read of customers with thousands. */
const MAX_READ = 500;
const NOTICE_USEFUL_MS = 7 * DAY;

/**
 * Pauses push messages that are not urgent for customers who neither opened one, nor visited, nor read the inbox for 30 of them, and tells them.
 * Browsers limit sites that send what no one reads. For those who have visited since, it resumes them.
 */
export async function pauseUnreadPushes(
  dependencies: FanOutDependencies,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { database, clock } = dependencies;
  const { db } = database;
  for (let after: string | undefined; ; ) {
    signal.throwIfAborted();
    const rows = await db
      .selectDistinct({ userId: pushSubscriptions.userId })
      .from(pushSubscriptions)
      .where(after === undefined ? undefined : gt(pushSubscriptions.userId, after))
      .orderBy(asc(pushSubscriptions.userId))
      .limit(PAGE_SIZE);
    if (rows.length === 0) return;
    after = rows.at(-1)?.userId;
    const visits = await listLastVisits(
      db,
      rows.map(({ userId }) => userId),
    );
    await resumePushes(db, visits);
    for (const userId of await listInattentive(db, visits)) {
      const now = clock.now();
      const visitedAt = visits.get(userId)?.getTime();
      await alertCustomer(
        dependencies,
        {
          key: `push-paused:${userId}:${visitedAt}`,
          kind: 'push_paused',
          subject: {},
          userId,
          occurredAt: now,
        },
        NOTICE_USEFUL_MS,
      );
      await database.transaction(async (tx) => {
        await ensureSettings(tx, userId);
        // Unless the customer has looked at one since.
        const isInattentive = or(isNull(alertSettings.attentiveAt), lt(alertSettings.attentiveAt, now));
        await tx
          .update(alertSettings)
          .set({ pushPausedAt: now })
          .where(and(eq(alertSettings.userId, userId), isInattentive));
      });
    }
  }
}

const toUnnested = (visits: ReadonlyMap<string, Date>) => {
  const column = toColumns([...visits].map(([userId, at]) => ({ userId, at })));
  return sql`unnest(${column('userId')}::uuid[], ${column('at')}::timestamptz[]) as visit (user_id, at)`;
};

async function resumePushes(db: Queryable, visits: ReadonlyMap<string, Date>): Promise<void> {
  await db.execute(sql`
    update ${alertSettings} as settings set push_paused_at = null from ${toUnnested(visits)}
    where settings.user_id = visit.user_id and settings.push_paused_at < visit.at`);
}

/** Returns the customers who have been sent too many push messages since they looked at alerts, and are not paused yet. */
async function listInattentive(db: Queryable, visits: ReadonlyMap<string, Date>): Promise<string[]> {
  const { rows } = await db.execute<{ user_id: string }>(sql`
    select visit.user_id from ${toUnnested(visits)}
    left join ${alertSettings} as settings on settings.user_id = visit.user_id
    cross join lateral (
      select count(distinct event_id) as messages from (
        select event_id, channel, priority, accepted_at from ${alertDeliveries} as delivery
        where delivery.user_id = visit.user_id order by id desc limit ${MAX_READ}) as recent
      where channel = 'push' and priority > 0 and accepted_at > greatest(visit.at, settings.attentive_at)) as unread
    where settings.push_paused_at is null and unread.messages >= ${MAX_UNREAD_PUSHES}`);
  return rows.map((row) => row.user_id);
}
