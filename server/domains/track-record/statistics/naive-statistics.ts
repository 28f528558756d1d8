/** The statistics calculated value by value, as they are defined, to compare the collector with. */
import {
  type ClosedOutcome,
  type RecordedOutcome,
  type RUnits,
  SMALL_SAMPLE,
  type Statistics,
  UNITS_PER_R,
} from './calculate-statistics.ts';
import { getWilsonInterval } from './wilson-interval.ts';

export function calculateNaively(outcomes: readonly RecordedOutcome[]): Statistics {
  const closed = outcomes.filter((outcome) => outcome.kind === 'closed');
  const open = outcomes.filter((outcome) => outcome.kind === 'open');
  const count = (kind: RecordedOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const results = closed.map(({ r }) => r);
  const wins = results.filter((r) => r > 0);
  const losses = results.filter((r) => r < 0);
  const notFilled = count('not_filled');
  const voided = count('voided');
  return {
    published: outcomes.length,
    closed: closed.length,
    won: wins.length,
    lost: losses.length,
    winRate: getWilsonInterval(wins.length, closed.length),
    averageWin: getAverageR(wins),
    averageLoss: getAverageR(losses),
    expectancy: getAverageR(results),
    profitFactor: losses.length === 0 ? null : Math.abs(sum(wins) / sum(losses)),
    maxDrawdown: getMaxDrawdown(results) / UNITS_PER_R,
    longestLosingStreak: getLongestLosingStreak(results),
    medianBarsHeld: getMedian(closed.map(({ barsHeld }) => barsHeld)),
    open: { count: open.length, averageR: getAverageR(open.map(({ r }) => r)) },
    pending: count('pending'),
    notFilled,
    unproven: count('unproven'),
    withoutPrices: count('no_prices'),
    voided,
    voidRate: getShare(voided, outcomes.length),
    noFillRate: getShare(notFilled, closed.length + open.length + notFilled),
    comparison: compareWithIndex(closed),
    isSmallSample: closed.length < SMALL_SAMPLE,
  };
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
