import { randomUUID } from 'node:crypto';
import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import { isOneOf, toColumns } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { bulkEmailQueue, emailQueue } from '#core/server/platform/email/outbox.ts';
import { selectUnfinishedJobs } from '#core/server/platform/jobs/enqueue.ts';
import type { AlertChannel } from '#features/alerts/contract/channels.ts';
import type { DeliveryReason, DeliveryState } from '#features/alerts/contract/kinds.ts';
import { alertDeliveries, alertEvents, alertLanes } from '#features/alerts/server/alerts.tables.ts';
import { type DeliveryRow, PRIORITIES } from './channel.ts';
import { sendQueueNames } from './send-queues.ts';

interface Claim {
  channel: AlertChannel;
  lane: string;
  claimant: string;
  limit: number;
  without: readonly string[];
  now: Date;
}

/**
 * Claims deliveries of a lane that are due, by priority and oldest first, but none of the customers `without`. Other servers claim others at the same
 * time. A claim is committed before anything is sent, so that after a crash it is known which messages may have been sent.
 */
export async function claimDue(db: Queryable, claim: Claim): Promise<DeliveryRow[]> {
  const { channel, lane, claimant, limit, without, now } = claim;
  const { id, state, dueAt, priority, userId } = alertDeliveries;
  const rows = await db
    .update(alertDeliveries)
    .set({ state: 'claimed', claimedBy: claimant })
    .where(
      // By priority, because those of one that are due later are not skipped in another way.
      sql`${id} in (
        select due.id from unnest(${sql.param([...PRIORITIES])}::smallint[]) as given (priority)
        cross join lateral (
          select ${id} from ${alertDeliveries}
          where ${alertDeliveries.channel} = ${channel} and ${alertDeliveries.lane} = ${lane} and ${priority} = given.priority
            and ${state} = 'queued' and ${dueAt} <= ${now.toISOString()} and ${userId} <> all(${sql.param([...without])}::uuid[])
          order by ${dueAt}, ${id} limit ${limit} for update skip locked) as due
        limit ${limit})`,
    )
    .returning();
  return rows.toSorted(
    (one, other) =>
      one.priority - other.priority || one.dueAt.getTime() - other.dueAt.getTime() || one.id - other.id,
  );
}

/**
 * Returns all emails of some customers that are due, those that wait longest first. One server at a time: two would share the alerts of a
 * customer, who would receive two emails.
 */
export async function listDueEmails(
  tx: Transaction,
  { customers, now }: { customers: number; now: Date },
): Promise<DeliveryRow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('alert-emails'))`);
  const { id, userId, dueAt } = alertDeliveries;
  const isDue = sql`${alertDeliveries.channel} = 'email' and ${alertDeliveries.state} = 'queued' and ${dueAt} <= ${now.toISOString()}`;
  // By ID alone: with a join by customer, or another condition, PostgreSQL may compare all rows with each other, having no statistics of rows this new.
  return tx
    .select()
    .from(alertDeliveries)
    .where(
      sql`${id} in (
        select id from (
          select id, dense_rank() over (order by first_due_at, user_id) as customer from (
            select ${id}, ${userId}, min(${dueAt}) over (partition by ${userId}) as first_due_at
            from ${alertDeliveries} where ${isDue}) as due) as ranked
        where customer <= ${customers})`,
    )
    .orderBy(id)
    .for('update');
}

/** Counts the emails of customers since a time, those in the outbox included. Those without one are left out. */
export async function countEmails(
  tx: Transaction,
  userIds: readonly string[],
  since: Date,
): Promise<Map<string, { count: number; firstAt: Date | null }>> {
  const { userId, claimedBy, acceptedAt } = alertDeliveries;
  const rows = await tx
    .select({
      userId,
      // The alerts of one email have the same claim and the same time.
      count: sql<number>`count(distinct coalesce(${claimedBy}, ${acceptedAt}::text))::int`,
      firstAt: sql<Date | null>`min(${acceptedAt})`.mapWith(acceptedAt),
    })
    .from(alertDeliveries)
    .where(
      and(
        isOneOf(userId, userIds),
        eq(alertDeliveries.channel, 'email'),
        sql`(${acceptedAt} > ${since.toISOString()} or ${alertDeliveries.state} = 'claimed')`,
      ),
    )
    .groupBy(userId);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** The attempts of a job claim in their own names, so that one that was interrupted cannot release or settle what its successor claimed. */
export const nameAttempt = (jobClaimant: string) => `${jobClaimant}:${randomUUID()}`;

/** The job of a claim, also of one that has no attempt in its name. */
const CLAIMING_JOB = sql`split_part(claimed_by, ':', 1)`;

/** Makes the deliveries due again that an attempt has claimed and not sent. */
export const releaseClaims = (db: Queryable, claimant: string) =>
  release(db, sql`${alertDeliveries.claimedBy} = ${claimant}`);

/** Makes the deliveries due again that earlier attempts of a job had claimed when they were interrupted. */
export const releaseEarlierAttempts = (db: Queryable, jobClaimant: string) =>
  release(db, sql`${CLAIMING_JOB} = ${jobClaimant}`);

/** Makes deliveries due again whose jobs no longer exist. Returns their number. */
export async function releaseLostClaims(db: Queryable): Promise<number> {
  const jobs = sql`${selectUnfinishedJobs(sendQueueNames, 'claimant')} union all ${selectUnfinishedJobs([emailQueue.name, bulkEmailQueue.name], 'subjectId')}`;
  // `not in` hashes up to about 150,000 jobs; with `not exists` PostgreSQL may compare each claim with each job.
  return release(
    db,
    sql`${CLAIMING_JOB} not in (select claimant from (${jobs}) as job (claimant) where claimant is not null)`,
  );
}

async function release(db: Queryable, isReleased: SQL): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update ${alertDeliveries} set state = 'queued', claimed_by = null where state = 'claimed' and ${isReleased}`);
  return rowCount ?? 0;
}

