import { expect, it } from 'vitest';
import { addDays } from '#core/contract/dates.ts';
import { makeTickHistory } from '#tests/support/evaluation/tick-markets.ts';
import { evaluateSignal } from './evaluate-signal.ts';

/** `npm run test:evaluation` sets 20,000. */
const SIGNALS = Number(process.env.EVALUATION_TICK_SIGNALS ?? 500);
/** Of R, which has four decimals. */
const ROUNDING = 0.00006;

it.each([
  ['calm', false],
  ['jumpy', true],
])(
  'records no result in a %s market that is better than by its trades',
  { timeout: 900_000 },
  (name, isJumpy) => {
    const counts = { equal: 0, worse: 0, better: 0, notMeasurable: 0, notFilled: 0 };
    for (let seed = 1; seed <= SIGNALS; seed += 1) {
      const { signal, bars, pricesUntil, trueR } = makeTickHistory(seed, { isJumpy });
      // Still open at the end of the walk.
      if (Number.isNaN(trueR)) continue;
      const evaluation = evaluateSignal(signal, bars, [], { pricesUntil, addTradingDays: addDays });
      const { worst } = evaluation.bounds;
      const recorded = Number(worst.rMultiple);
      expect(evaluation.endedOn, `seed ${seed}`).not.toBeNull();
      expect(recorded, `seed ${seed}`).toBeLessThanOrEqual(trueR + ROUNDING);
      if (evaluation.state === 'not_measurable') counts.notMeasurable += 1;
      else if (recorded > trueR + ROUNDING) counts.better += 1;
      else if (recorded < trueR - ROUNDING) counts.worse += 1;
      else counts[worst.fill === null ? 'notFilled' : 'equal'] += 1;
    }
    // All kinds occur, so that this is about all of them.
    expect(Math.min(counts.equal, counts.worse, counts.notMeasurable, counts.notFilled)).toBeGreaterThan(0);
    if (process.env.EVALUATION_TICK_SIGNALS) console.info(`${SIGNALS} signals of a ${name} market`, counts);
  },
);
