import { setTimeout as wait } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import { SECOND } from '#core/server/platform/clock.ts';
import { findUnavailable } from '#core/server/platform/database/unavailable.ts';
import type { Database } from '#core/server/platform/database.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { isAnyRunning, takeOverJobs } from './running-jobs.ts';

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
