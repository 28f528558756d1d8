import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ClosedOutcome,
  type CountedOutcome,
  getMeanInterval,
  getWilsonInterval,
  type RUnits,
  SMALL_SAMPLE,
  type Statistics,
  StatisticsCollector,
  UNITS_PER_R,
} from './calculate-statistics.ts';

/** Calculates the statistics of outcomes in the order of their exits. */
function calculateStatistics(outcomes: readonly CountedOutcome[]): Statistics {
  const collector = new StatisticsCollector();
  for (const outcome of outcomes) collector.add(outcome);
  return collector.finish();
}

const close = (r: number, more: Partial<ClosedOutcome> = {}): CountedOutcome => ({
  kind: 'closed',
  r: Math.round(r * 10_000),
  percentUnits: 0,
  indexPercentUnits: null,
  barsHeld: 1,
  ...more,
});

const repeat = (count: number, r: number) => Array.from({ length: count }, () => close(r));

describe('the statistics', () => {
  it('calculate an expectancy of 0.833 R from −1, 3, −1, −1, 2, 3', () => {
    expect(calculateStatistics([-1, 3, -1, -1, 2, 3].map((r) => close(r)))).toMatchObject({
      closed: 6,
      won: 3,
      lost: 3,
      expectancy: expect.closeTo(0.8333, 4),
      averageWin: expect.closeTo(2.6667, 4),
      averageLoss: -1,
      profitFactor: expect.closeTo(2.6667, 4),
      maxDrawdown: 2,
      longestLosingStreak: 2,
      isSmallSample: true,
    });
  });

  it('calculate a win rate of 73.91 %, from 65.99 to 80.53 %, from 102 gains in 138', () => {
    const { winRate, isSmallSample } = calculateStatistics([...repeat(102, 1), ...repeat(36, -1)]);
    expect(winRate?.percent.toFixed(2)).toBe('73.91');
    expect(winRate?.low.toFixed(1)).toBe('66.0');
    expect(winRate?.high.toFixed(1)).toBe('80.5');
    expect(isSmallSample).toBe(false);
  });

  it('the statistics of 0, 1 and 2 R have a mean between −1.48 and 3.48 R', () => {
    // The standard error is 1 / √3, and the quantile of two degrees of freedom 4.303.
    const { expectancyInterval } = calculateStatistics([0, 1, 2].map((r) => close(r)));
    expect(expectancyInterval?.low.toFixed(2)).toBe('-1.48');
    expect(expectancyInterval?.high.toFixed(2)).toBe('3.48');
    expect(calculateStatistics([close(1)]).expectancyInterval).toBeNull();
  });

  it('never contain results that an administrator entered but do not count, nor those that cannot be measured', () => {
    const outcomes: CountedOutcome[] = [
      { ...close(1), overriddenR: 44_0000 },
      { kind: 'unproven', worstR: -1_0000, bestR: 2_0000 },
    ];
    expect(calculateStatistics(outcomes)).toMatchObject({
      published: 2,
      closed: 1,
      won: 1,
      expectancy: 1,
      overridden: { count: 1, averageR: 44 },
      unproven: 1,
      unprovenBounds: { worst: -1, best: 2 },
    });
  });

  it('have the share of signals that cannot be measured, for lack of prices too, among those that ended', () => {
    const unproven: CountedOutcome = { kind: 'unproven', worstR: null, bestR: null };
    const overdue: CountedOutcome = { kind: 'awaiting_prices', isOverdue: true };
    const ended: CountedOutcome[] = [close(1), { kind: 'not_filled' }, { kind: 'no_prices' }, unproven];
    const others: CountedOutcome[] = [
      { kind: 'pending' },
      { kind: 'voided' },
      { kind: 'open', r: 0 },
      { kind: 'awaiting_prices', isOverdue: false },
    ];
    expect(calculateStatistics([...ended, ...others]).unmeasurableRate).toBe(50);
    expect(calculateStatistics([...ended, ...others, overdue])).toMatchObject({
      unmeasurableRate: 60,
      awaitingPrices: 2,
      overdue: 1,
    });
    expect(calculateStatistics(others).unmeasurableRate).toBeNull();
  });

  it('count a signal that was voided later as any other, and its mark separately', () => {
    const statistics = calculateStatistics([close(1), { ...close(-1), isVoided: true }, { kind: 'voided' }]);
    expect(statistics).toMatchObject({ closed: 2, won: 1, lost: 1, voided: 1, voidedLater: 1 });
    expect(statistics.voidRate).toBeCloseTo(66.67, 2);
  });

  it('count a result of exactly zero neither as a gain nor as a loss, but as closed', () => {
    const { won, lost, closed, winRate, longestLosingStreak } = calculateStatistics([
      close(-1),
      close(0),
      close(-1),
      close(1),
    ]);
    expect({ won, lost, closed, longestLosingStreak }).toEqual({
      won: 1,
      lost: 2,
      closed: 4,
      longestLosingStreak: 1,
    });
    expect(winRate?.percent).toBe(25);
  });

  it('count a fall from the start as a drawdown', () => {
    expect(calculateStatistics([close(-1.5), close(1)]).maxDrawdown).toBe(1.5);
  });

  it('count open, pending, not filled, unproven and voided signals separately', () => {
    const others = (['pending', 'not_filled', 'no_prices', 'voided'] as const).map((kind) => ({ kind }));
    const unproven = { kind: 'unproven', worstR: null, bestR: null } as const;
    const statistics = calculateStatistics([close(1), { kind: 'open', r: -5_000 }, ...others, unproven]);
    expect(statistics).toMatchObject({
      published: 7,
      closed: 1,
      expectancy: 1,
      open: { count: 1, averageR: -0.5 },
      pending: 1,
      notFilled: 1,
      unproven: 1,
      withoutPrices: 1,
      voided: 1,
      voidRate: expect.closeTo(100 / 7),
      noFillRate: expect.closeTo(100 / 3),
    });
  });

  it('compare with the index where it has values', () => {
    const { comparison } = calculateStatistics([
      close(1, { percentUnits: 500, indexPercentUnits: 200 }),
      close(1, { percentUnits: -100, indexPercentUnits: 100 }),
      close(1, { percentUnits: 900 }),
    ]);
    expect(comparison).toEqual({ count: 2, averagePercent: 2, averageIndexPercent: 1.5, ahead: 1 });
  });

  it('have no values without outcomes', () => {
    expect(calculateStatistics([])).toMatchObject({
      published: 0,
      winRate: null,
      expectancy: null,
      profitFactor: null,
      medianBarsHeld: null,
      comparison: null,
      voidRate: null,
    });
  });

  it('equal an independent computation on 1,000 random records', () => {
    let state = 7;
    const next = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    for (let run = 0; run < 1_000; run += 1) {
      const results = Array.from({ length: next(80) }, () => (next(70) - 30) / 10);
      const held = results.map(() => next(40));
      const statistics = calculateStatistics(
        results.map((r, index) => close(r, { barsHeld: held[index] ?? 0 })),
      );
      expect(statistics).toMatchObject(compute(results, held));
    }
  });
});

