import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import type { Jobs } from '#core/server/platform/jobs/jobs.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { recordAdjustments } from '#features/market/server/prices/prices.ts';
import { releaseQueue } from '#features/signals/server/ledger/release-ended-signals.ts';
import {
  enterTermChanges,
  type TermsDependencies,
} from '#features/signals/server/track-record/terms/enter-term-changes.ts';
import { type EvaluationDependencies, evaluateSignals } from './evaluate-signals.ts';

const evaluationQueue = defineQueue('evaluate-signals', {
  timeLimitMs: 10 * MINUTE,
  isExclusive: true,
});
/** Many changes at a time, such as an import, are evaluated together, and evaluations leave the database to others. */
const PAUSE_MS = 5 * SECOND;
const EVERY_TEN_MINUTES = '*/10 * * * *';
const TOPICS: readonly (string | null)[] = ['market', 'premium-signals', 'prices', 'signals', 'clock'];

interface JobDependencies extends Omit<EvaluationDependencies, 'signal' | 'batches' | 'releaseDays'> {
  logger: Logger;
  config: TermsDependencies['config'];
  /** Signals are evaluated by the terms of this server when they are stored. */
  storingTerms: Promise<void>;
}

/** Evaluates signals after every change of signals, prices or the calendar, and every ten minutes what was not announced. */
export function scheduleEvaluation(jobs: Jobs, dependencies: JobDependencies): void {
  const { database, logger, config, storingTerms } = dependencies;
  const releaseDays = config.premiumPublicAfterDays;
  const schedule = { cron: EVERY_TEN_MINUTES, isRunAtStart: true };
  jobs.handleSchedule(evaluationQueue, schedule, async ({ signal }) => {
    await storingTerms;
    const pause = () => wait(PAUSE_MS, undefined, { signal });
    const hasEvaluated = await evaluateAll({ ...dependencies, releaseDays, signal }, pause);
    await enterTermChanges(dependencies);
    // The evaluation may have ended signals that should be public already.
    if (hasEvaluated) await database.transaction((tx) => enqueue(tx, releaseQueue, {}));
  });
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

/** Evaluates signals until nothing is left to evaluate, with a pause after each evaluation. Returns false if nothing was. */
export async function evaluateAll(
  dependencies: EvaluationDependencies,
  pause: () => Promise<void> = async () => {},
): Promise<boolean> {
  // Whatever was imported first, the adjustments of an ex-date apply before its bars.
  await recordAdjustments(dependencies);
  // A change during an evaluation adds no job while this one runs.
  let hasEvaluated = false;
  while ((await evaluateSignals(dependencies)) !== null) {
    hasEvaluated = true;
    await pause();
  }
  return hasEvaluated;
}