/** Returns the channels with deliveries that are due. */
export async function listDueChannels(db: Queryable, now: Date): Promise<AlertChannel[]> {
  const rows = await db
    .selectDistinct({ channel: alertDeliveries.channel })
    .from(alertDeliveries)
    .where(and(eq(alertDeliveries.state, 'queued'), lte(alertDeliveries.dueAt, now)));
  return rows.map(({ channel }) => channel);
}

/** Returns when a delivery that waits on a channel can be sent first: when it is due and its lane is not paused. */
export async function findNextDue(db: Queryable, channel: AlertChannel): Promise<Date | null> {
  const { dueAt, lane } = alertDeliveries;
  const rows = await db
    .select({ dueAt: sql`greatest(min(${dueAt}), max(${alertLanes.pausedUntil}))`.mapWith(dueAt) })
    .from(alertDeliveries)
    .leftJoin(alertLanes, and(eq(alertLanes.channel, alertDeliveries.channel), eq(alertLanes.lane, lane)))
    .where(and(eq(alertDeliveries.channel, channel), eq(alertDeliveries.state, 'queued')))
    .groupBy(lane);
  const times = rows.map((row) => row.dueAt.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** The new state of a delivery that was claimed. */
export interface SettledDelivery {
  id: number;
  state: Exclude<DeliveryState, 'claimed'>;
  reason?: DeliveryReason;
  /** For `queued`: when it is due again, if not as before. */
  dueAt?: Date;
  acceptedAt?: Date;
  /** The requests that were sent for it since it was claimed; by default none. */
  attempts?: number;
  /** It waits for longer than the service needs, see `alertDeliveries`. */
  isDeferred?: true;
  /** Its lane, if it is not the one in which it was claimed. */
  lane?: string;
}

/**
 * Records the results of deliveries that a claimant has, or with `null` of queued ones that the transaction has locked, in one statement. Only claimed
 * ones have a claimant, so their state is not compared: PostgreSQL, having no statistics of rows this new, would read all that are claimed.
 */
export async function settle(
  db: Queryable,
  settled: readonly SettledDelivery[],
  claimant: string | null,
): Promise<void> {
  if (settled.length === 0) return;
  // In the order in which the deletion of an account locks them.
  const list = toColumns(settled.toSorted((one, other) => one.id - other.id));
  await db.execute(sql`
    update ${alertDeliveries} as delivery set state = result.state, claimed_by = null, reason = result.reason,
      due_at = coalesce(result.due_at, delivery.due_at), accepted_at = result.accepted_at,
      attempts = delivery.attempts + coalesce(result.attempts, 0),
      is_deferred = delivery.is_deferred or coalesce(result.is_deferred, false), lane = coalesce(result.lane, delivery.lane)
    from unnest(${list('id')}::bigint[], ${list('state')}::text[], ${list('reason')}::text[],
      ${list('dueAt')}::timestamptz[], ${list('acceptedAt')}::timestamptz[], ${list('attempts')}::integer[],
      ${list('isDeferred')}::boolean[], ${list('lane')}::text[])
      as result (id, state, reason, due_at, accepted_at, attempts, is_deferred, lane)
    where delivery.id = result.id and delivery.claimed_by is not distinct from ${claimant}`);
}

/** Returns the causes of deliveries by their IDs. */
export async function readEvents(db: Queryable, deliveries: readonly DeliveryRow[]) {
  const ids = new Set(deliveries.map(({ eventId }) => eventId));
  const rows = await db
    .select()
    .from(alertEvents)
    .where(isOneOf(alertEvents.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}
