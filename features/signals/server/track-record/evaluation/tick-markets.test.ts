import { expect, it } from 'vitest';
import { addDays } from '#core/contract/dates.ts';
import { evaluateReadings } from '#features/signals/server/track-record/outcomes/evaluate-readings.ts';
import { makeTickHistory, TAMPERINGS, tamper } from '#tests/support/evaluation/tick-markets.ts';
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

it.each(TAMPERINGS)(
  'records no result that is better than by all trades if a bar or an adjustment is %s',
  { timeout: 900_000 },
  (kind) => {
    const counts = { waiting: 0, notBetter: 0 };
    for (let seed = 1; seed <= SIGNALS; seed += 1) {
      const history = makeTickHistory(seed, { isJumpy: seed % 2 === 0 });
      const bars = tamper(history, kind, seed);
      if (bars === null || Number.isNaN(history.trueR)) continue;
      const { evaluation } = evaluateReadings(history.signal, bars, [], {
        pricesUntil: history.pricesUntil,
        addTradingDays: addDays,
      });
      const { endedOn, state, bounds } = evaluation;
      counts[endedOn === null ? 'waiting' : 'notBetter'] += 1;
      if (endedOn !== null && state !== 'not_measurable')
        expect(Number(bounds.worst.rMultiple), `seed ${seed}`).toBeLessThanOrEqual(history.trueR + ROUNDING);
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
    if (process.env.EVALUATION_TICK_SIGNALS) console.info(`${SIGNALS} signals, ${kind}`, counts);
  },
);