/** Calculates from the definitions, with loops over all pairs where the product uses running values. */
function compute(results: readonly number[], held: readonly number[]) {
  const near = (value: number) => (Number.isFinite(value) ? expect.closeTo(value, 6) : null);
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const total = (from: number, to: number) => results.slice(from, to).reduce((a, b) => a + b, 0);
  const wins = results.filter((r) => r > 0);
  const losses = results.filter((r) => r < 0);
  let [drawdown, streak] = [0, 0];
  for (let from = 0; from <= results.length; from += 1) {
    for (let to = from; to <= results.length; to += 1) {
      drawdown = Math.max(drawdown, -total(from, to));
      if (results.slice(from, to).every((r) => r < 0)) streak = Math.max(streak, to - from);
    }
  }
  const rate = wins.length / results.length;
  return {
    closed: results.length,
    won: wins.length,
    lost: losses.length,
    winRate:
      results.length === 0
        ? null
        : {
            percent: near(100 * rate),
            low: expect.closeTo(100 * solveWilson(rate, results.length, 'low'), 4),
            high: expect.closeTo(100 * solveWilson(rate, results.length, 'high'), 4),
          },
    averageWin: near(mean(wins)),
    averageLoss: near(mean(losses)),
    expectancy: near(mean(results)),
    profitFactor: losses.length === 0 ? null : near((mean(wins) * wins.length || 0) / -total2(losses)),
    maxDrawdown: near(drawdown),
    longestLosingStreak: streak,
    medianBarsHeld: results.length === 0 ? null : median(held),
  };
}

