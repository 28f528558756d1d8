import { setTimeout as wait } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import { SECOND } from '#core/server/platform/clock.ts';
import { findUnavailable } from '#core/server/platform/database/unavailable.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import type { Logger } from '#core/server/platform/logger.ts';

/** The interval at which a server reports that its jobs are running. */
export const REPORT_MS = 2 * SECOND;

const CHECK_MS = 2 * SECOND;

/** A longer time since the last check was an interruption by the database or of this process, which other servers may share. */
const LONGEST_INTERRUPTION_MS = 3 * CHECK_MS;

/**
 * After an interruption, other servers have so many checks to report that they run their jobs. They report as often, and a
 * report waits up to three seconds for a connection.
 */
const CHECKS_TO_REPORT = 3;

/** The part of a job's heartbeat time that is left when it counts as interrupted, so that this is before the library acts. */
const MARGIN_SECONDS = 3;

interface InterruptedJobsDependencies {
  boss: Pick<PgBoss, 'fail'>;
  database: Pick<Database, 'db' | 'changes'>;
  logger: Logger;
}

interface WatchOptions {
  signal: AbortSignal;
  wake: (queueName: string) => void;
  sleep?: typeof wait;
}

/**
 * At the start of a server, before it runs jobs: makes the jobs due again that a killed process was running, if no other
 * process can be running them.
 */
export async function takeOverAtStart(dependencies: InterruptedJobsDependencies): Promise<void> {
  const { db, changes } = dependencies.database;
  if (!(await isAnyRunning(db))) return;
  if (await changes.isOnlyServer()) await makeDueAgain(dependencies, sql`true`);
}

/**
 * Until `signal` aborts, makes the jobs due again whose servers have not reported for eleven seconds, and calls `wake` with the
 * names of their queues.
 */
export async function watchForInterruptedJobs(
  dependencies: InterruptedJobsDependencies,
  { signal, wake, sleep = wait }: WatchOptions,
): Promise<void> {
  const hasStoppedReporting = sql`heartbeat_on + (heartbeat_seconds - ${MARGIN_SECONDS}) * interval '1 second' < now()`;
  let checkedAt = performance.now();
  let remaining = 0;
  while (!signal.aborted) {
    await sleep(CHECK_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    if (performance.now() - checkedAt > LONGEST_INTERRUPTION_MS) remaining = CHECKS_TO_REPORT;
    try {
      if (remaining > 0) await isAnyRunning(dependencies.database.db);
      else for (const name of await makeDueAgain(dependencies, hasStoppedReporting)) wake(name);
      remaining = Math.max(0, remaining - 1);
      checkedAt = performance.now();
    } catch (error) {
      // Other parts of the server report that the database is unavailable.
      if (findUnavailable(error) === null && !signal.aborted) {
        dependencies.logger.error({ err: error }, 'looking for interrupted background jobs failed');
      }
    }
  }
}

/** Makes running jobs due again, and fails those without attempts left. Returns the names of the queues. */
async function makeDueAgain(
  { boss, database: { db }, logger }: InterruptedJobsDependencies,
  condition: SQL,
): Promise<Set<string>> {
  const { due, exhausted } = await takeOverJobs(db, condition);
  for (const { id, name } of due) {
    logger.warn({ queue: name, jobId: id }, 'background job was interrupted and will run again');
  }
  for (const { id, name } of exhausted) {
    logger.warn({ queue: name, jobId: id }, 'background job was interrupted and has no attempts left');
    await boss.fail(name, id, new Error('The server was interrupted while the job was running.'));
  }
  return new Set([...due, ...exhausted].map(({ name }) => name));
}

// The statements on running jobs for which pg-boss has no public function: `fail` delays the next attempt, and `retry` and `resume`
// change only jobs that have ended. `boss.test.ts` notices if an upgrade of the library changes its tables.

interface RunningJob extends Record<string, unknown> {
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
async function takeOverJobs(
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
