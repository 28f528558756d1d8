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
import { ALERT_CHANNELS, type AlertChannel } from '#features/alerts/contract/channels.ts';
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
    const buckets = await readBuckets(db, toKarachiDate(clock.now()));
    const list = (channel: AlertChannel, outcome: Bucket['outcome']) =>
      buckets.filter((bucket) => bucket.channel === channel && bucket.outcome === outcome);
    return {
      since: buckets.map(({ since }) => since).sort()[0] ?? null,
      channels: ALERT_CHANNELS.filter((channel) => buckets.some((bucket) => bucket.channel === channel)).map(
        (channel) => ({
          channel,
          accepted: toTimes(list(channel, 'accepted')),
          shown: channel === 'push' ? toTimes(list(channel, 'shown')) : null,
          deferred: addUp(list(channel, 'deferred')),
          failed: addUp(list(channel, 'failed')),
        }),
      ),
    };
  });
}

type Bucket = Awaited<ReturnType<typeof readBuckets>>[number];

/** Adds up the counts of the last dates, the shortest times first. */
async function readBuckets(db: Queryable, today: LocalDate) {
  const { channel, outcome, upToMs, date, count } = alertArrivals;
  return db
    .select({
      channel,
      outcome,
      upToMs,
      count: sql<number>`sum(${count})`.mapWith(Number),
      since: sql<LocalDate>`min(${date})`,
    })
    .from(alertArrivals)
    .where(and(gt(date, addDays(today, -ARRIVAL_DAYS)), lte(date, today)))
    .groupBy(channel, outcome, upToMs)
    .orderBy(upToMs);
}

const addUp = (buckets: readonly Bucket[]) => buckets.reduce((total, { count }) => total + count, 0);

function toTimes(buckets: readonly Bucket[]): ArrivalTimes {
  const total = addUp(buckets);
  const getPercentile = (percent: number) => {
    let until = 0;
    for (const { upToMs, count } of buckets) {
      until += count;
      if (until * 100 >= percent * total) return upToMs;
    }
    return 0;
  };
  const times = total < MIN_ARRIVALS ? null : { p50_ms: getPercentile(50), p99_ms: getPercentile(99) };
  return { count: total, times };
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