const total2 = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Half of the values are at most the median, half at least: the mean of the smallest and the largest such value. */
function median(values: readonly number[]): number {
  const candidates = values.filter(
    (value) =>
      values.filter((other) => other <= value).length * 2 >= values.length &&
      values.filter((other) => other >= value).length * 2 >= values.length,
  );
  return (Math.min(...candidates) + Math.max(...candidates)) / 2;
}

/** Finds the bound where the observed rate is 1.96 standard errors away, by bisection. */
function solveWilson(rate: number, count: number, side: 'low' | 'high'): number {
  let [inner, outer] = [rate, side === 'low' ? 0 : 1];
  for (let step = 0; step < 60; step += 1) {
    const middle = (inner + outer) / 2;
    const isInside = Math.abs(rate - middle) <= 1.959964 * Math.sqrt((middle * (1 - middle)) / count);
    if (isInside) inner = middle;
    else outer = middle;
  }
  return (inner + outer) / 2;
}

describe('the statistics of any outcomes', () => {
  const closed = fc.record({
    kind: fc.constant('closed' as const),
    r: fc.integer({ min: -50_000, max: 90_000 }),
    percentUnits: fc.integer({ min: -5_000, max: 9_000 }),
    indexPercentUnits: fc.option(fc.integer({ min: -2_000, max: 2_000 })),
    barsHeld: fc.integer({ min: 0, max: 250 }),
  });
  const open = fc.record({ kind: fc.constant('open' as const), r: fc.integer({ min: -9_000, max: 9_000 }) });
  const other = fc.constantFrom('pending', 'not_filled', 'no_prices', 'voided').map((kind) => ({
    kind: kind as 'pending',
  }));
  const awaiting = fc.record({ kind: fc.constant('awaiting_prices' as const), isOverdue: fc.boolean() });
  const bound = fc.option(fc.integer({ min: -9_000, max: 9_000 }));
  const unproven = fc.record({ kind: fc.constant('unproven' as const), worstR: bound, bestR: bound });
  const decision = fc.oneof(
    { weight: 5, arbitrary: fc.constant({}) },
    fc.constant({ isVoided: true }),
    fc.record({ overriddenR: fc.integer({ min: -9_000, max: 9_000 }) }),
  );

  const outcome = fc
    .tuple(fc.oneof({ weight: 5, arbitrary: closed }, open, other, awaiting, unproven), decision)
    .map(([counted, decided]): CountedOutcome => ({ ...counted, ...decided }));

  it('the statistics of any outcomes are equal whether collected in one pass or calculated value by value', () => {
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 80 }), (all) => {
        expect(calculateStatistics(all)).toEqual(calculateNaively(all));
      }),
    );
  });

  it('the statistics of any outcomes are equal whether merged from parts or calculated from the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.array(outcome, { maxLength: 20 }), { maxLength: 6 }), (parts) => {
        const merged = new StatisticsCollector();
        for (const part of parts) {
          const collector = new StatisticsCollector();
          for (const each of part) collector.add(each);
          merged.merge(collector);
        }
        expect(merged.finish()).toEqual(calculateNaively(parts.flat()));
      }),
    );
  });
});

