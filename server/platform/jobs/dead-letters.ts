import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '#server/platform/database.ts';
import { createBoss } from './boss.ts';
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
export async function retryDeadLetters({ runScript }: Database): Promise<number> {
  const boss = createBoss({ executeSql: runScript });
  let total = 0;
  for (;;) {
    const retried = await boss.redrive(DEAD_LETTERS, { limit: MAX_RETRIED });
    total += retried;
    if (retried < MAX_RETRIED) return total;
  }
}
