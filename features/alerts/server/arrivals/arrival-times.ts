import { and, gt, lte, max, sql } from 'drizzle-orm';
import { addDays, getStartOfDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Database, Queryable, Transaction } from '#core/server/platform/database.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  ARRIVAL_DAYS,
  type ArrivalTimes,
  MIN_ARRIVALS,
  readArrivalTimes,
} from '#features/alerts/contract/arrival-times.ts';
import { ALERT_CHANNELS } from '#features/alerts/contract/channels.ts';
import { listKinds } from '#features/alerts/contract/kinds.ts';
import {
  alertArrivals,
  alertDeliveries,
  alertEvents,
  alertInbox,
} from '#features/alerts/server/alerts.tables.ts';

/** Serves how fast the alerts of signals arrive. */
export function arrivalRoutes({ handle, database: { db }, clock }: RouteDependencies): void {
  handle(readArrivalTimes, async () => {
    const rows = await readTimes(db, toKarachiDate(clock.now()));
    const find = (channel: string, outcome: string) =>
      rows.find((row) => row.channel === channel && row.outcome === outcome);
    const count = (channel: string, outcome: string) => find(channel, outcome)?.count ?? 0;
    const toTimes = (channel: string, outcome: string): ArrivalTimes => {
      const row = find(channel, outcome);
      const times =
        row && row.count >= MIN_ARRIVALS ? { p50_ms: row.p50Ms ?? 0, p99_ms: row.p99Ms ?? 0 } : null;
      return { count: row?.count ?? 0, times };
    };
    return {
      since: rows.map(({ since }) => since).sort()[0] ?? null,
      channels: ALERT_CHANNELS.filter((channel) => rows.some((row) => row.channel === channel)).map(
        (channel) => ({
          channel,
          accepted: toTimes(channel, 'accepted'),
          shown: channel === 'push' ? toTimes(channel, 'shown') : null,
          deferred: count(channel, 'deferred'),
          failed: count(channel, 'failed'),
        }),
      ),
    };
  });
}

/** Adds up the counts of the last dates. */
async function readTimes(db: Queryable, today: LocalDate) {
  const { channel, outcome, upToMs, date, count } = alertArrivals;
  const key = { channel, outcome };
  const totals = db
    .select({
      ...key,
      upToMs,
      count: sql<number>`sum(${count})`.as('count'),
      since: sql<LocalDate>`min(${date})`.as('since'),
    })
    .from(alertArrivals)
    .where(and(gt(date, addDays(today, -ARRIVAL_DAYS)), lte(date, today)))
    .groupBy(channel, outcome, upToMs)
    .as('totals');
  const ofKey = sql`partition by ${totals.channel}, ${totals.outcome}`;
  const running = db
    .select({
      channel: totals.channel,
      outcome: totals.outcome,
      upToMs: totals.upToMs,
      since: totals.since,
      until: sql<number>`sum(${totals.count}) over (${ofKey} order by ${totals.upToMs})`.as('until'),
      all: sql<number>`sum(${totals.count}) over (${ofKey})`.as('all_of_key'),
    })
    .from(totals)
    .as('running');
  const getPercentile = (share: number) =>
    sql<
      number | null
    >`min(${running.upToMs}) filter (where ${running.until} >= ${share}::numeric * ${running.all})`.mapWith(
      Number,
    );
  return db
    .select({
      channel: running.channel,
      outcome: running.outcome,
      count: sql<number>`max(${running.all})`.mapWith(Number),
      since: sql<LocalDate>`min(${running.since})`,
      p50Ms: getPercentile(0.5),
      p99Ms: getPercentile(0.99),
    })
    .from(running)
    .groupBy(running.channel, running.outcome);
}

/** A date is counted again for so long, because messages are retried, and devices that were off report what they show. */
const CHANGING_DAYS = 2;

/**
 * Counts how fast the alerts of signals of the last dates arrived. A page view must not read a million deliveries (decision 108).
 */
export async function countArrivals({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<void> {
  const today = toKarachiDate(clock.now());
  const oldest = addDays(today, 1 - ARRIVAL_DAYS);
  const [row] = await database.db.select({ newest: max(alertArrivals.date) }).from(alertArrivals);
  const changing = addDays(today, -CHANGING_DAYS);
  const newest = row?.newest ?? oldest;
  let date = newest < changing ? newest : changing;
  if (date < oldest) date = oldest;
  for (; date <= today; date = addDays(date, 1)) {
    const counted = date;
    await database.transaction(async (tx, announce) => {
      await tx
        .delete(alertArrivals)
        .where(sql`${alertArrivals.date} = ${counted} or ${alertArrivals.date} < ${oldest}`);
      await countDate(tx, counted);
      // No visitor waits for these figures.
      if (counted === today) announce('alert-arrivals', { staleWhileRevalidate: true });
    });
  }
}

/** The buckets of times: 2 % wide. */
const BUCKET_FACTOR = 1.02;

async function countDate(tx: Transaction, date: LocalDate): Promise<void> {
  const { channel, state, reason, isDeferred, acceptedAt, shownAt, eventId } = alertDeliveries;
  // Prices that were imported late cause alerts that were never to be sent.
  const isCounted = sql`${isOneOf(alertEvents.kind, listKinds('signals'))}
    and ${alertEvents.expiresAt} >= ${alertEvents.occurredAt}
    and ${alertEvents.occurredAt} >= ${getStartOfDate(date).toISOString()}
    and ${alertEvents.occurredAt} < ${getStartOfDate(addDays(date, 1)).toISOString()}`;
  const ofDeliveries = sql`from ${alertEvents} join ${alertDeliveries} on ${eventId} = ${alertEvents.id} where ${isCounted}`;
  /** The upper bound of its bucket. Clocks of servers differ, so a time may be negative. */
  const toUpToMs = (until: unknown) => {
    const ms = sql`greatest(1, extract(epoch from ${until} - ${alertEvents.occurredAt})::float8 * 1000)`;
    return sql`ceil(power(${BUCKET_FACTOR}::float8, ceil(ln(${ms}) / ln(${BUCKET_FACTOR}::float8))))::bigint`;
  };
  await tx.execute(sql`
    insert into ${alertArrivals} (date, channel, outcome, up_to_ms, count)
    select ${date}, channel, outcome, up_to_ms, count(*)
    from (
      select ${channel} as channel,
        case when ${isDeferred} then 'deferred' when ${state} = 'accepted' then 'accepted' else 'failed' end as outcome,
        case when ${state} = 'accepted' and not ${isDeferred} then ${toUpToMs(acceptedAt)} else 0 end as up_to_ms
      ${ofDeliveries} and (${isDeferred} or ${state} in ('accepted', 'failed') or ${reason} = 'too_late')
      union all
      select ${channel}, 'shown', ${toUpToMs(shownAt)}
      ${ofDeliveries} and ${state} = 'accepted' and not ${isDeferred} and ${shownAt} is not null
      union all
      select 'inbox', 'accepted', ${toUpToMs(alertInbox.addedAt)}
      from ${alertEvents} join ${alertInbox} on ${alertInbox.eventId} = ${alertEvents.id}
      where ${isCounted} and ${alertInbox.addedAt} is not null
    ) as arrival
    group by channel, outcome, up_to_ms`);
}
