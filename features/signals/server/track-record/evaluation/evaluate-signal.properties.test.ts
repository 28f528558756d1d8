import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type History, makeHistory } from '#tests/support/evaluation/random-histories.ts';
import { evaluateSignal } from './evaluate-signal.ts';
import type { EvaluatedBar, Evaluation } from './evaluation.ts';

const HISTORY = fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(makeHistory);
const RUNS = { numRuns: 2_000 };

const evaluate = (history: History) =>
  evaluateSignal(history.signal, history.bars, history.adjustments, history);

const isFinal = ({ state }: Evaluation) => state !== 'pending' && state !== 'open';
const scramble = (bar: EvaluatedBar): EvaluatedBar => ({
  ...bar,
  open: 1,
  high: 9_999_99,
  low: 1,
  volume: bar.volume === 0 ? 0 : 5,
});

describe('for any history', () => {
  it('uses nothing of the bars before the first day but the last close', () => {
    fc.assert(
      fc.property(HISTORY, (history) => {
        const { firstDate } = history.signal;
        const bars = history.bars.map((bar) => (bar.date < firstDate ? scramble(bar) : bar));
        expect(evaluate({ ...history, bars })).toEqual(evaluate(history));
        const { fill, exits } = evaluate(history);
        for (const { date } of [...(fill ? [fill] : []), ...exits]) expect(date >= firstDate).toBe(true);
      }),
      RUNS,
    );
  });

  it('never changes a final outcome when bars, adjustments and stop moves are added after it', () => {
    fc.assert(
      fc.property(HISTORY, fc.integer({ min: 0, max: 45 }), (history, count) => {
        const bars = history.bars.slice(0, count);
        const until = bars.at(-1)?.date ?? '';
        // Prices of other symbols that are stored earlier decide nothing here.
        const early = evaluate({ ...history, bars, pricesUntil: until });
        if (isFinal(early)) expect(evaluate(history)).toEqual(early);
      }),
      RUNS,
    );
  });

  it('exits exactly all parts of a closed signal, after the fill and in order', () => {
    fc.assert(
      fc.property(HISTORY, (history) => {
        const { state, fill, exits } = evaluate(history);
        const parts = exits.reduce((sum, exit) => sum + exit.parts, 0);
        expect(parts <= history.signal.targets.length).toBe(true);
        expect(state === 'closed').toBe(parts === history.signal.targets.length);
        const dates = [fill?.date ?? '', ...exits.map(({ date }) => date)];
        expect(dates).toEqual(dates.toSorted());
      }),
      RUNS,
    );
  });

  it('gives a sell the result of its mirror image', () => {
    const MIRROR = 100_000_00;
    const flip = (price: number | null) => (price === null ? null : MIRROR - price);
    fc.assert(
      fc.property(HISTORY, (history) => {
        // Percentages, price limits and adjustments have no mirror image.
        const bars = history.bars.filter(({ high, low }) => high === null || high !== low);
        const { signal } = history;
        const plain = { ...history, bars: bars.map(({ intraday, ...bar }) => bar), adjustments: [] };
        const mirrored = {
          ...plain,
          signal: {
            ...signal,
            side: signal.side === 'buy' ? ('sell' as const) : ('buy' as const),
            entry: MIRROR - signal.entry,
            stop: MIRROR - signal.stop,
            targets: signal.targets.map((target) => MIRROR - target),
            stopMoves: signal.stopMoves.map((move) => ({ ...move, stop: MIRROR - move.stop })),
          },
          bars: plain.bars.map((bar) => ({
            ...bar,
            open: flip(bar.open),
            high: flip(bar.low),
            low: flip(bar.high),
            close: MIRROR - bar.close,
            previousClose: flip(bar.previousClose),
          })),
        };
        const [one, other] = [evaluate(plain), evaluate(mirrored)];
        expect([other.state, other.reason, other.rMultiple]).toEqual([one.state, one.reason, one.rMultiple]);
      }),
      RUNS,
    );
  });
});

/**
 * Moving the stop toward profit can lower a result: the price dips to the new stop and then reaches the target. It never
 * does if the position would have ended at the stop without reaching another target: the new stop is reached no later, at no
 * worse price. Where the data allow several paths, the result is that of the worst, which can be another one after the move.
 */
it('never lowers the result of a signal that ends at its stop by moving that stop toward profit', () => {
  const MOVE = fc.record({ days: fc.integer({ min: 1, max: 30 }), by: fc.integer({ min: 1, max: 30_000 }) });
  let compared = 0;
  fc.assert(
    fc.property(HISTORY, MOVE, ({ signal, ...history }, { days, by }) => {
      const still = { ...history, signal: { ...signal, stopMoves: [] } };
      const before = evaluate(still);
      if (before.state !== 'closed' || !['stop', 'breakeven'].includes(before.reason ?? '')) return;
      const [appliesFrom] = history.bars
        .filter(({ date }) => date > (before.fill?.date ?? ''))
        .slice(days - 1)
        .map(({ date }) => date);
      const hasLaterTarget = before.exits.some(
        ({ date, reason }) => reason === 'target' && date >= (appliesFrom ?? ''),
      );
      if (appliesFrom === undefined || hasLaterTarget) return;
      if (!isDeepStrictEqual(before.bounds?.best, before.bounds?.worst)) return;
      const stop = signal.stop + (signal.side === 'buy' ? by : -by);
      const after = evaluate({ ...history, signal: { ...signal, stopMoves: [{ appliesFrom, stop }] } });
      compared += 1;
      expect(Number(after.rMultiple)).toBeGreaterThanOrEqual(Number(before.rMultiple));
    }),
    { numRuns: 8_000 },
  );
  expect(compared).toBeGreaterThan(100);
});