/** The statistics calculated value by value, as they are defined, to compare the collector with. */
function calculateNaively(outcomes: readonly CountedOutcome[]): Statistics {
  const closed = outcomes.filter((outcome) => outcome.kind === 'closed');
  const open = outcomes.filter((outcome) => outcome.kind === 'open');
  const count = (kind: CountedOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const results = closed.map(({ r }) => r);
  const wins = results.filter((r) => r > 0);
  const losses = results.filter((r) => r < 0);
  const notFilled = count('not_filled');
  const voided = count('voided');
  const voidedLater = outcomes.filter(({ isVoided }) => isVoided).length;
  const overridden = outcomes.flatMap(({ overriddenR }) => overriddenR ?? []);
  const overdue = outcomes.filter((each) => each.kind === 'awaiting_prices' && each.isOverdue).length;
  const unmeasurable = count('unproven') + count('no_prices') + overdue;
  return {
    published: outcomes.length,
    closed: closed.length,
    won: wins.length,
    lost: losses.length,
    winRate: getWilsonInterval(wins.length, closed.length),
    averageWin: getAverageR(wins),
    averageLoss: getAverageR(losses),
    expectancy: getAverageR(results),
    expectancyInterval: getMeanInterval({
      count: results.length,
      sum: sum(results) / UNITS_PER_R,
      squares: sum(results.map((r) => r * r)) / UNITS_PER_R ** 2,
    }),
    profitFactor: losses.length === 0 ? null : Math.abs(sum(wins) / sum(losses)),
    maxDrawdown: getMaxDrawdown(results) / UNITS_PER_R,
    longestLosingStreak: getLongestLosingStreak(results),
    medianBarsHeld: getMedian(closed.map(({ barsHeld }) => barsHeld)),
    open: { count: open.length, averageR: getAverageR(open.map(({ r }) => r)) },
    pending: count('pending'),
    awaitingPrices: count('awaiting_prices'),
    overdue,
    notFilled,
    unproven: count('unproven'),
    unprovenBounds: getMeanBounds(outcomes),
    withoutPrices: count('no_prices'),
    unmeasurableRate: getShare(unmeasurable, closed.length + notFilled + unmeasurable),
    voided,
    voidedLater,
    voidRate: getShare(voided + voidedLater, outcomes.length),
    overridden: { count: overridden.length, averageR: getAverageR(overridden) },
    noFillRate: getShare(notFilled, closed.length + open.length + notFilled),
    comparison: compareWithIndex(closed),
    isSmallSample: closed.length < SMALL_SAMPLE,
  };
}

function getMeanBounds(outcomes: readonly CountedOutcome[]): Statistics['unprovenBounds'] {
  const bounds = outcomes.flatMap((outcome) =>
    outcome.kind === 'unproven' && outcome.worstR !== null && outcome.bestR !== null
      ? [{ worst: outcome.worstR, best: outcome.bestR }]
      : [],
  );
  if (bounds.length === 0) return null;
  const average = (values: number[]) => sum(values) / values.length / UNITS_PER_R;
  return { worst: average(bounds.map(({ worst }) => worst)), best: average(bounds.map(({ best }) => best)) };
}

function accumulateR(results: readonly RUnits[]): RUnits[] {
  let total = 0;
  return results.map((r) => {
    total += r;
    return total;
  });
}

/** The largest fall of the sum of R from an earlier high, which is at least zero, the start. */
function getMaxDrawdown(results: readonly RUnits[]): RUnits {
  let [peak, drawdown] = [0, 0];
  for (const total of accumulateR(results)) {
    peak = Math.max(peak, total);
    drawdown = Math.max(drawdown, peak - total);
  }
  return drawdown;
}

function getLongestLosingStreak(results: readonly RUnits[]): number {
  let [streak, longest] = [0, 0];
  for (const r of results) {
    streak = r < 0 ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  return longest;
}

function compareWithIndex(closed: readonly ClosedOutcome[]): Statistics['comparison'] {
  const compared = closed.flatMap(({ percentUnits, indexPercentUnits }) =>
    indexPercentUnits === null ? [] : [{ percentUnits, indexPercentUnits }],
  );
  if (compared.length === 0) return null;
  const average = (values: number[]) => sum(values) / values.length / 100;
  return {
    count: compared.length,
    averagePercent: average(compared.map(({ percentUnits }) => percentUnits)),
    averageIndexPercent: average(compared.map(({ indexPercentUnits }) => indexPercentUnits)),
    ahead: compared.filter((each) => each.percentUnits > each.indexPercentUnits).length,
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const getAverageR = (values: readonly RUnits[]): number | null =>
  values.length === 0 ? null : sum(values) / values.length / UNITS_PER_R;

function getMedian(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[middle]];
  return (low + high) / 2;
}

/** Returns a share in percent. */
const getShare = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole);
