import { setTimeout as wait } from 'node:timers/promises';
import { recordAdjustments } from '#server/domains/prices/prices.ts';
import { type Clock, MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { defineQueue } from '#server/platform/jobs/queue.ts';
import type { Logger } from '#server/platform/logger.ts';
import { type EvaluationDependencies, evaluateSignals } from './evaluate-signals.ts';

export const evaluationQueue = defineQueue('evaluate-signals', {
  timeLimitMs: 10 * MINUTE,
  isExclusive: true,
});
/** Many changes at a time, such as an import, are evaluated together, and evaluations leave the database to others. */
const PAUSE_MS = 5 * SECOND;
const EVERY_TEN_MINUTES = '*/10 * * * *';
const TOPICS: readonly (string | null)[] = ['market', 'premium-signals', 'prices', 'signals', 'clock'];

interface JobDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  releaseDays: number;
}

/** Evaluates signals after every change of signals, prices or the calendar, and every ten minutes what was not announced. */
export function scheduleEvaluation(jobs: Jobs, dependencies: JobDependencies): void {
  const { database, logger } = dependencies;
  jobs.handleSchedule(evaluationQueue, { cron: EVERY_TEN_MINUTES, isRunAtStart: true }, ({ signal }) =>
    evaluateAll({ ...dependencies, signal }, () => wait(PAUSE_MS, undefined, { signal })),
  );
  let timer: NodeJS.Timeout | undefined;
  database.changes.subscribe((topic) => {
    if (timer !== undefined || !TOPICS.includes(topic)) return;
    timer = setTimeout(() => {
      timer = undefined;
      database
        .transaction((tx) => enqueue(tx, evaluationQueue, {}))
        .catch((error: unknown) => logger.warn({ err: error }, 'queuing the evaluation of signals failed'));
    }, PAUSE_MS).unref();
  });
}

/** Evaluates signals until nothing is left to evaluate, with a pause after each evaluation. */
export async function evaluateAll(
  dependencies: EvaluationDependencies,
  pause: () => Promise<void> = async () => {},
): Promise<void> {
  // Whatever was imported first, the adjustments of an ex-date apply before its bars.
  await recordAdjustments(dependencies);
  // A change during an evaluation adds no job while this one runs.
  while ((await evaluateSignals(dependencies)) !== null) await pause();
}
