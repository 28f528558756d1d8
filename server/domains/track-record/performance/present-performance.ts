import { addDays, type LocalDate, toKarachiDate } from '#contract/dates.ts';
import type {
  Performance,
  PerformanceGroup,
  PerformancePeriod,
  PerformanceStatistics,
} from '#contract/track-record/performance.ts';
import type { RecentRecord } from '#contract/track-record/recent-record.ts';
import {
  calculateStatistics,
  type RecordedOutcome,
  type RUnits,
  type Statistics,
  UNITS_PER_R,
} from '#server/domains/track-record/statistics/calculate-statistics.ts';
import type { RecordedSignal } from './read-record.ts';

const PERIOD_DAYS: Readonly<Record<Exclude<PerformancePeriod, 'all'>, number>> = {
  '3M': 92,
  '6M': 183,
  '1Y': 366,
};

/** Returns the signals that were published in a period. */
export function selectPeriod(
  record: readonly RecordedSignal[],
  period: PerformancePeriod,
  now: Date,
): readonly RecordedSignal[] {
  if (period === 'all') return record;
  const from = getPeriodStart(period, now);
  return record.filter(({ publishedAt }) => toKarachiDate(publishedAt) >= from);
}

export const getPeriodStart = (period: Exclude<PerformancePeriod, 'all'>, now: Date): LocalDate =>
  addDays(toKarachiDate(now), -PERIOD_DAYS[period]);

/** Presents the results of signals in one line. */
export function presentRecentRecord(outcomes: readonly RecordedOutcome[]): RecentRecord {
  const { closed, won, expectancy, isSmallSample } = calculateStatistics(outcomes);
  return { closed, won, average_r: format(expectancy, 2), is_small_sample: isSmallSample };
}

/** Presents the statistics of signals, which are in the order of their ends. */
export function presentPerformance(
  signals: readonly RecordedSignal[],
): Pick<Performance, 'statistics' | 'groups' | 'equity' | 'distribution' | 'overridden' | 'deleted'> {
  const closed = signals.filter(({ outcome }) => outcome.kind === 'closed');
  return {
    statistics: present(signals),
    groups: {
      signal_type: group(signals, ({ signalType }) => signalType),
      side: group(signals, ({ side }) => side),
      sector: group(signals, ({ sector }) => sector),
      analyst: group(signals, ({ analyst }) => analyst),
      month: group(signals, ({ publishedAt }) => toKarachiDate(publishedAt).slice(0, 7), newestFirst),
    },
    equity: getEquity(closed),
    distribution: getDistribution(closed.map(getResult)),
    overridden: closed.filter(({ decision }) => decision !== null).length,
    deleted: closed.filter(({ isDeleted }) => isDeleted).length,
  };
}

const present = (signals: readonly RecordedSignal[]): PerformanceStatistics =>
  presentStatistics(calculateStatistics(signals.map(({ outcome }) => outcome)));

function presentStatistics(statistics: Statistics): PerformanceStatistics {
  const { winRate, open, comparison } = statistics;
  return {
    published: statistics.published,
    closed: statistics.closed,
    won: statistics.won,
    lost: statistics.lost,
    win_rate: format(winRate?.percent, 2),
    win_rate_low: format(winRate?.low, 1),
    win_rate_high: format(winRate?.high, 1),
    average_win: format(statistics.averageWin, 2),
    average_loss: format(statistics.averageLoss, 2),
    expectancy: format(statistics.expectancy, 3),
    profit_factor: format(statistics.profitFactor, 2),
    max_drawdown: statistics.closed === 0 ? null : format(statistics.maxDrawdown, 2),
    longest_losing_streak: statistics.longestLosingStreak,
    median_trading_days: format(statistics.medianBarsHeld, 1),
    open: open.count,
    open_average: format(open.averageR, 2),
    pending: statistics.pending,
    not_filled: statistics.notFilled,
    no_fill_rate: format(statistics.noFillRate, 1),
    unproven: statistics.unproven,
    without_prices: statistics.withoutPrices,
    voided: statistics.voided,
    void_rate: format(statistics.voidRate, 1),
    comparison: comparison && {
      closed: comparison.count,
      average_percent: comparison.averagePercent.toFixed(2),
      average_index_percent: comparison.averageIndexPercent.toFixed(2),
      ahead: comparison.ahead,
    },
    is_small_sample: statistics.isSmallSample,
  };
}

function format(value: number | null | undefined, decimals: number): string | null {
  if (value === null || value === undefined) return null;
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

const newestFirst = (a: string, b: string) => (a < b ? 1 : -1);

/** Returns the groups by key, those with the most closed signals first unless another order is given. */
function group(
  signals: readonly RecordedSignal[],
  getKey: (signal: RecordedSignal) => string | null,
  order?: (a: string, b: string) => number,
): PerformanceGroup[] {
  const groups = [...Map.groupBy(signals, getKey)].map(([key, members]) => ({
    key,
    statistics: present(members),
  }));
  return groups.sort((a, b) => {
    const [left, right] = [a.key ?? '', b.key ?? ''];
    if (order) return order(left, right);
    return b.statistics.closed - a.statistics.closed || left.localeCompare(right);
  });
}

const getResult = ({ outcome }: RecordedSignal): RUnits => (outcome.kind === 'closed' ? outcome.r : 0);

function getEquity(closed: readonly RecordedSignal[]): Performance['equity'] {
  const totals = new Map<LocalDate, RUnits>();
  let total = 0;
  for (const signal of closed) {
    total += getResult(signal);
    totals.set(signal.evaluation.endedOn ?? '', total);
  }
  return [...totals].map(([date, units]) => ({ date, total: (units / UNITS_PER_R).toFixed(2) }));
}

/** The bounds between the bars of the distribution, in R. */
const BOUNDS = [-2, -1, 0, 1, 2, 3, 5];

function getDistribution(results: readonly RUnits[]): Performance['distribution'] {
  const bounds = [null, ...BOUNDS, null];
  return bounds.slice(1).map((to, index) => {
    const from = bounds[index] ?? null;
    const isWithin = (r: RUnits) =>
      (from === null || r >= from * UNITS_PER_R) && (to === null || r < to * UNITS_PER_R);
    return { from, to, count: results.filter(isWithin).length };
  });
}
