import type { LocalDate } from '#contract/dates.ts';
import type {
  Performance,
  PerformanceGroup,
  PerformanceStatistics,
} from '#contract/track-record/performance.ts';
import type { RecentRecord } from '#contract/track-record/recent-record.ts';
import {
  calculateStatistics,
  type RecordedOutcome,
  type RUnits,
  type Statistics,
  StatisticsCollector,
  UNITS_PER_R,
} from '#server/domains/track-record/statistics/calculate-statistics.ts';
import type { RecordedSignal } from './read-record.ts';

/** Presents the results of signals in one line. */
export function presentRecentRecord(outcomes: readonly RecordedOutcome[]): RecentRecord {
  const { closed, won, expectancy, isSmallSample } = calculateStatistics(outcomes);
  return { closed, won, average_r: format(expectancy, 2), is_small_sample: isSmallSample };
}

type Presented = Pick<
  Performance,
  'statistics' | 'groups' | 'equity' | 'distribution' | 'overridden' | 'deleted'
>;

/** Presents the statistics of signals, which are in the order of their ends. Reads them once: they may be many. */
export function presentPerformance(
  signals: readonly RecordedSignal[],
  getOutcome: (signal: RecordedSignal) => RecordedOutcome,
): Presented {
  const statistics = new StatisticsCollector();
  const groups = {
    signal_type: new Grouping(),
    side: new Grouping(),
    sector: new Grouping(),
    analyst: new Grouping(),
    month: new Grouping(),
  };
  const totals = new Map<LocalDate, RUnits>();
  const distribution = createDistribution();
  let [total, overridden, deleted] = [0, 0, 0];
  for (const signal of signals) {
    const outcome = getOutcome(signal);
    statistics.add(outcome);
    groups.signal_type.add(signal.signalType, outcome);
    groups.side.add(signal.side, outcome);
    groups.sector.add(signal.sector, outcome);
    groups.analyst.add(signal.analyst, outcome);
    groups.month.add(signal.publishedOn.slice(0, 7), outcome);
    if (outcome.kind !== 'closed') continue;
    total += outcome.r;
    totals.set(signal.evaluation.endedOn ?? '', total);
    countResult(distribution, outcome.r);
    if (signal.decision !== null) overridden += 1;
    if (signal.isDeleted) deleted += 1;
  }
  return {
    statistics: presentStatistics(statistics.finish()),
    groups: {
      signal_type: groups.signal_type.present(),
      side: groups.side.present(),
      sector: groups.sector.present(),
      analyst: groups.analyst.present(),
      month: groups.month.present(newestFirst),
    },
    equity: [...totals].map(([date, units]) => ({ date, total: (units / UNITS_PER_R).toFixed(2) })),
    distribution,
    overridden,
    deleted,
  };
}

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

class Grouping {
  readonly #groups = new Map<string | null, StatisticsCollector>();

  add(key: string | null, outcome: RecordedOutcome): void {
    let group = this.#groups.get(key);
    if (!group) {
      group = new StatisticsCollector();
      this.#groups.set(key, group);
    }
    group.add(outcome);
  }

  /** Returns the groups, those with the most closed signals first unless another order of the keys is given. */
  present(order?: (a: string, b: string) => number): PerformanceGroup[] {
    const groups = [...this.#groups].map(([key, group]) => ({
      key,
      statistics: presentStatistics(group.finish()),
    }));
    return groups.sort((a, b) => {
      const [left, right] = [a.key ?? '', b.key ?? ''];
      if (order) return order(left, right);
      return b.statistics.closed - a.statistics.closed || left.localeCompare(right);
    });
  }
}

/** The bounds between the bars of the distribution, in R. */
const BOUNDS = [-2, -1, 0, 1, 2, 3, 5];

function createDistribution(): Performance['distribution'] {
  const bounds = [null, ...BOUNDS, null];
  return bounds.slice(1).map((to, index) => ({ from: bounds[index] ?? null, to, count: 0 }));
}

function countResult(distribution: Performance['distribution'], r: RUnits): void {
  const bar = distribution.find(({ to }) => to === null || r < to * UNITS_PER_R);
  if (bar) bar.count += 1;
}
