import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { addMilliseconds, MINUTE } from '#core/server/platform/clock.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type { AlertChannel } from '#features/alerts/contract/channels.ts';
import { alertDeliveries, alertLanes, type LaneTrouble } from '#features/alerts/server/alerts.tables.ts';
import { type LaneSource, PRIORITIES } from './channel.ts';

/** The lane of all messages that have none of their own. */
export const SHARED_LANE = '';

/** The origins come from customers. Each lane costs a few statements for each alert. */
const MAX_LANES = 64;
/** A service that was paused so shortly ago counts as paused: after a pause it may accept a few messages only. */
const RECOVERY_MS = 2 * MINUTE;

/**
 * Gives a lane to each origin that has accepted messages, as far as there are enough: to those with ten times the customers first, and then to the
 * oldest, so that hosts of a few accounts displace no one. Messages in a lane that ends are moved to the shared one.
 */
export async function updateLanes(
  tx: Transaction,
  channel: AlertChannel,
  { table, url, minCustomers, isUsed }: LaneSource,
): Promise<void> {
  await tx.execute(sql`
    with origins as materialized (
      select lower(substring(${url} from '^https?://[^/?#]+')) as lane, count(distinct ${table.userId})::integer as customers
      from ${table} where ${table.acceptedAt} is not null and ${isUsed}
      group by 1 having count(distinct ${table.userId}) >= ${minCustomers}
      order by length(count(distinct ${table.userId})::text) desc, min(${table.acceptedAt}) limit ${MAX_LANES}),
    ended as (
      delete from ${alertLanes} where channel = ${channel} and lane not in (select lane from origins where lane is not null))
    insert into ${alertLanes} (channel, lane, customers) select ${channel}, lane, customers from origins where lane is not null
    on conflict (channel, lane) do update set customers = excluded.customers where alert_lanes.customers <> excluded.customers`);
  await tx.execute(sql`
    update ${alertDeliveries} set lane = ${SHARED_LANE} where id in (
      select id from ${alertDeliveries}
      where channel = ${channel} and state = 'queued' and lane <> ${SHARED_LANE}
        and lane not in (select lane from ${alertLanes} where channel = ${channel})
      order by id for update skip locked)`);
}

/** Returns the lane of a URL on a channel. */
export async function readLaneNames(db: Queryable, channel: AlertChannel): Promise<(url: string) => string> {
  const rows = await db
    .select({ lane: alertLanes.lane })
    .from(alertLanes)
    .where(eq(alertLanes.channel, channel));
  const lanes = new Set(rows.map(({ lane }) => lane));
  return (url) => {
    const { origin } = new URL(url);
    return lanes.has(origin) ? origin : SHARED_LANE;
  };
}

export interface LaneState {
  name: string;
  /** Those whose messages the origin has accepted; 0 for the shared lane. */
  customers: number;
  pausedUntil: Date | null;
  /** A message is due in it. */
  isDue: boolean;
}

/** Reads the lanes of a channel, those with most customers first. */
export async function readLanes(db: Queryable, channel: AlertChannel, now: Date): Promise<LaneState[]> {
  const { rows } = await db.execute<{ name: string; customers: number; paused: Date | null; due: boolean }>(
    // Due messages are looked for by priority, because those of one that wait for a later time are not skipped in another way.
    sql`select name, customers, paused, exists (
        select from unnest(${sql.param([...PRIORITIES])}::smallint[]) as given (priority) cross join lateral (
          select from ${alertDeliveries}
          where channel = ${channel} and lane = name and priority = given.priority and state = 'queued' and due_at <= ${now.toISOString()}
          limit 1) as first) as due
      from (
        select lane, customers, paused_until from ${alertLanes} where channel = ${channel}
        union all select ${SHARED_LANE}, 0, null) as each (name, customers, paused)
      order by customers desc`,
  );
  return rows.map(({ name, customers, paused, due }) => ({
    name,
    customers,
    pausedUntil: paused === null ? null : new Date(paused),
    isDue: due,
  }));
}

/** Makes all servers send nothing in a lane for a while. */
export async function pauseLane(
  db: Queryable,
  { channel, lane, reason }: { channel: AlertChannel; lane: string; reason: LaneTrouble },
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  const { pausedSince, pausedUntil } = alertLanes;
  const recoveringSince = addMilliseconds(now, -RECOVERY_MS).toISOString();
  await db
    .update(alertLanes)
    .set({
      pausedSince: sql`case when ${pausedUntil} > ${recoveringSince} then ${pausedSince} else ${now.toISOString()} end`,
      pausedUntil: sql`greatest(${pausedUntil}, ${until.toISOString()})`,
      pauseReason: reason,
    })
    .where(and(eq(alertLanes.channel, channel), eq(alertLanes.lane, lane)));
}

const COMMON_PERCENT = 5;

/**
 * Returns whether a lane is that of many of the customers of a channel, or the only one. What a few accounts make their own hosts do concerns no
 * operator.
 */
export const isCommonLane = (channel: AlertChannel): SQL<boolean> =>
  sql<boolean>`(coalesce(${alertLanes.customers}, 0) * 100 >= ${COMMON_PERCENT} * (
    select coalesce(sum(customers), 0) from ${alertLanes} as any_lane where any_lane.channel = ${channel}))`;

export interface PausedLane {
  /** The origin of the service. */
  lane: string;
  since: Date;
  /** When the service is tried again, or was. */
  until: Date;
  reason: LaneTrouble;
}

/** Lists the common services of a channel to which nothing is sent for a while, or was until a moment ago, those of most customers first. */
export async function listPausedLanes(
  db: Queryable,
  channel: AlertChannel,
  now: Date,
): Promise<PausedLane[]> {
  const { pausedUntil } = alertLanes;
  const rows = await db
    .select()
    .from(alertLanes)
    .where(
      and(
        eq(alertLanes.channel, channel),
        gt(pausedUntil, addMilliseconds(now, -RECOVERY_MS)),
        isCommonLane(channel),
      ),
    )
    .orderBy(desc(alertLanes.customers));
  return rows.flatMap(({ lane, pausedSince, pausedUntil: until, pauseReason }) =>
    pausedSince && until && pauseReason ? { lane, since: pausedSince, until, reason: pauseReason } : [],
  );
}
