/**
 * The statements on running jobs for which pg-boss has no public function: `fail` delays the next attempt, and `retry` and `resume`
 * change only jobs that have ended. `boss.test.ts` notices if an upgrade of the library changes its tables.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#core/server/platform/database.ts';

export interface RunningJob extends Record<string, unknown> {
  id: string;
  /** The name of its queue. */
  name: string;
}

/** The index of jobs by queue and state is used only with the names of the queues. */
const RUNNING = sql`from pgboss.job where name in (select name from pgboss.queue) and state = 'active'`;

/** Returns whether any job is running, or one of a queue. */
export async function isAnyRunning(db: Queryable, queueName?: string): Promise<boolean> {
  const ofQueue = queueName === undefined ? sql`true` : sql`name = ${queueName}`;
  const { rows } = await db.execute(sql`select 1 ${RUNNING} and ${ofQueue} limit 1`);
  return rows.length > 0;
}

/**
 * Makes a running job due again. The interrupted attempt does not count: without a start time the library does not count the
 * next one, and the number that changes prevents it from settling the interrupted attempt.
 */
export async function returnJob(db: Queryable, jobId: string): Promise<void> {
  await db.execute(sql`
    update pgboss.job
    set state = 'retry', start_after = now(), started_on = null, heartbeat_on = null,
      retry_count = retry_count + 1, retry_limit = retry_limit + 1
    where id = ${jobId} and state = 'active'
  `);
}

/**
 * Makes running jobs due again. The interrupted attempt counts, so that a job that ends its server's process does not run forever.
 * Jobs without attempts left are returned as `exhausted` and stay as they are.
 */
export async function takeOverJobs(
  db: Queryable,
  condition: SQL,
): Promise<{ due: RunningJob[]; exhausted: RunningJob[] }> {
  const { rows: due } = await db.execute<RunningJob>(sql`
    update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null
    where (name, id) in (
      select name, id ${RUNNING} and retry_count < retry_limit and ${condition} for update skip locked
    )
    returning id, name
  `);
  const { rows: exhausted } = await db.execute<RunningJob>(
    sql`select id, name ${RUNNING} and retry_count >= retry_limit and ${condition}`,
  );
  return { due, exhausted };
}
