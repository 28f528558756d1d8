import { sql } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { createBoss } from './boss.ts';
import { announceEnqueued } from './enqueue.ts';
import { DEAD_LETTERS } from './queue.ts';

/** Counts the jobs that failed all their attempts and wait for an operator. */
export async function countDeadLetters(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pgboss.job where name = ${DEAD_LETTERS} and state = 'created'`,
  );
  return rows[0]?.count ?? 0;
}

/** The numbers of jobs of a queue. */
export type QueueCounts = Record<'waiting' | 'running' | 'dead', number> & { name: string };

/** Lists the queues that have jobs: waiting for their next attempt, running, or failed permanently. */
export async function listQueues(db: Queryable): Promise<QueueCounts[]> {
  const { rows } = await db.execute<QueueCounts>(sql`
    select case when name = ${DEAD_LETTERS} then source_name else name end as name,
      count(*) filter (where name <> ${DEAD_LETTERS} and state < 'active')::int as waiting,
      count(*) filter (where name <> ${DEAD_LETTERS} and state = 'active')::int as running,
      count(*) filter (where name = ${DEAD_LETTERS})::int as dead
    from pgboss.job where state <= 'active' and name not like '\\_\\_pgboss%' group by 1 order by 1
  `);
  return rows;
}

/** Per statement, so that it stays within the time limit of statements. */
const MAX_RETRIED = 1_000;

/** Queues all jobs that failed permanently once more. Returns their number. */
export async function retryDeadLetters(tx: Transaction): Promise<number> {
  const boss = createBoss(fromDrizzle(tx, sql));
  let total = 0;
  for (;;) {
    const retried = await boss.redrive(DEAD_LETTERS, { limit: MAX_RETRIED });
    total += retried;
    if (retried < MAX_RETRIED) return total;
  }
}

/** A job that failed all its attempts. */
export interface DeadLetter {
  id: string;
  queue: string;
  failedAt: Date;
  attempts: number;
  error: string;
}

const UNKNOWN_ERROR = 'No error was recorded.';
const MAX_ERROR_LENGTH = 500;

/** Lists the jobs that failed all their attempts, newest first. */
export async function listDeadLetters(db: Queryable, limit: number): Promise<DeadLetter[]> {
  const { rows } = await db.execute<Omit<DeadLetter, 'failedAt'> & { failedAt: string }>(sql`
    select id, source_name as queue, created_on::text as "failedAt",
      coalesce(source_retry_count, 0) + 1 as attempts,
      left(coalesce(source_output ->> 'message', ${UNKNOWN_ERROR}), ${MAX_ERROR_LENGTH}) as error
    from pgboss.job where name = ${DEAD_LETTERS} and state = 'created'
    order by created_on desc, id limit ${limit}
  `);
  return rows.map((row) => ({ ...row, failedAt: new Date(row.failedAt) }));
}

/** Queues one of the jobs that failed all their attempts once more. Returns false if there is no such job. */
export async function retryDeadLetter(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ queue: string }>(
    sql`select source_name as queue from pgboss.job where name = ${DEAD_LETTERS} and id::text = ${id}`,
  );
  const [found] = rows;
  if (!found) return false;
  const retried = await createBoss(fromDrizzle(tx, sql)).redrive(DEAD_LETTERS, { ids: [id] });
  if (retried > 0) announceEnqueued(tx, found.queue);
  return retried > 0;
}
