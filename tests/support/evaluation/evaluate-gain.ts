import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/**
 * Stores prices of 23 and 24 November 2026 at which the signals of `makeSignalBody` hit all targets, and evaluates them after the close of
 * the second day, so that their results can be overridden.
 */
export async function evaluateGain(test: TestApp, symbol: string): Promise<void> {
  await storeBars(test, symbol, { '2026-11-23': [471, 545, 460, 540], '2026-11-24': [545, 560, 544, 550] });
  test.clock.set('2026-11-24T15:00:00Z');
  await evaluateSignals({ ...test, releaseDays: 7 });
}
