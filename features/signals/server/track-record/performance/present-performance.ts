import { setImmediate } from 'node:timers/promises';
import type { LocalDate } from '#core/contract/dates.ts';
import type {
  Performance,
  PerformanceGroup,
  PerformancePeriod,
  PerformanceStatistics,
} from '#features/signals/contract/track-record/performance.ts';
import type { RecentResults } from '#features/signals/contract/track-record/recent-results.ts';
import {
  type CountedOutcome,
  getShare,
  type RUnits,
  SMALL_SAMPLE,
  type Statistics,
  StatisticsCollector,
  UNITS_PER_R,
} from '#features/signals/server/track-record/statistics/calculate-statistics.ts';
import type { OutcomeReader, ResultReader, Unreleased } from './read-results.ts';
import type { SignalResult } from './signal-result.ts';

/** Presents the results of signals that have ended in one line, by the rules of the statistics. */
export function presentRecentResults(results: readonly RecentResult[]): RecentResults {
  let [closed, won, total, unmeasurable] = [0, 0, 0, 0];
  for (const { r, isUnmeasurable } of results) {
    if (isUnmeasurable) unmeasurable += 1;
    if (r === null) continue;
    closed += 1;
    if (r > 0) won += 1;
    total += r;
  }
  const average = closed === 0 ? null : total / closed / UNITS_PER_R;
  return {
    closed,
    won,
    average_r: format(average, 2),
    unmeasurable_rate: format(getShare(unmeasurable, results.length), 1),
    is_small_sample: closed < SMALL_SAMPLE,
  };
}

/** A signal that has ended, or whose prices are overdue. */
export interface RecentResult extends Pick<SignalResult, 'signalType' | 'symbol'> {
  /** `null` if it is not closed. */
  r: RUnits | null;
  isUnmeasurable: boolean;
}

type Presented = Pick<
  Performance,
  | 'statistics'
  | 'without_voided'
  | 'groups'
  | 'equity'
  | 'distribution'
  | 'overridden'
  | 'unreleased'
  | 'deleted'
>;

/** Collects the performance of signals in the order of their ends, and merges it with that of later ones. */
class PerformanceCollector {
  readonly #statistics = new StatisticsCollector();
  readonly #withoutVoided = new StatisticsCollector();
  readonly #groups = {
    signal_type: new Grouping(),
    side: new Grouping(),
    sector: new Grouping(),
    analyst: new Grouping(),
    month: new Grouping(),
  };
  /** The sum of R of the signals that ended on a date, in the order of the dates. */
  readonly #days = new Map<LocalDate, RUnits>();
  readonly #distribution = createDistribution();
  #deleted = 0;

  add(signal: SignalResult, outcome: CountedOutcome): void {
    this.#statistics.add(outcome);
    if (!outcome.isVoided) this.#withoutVoided.add(outcome);
    this.#groups.signal_type.add(signal.signalType, outcome);
    this.#groups.side.add(signal.side, outcome);
    this.#groups.sector.add(signal.sector, outcome);
    this.#groups.analyst.add(signal.analyst, outcome);
    this.#groups.month.add(signal.publishedOn.slice(0, 7), outcome);
    if (outcome.kind !== 'closed') return;
    this.#addDay(signal.counted.endedOn ?? '', outcome.r);
    countResult(this.#distribution, outcome.r);
    if (signal.isDeleted) this.#deleted += 1;
  }

  merge(later: PerformanceCollector): void {
    this.#statistics.merge(later.#statistics);
    this.#withoutVoided.merge(later.#withoutVoided);
    for (const name of Object.keys(this.#groups) as (keyof Performance['groups'])[])
      this.#groups[name].merge(later.#groups[name]);
    for (const [date, r] of later.#days) this.#addDay(date, r);
    for (const [index, bar] of this.#distribution.entries())
      bar.count += later.#distribution[index]?.count ?? 0;
    this.#deleted += later.#deleted;
  }

  #addDay(date: LocalDate, r: RUnits): void {
    this.#days.set(date, (this.#days.get(date) ?? 0) + r);
  }

  present(unreleased: Unreleased): Presented {
    const groups = this.#groups;
    const statistics = this.#statistics.finish();
    let total = 0;
    return {
      statistics: presentStatistics(statistics),
      without_voided: statistics.voidedLater === 0 ? null : presentHeadline(this.#withoutVoided.finish()),
      groups: {
        signal_type: groups.signal_type.present(),
        side: groups.side.present(),
        sector: groups.sector.present(),
        analyst: groups.analyst.present(),
        month: groups.month.present(newestFirst),
      },
      equity: [...this.#days].map(([date, r]) => {
        total += r;
        return { date, total: (total / UNITS_PER_R).toFixed(2) };
      }),
      distribution: this.#distribution,
      overridden: statistics.overridden.count,
      unreleased: presentUnreleased(unreleased, statistics),
      deleted: this.#deleted,
    };
  }
}

/**
 * Returns a function that reads the performance of a period. The performance of a month whose results are all public is collected
 * again when one of them changes, so that the time of a reading depends on what has changed, not on the number of all results.
 */
export function createPerformanceReader(
  reader: ResultReader,
): (period: PerformancePeriod) => Promise<Presented> {
  let collected = new WeakMap<readonly SignalResult[], PerformanceCollector>();
  let usedIndex: OutcomeReader['index'] | null = null;
  return async (period) => {
    const { months, unreleased } = await reader.listPublicMonths(period);
    const partial = months.filter(({ isComplete }) => !isComplete).flatMap(({ signals }) => signals);
    const outcomes = await reader.readOutcomes(partial);
    if (usedIndex !== outcomes.index) collected = new WeakMap();
    usedIndex = outcomes.index;
    const performance = new PerformanceCollector();
    const cache = collected;
    for (const { signals, isComplete } of months) {
      let month = cache.get(signals);
      if (!month) {
        month = new PerformanceCollector();
        for (const signal of signals) month.add(signal, outcomes.get(signal));
        if (isComplete) cache.set(signals, month);
        // Other requests are served before the next month.
        await setImmediate();
      }
      performance.merge(month);
    }
    return performance.present(unreleased);
  };
}

/** Bounds that reveal nothing of the signals: they follow from their number and from public results. */
function presentUnreleased(
  { count, oldestPublishedOn }: Unreleased,
  { closed, expectancy, averageWin }: Statistics,
): Performance['unreleased'] {
  const average = (each: number) => ((expectancy ?? 0) * closed + each * count) / (closed + count);
  return {
    count,
    oldest_published_on: oldestPublishedOn,
    expectancy_low: count === 0 ? null : format(average(-1), 3),
    expectancy_high: count === 0 || averageWin === null ? null : format(average(averageWin), 3),
  };
}

const presentHeadline = ({ closed, won, winRate, expectancy }: Statistics) => ({
  closed,
  won,
  win_rate: format(winRate?.percent, 2),
  expectancy: format(expectancy, 3),
});

function presentStatistics(statistics: Statistics): PerformanceStatistics {
  const { winRate, open, comparison, expectancyInterval, unprovenBounds, overridden } = statistics;
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
    expectancy_low: format(expectancyInterval?.low, 2),
    expectancy_high: format(expectancyInterval?.high, 2),
    profit_factor: format(statistics.profitFactor, 2),
    max_drawdown: statistics.closed === 0 ? null : format(statistics.maxDrawdown, 2),
    longest_losing_streak: statistics.longestLosingStreak,
    median_trading_days: format(statistics.medianBarsHeld, 1),
    open: open.count,
    open_average: format(open.averageR, 2),
    pending: statistics.pending,
    awaiting_prices: statistics.awaitingPrices,
    overdue: statistics.overdue,
    not_filled: statistics.notFilled,
    no_fill_rate: format(statistics.noFillRate, 1),
    unproven: statistics.unproven,
    unproven_worst: format(unprovenBounds?.worst, 2),
    unproven_best: format(unprovenBounds?.best, 2),
    without_prices: statistics.withoutPrices,
    unmeasurable_rate: format(statistics.unmeasurableRate, 1),
    voided: statistics.voided,
    voided_later: statistics.voidedLater,
    void_rate: format(statistics.voidRate, 1),
    overridden: overridden.count,
    overridden_average: format(overridden.averageR, 2),
    comparison: comparison && {
      closed: comparison.count,
      average_percent: comparison.averagePercent.toFixed(2),
      average_index_percent: comparison.averageIndexPercent.toFixed(2),
      ahead: comparison.ahead,
    },
    is_small_sample: statistics.isSmallSample,
  };
}

export function format(value: number | null | undefined, decimals: number): string | null {
  if (value === null || value === undefined) return null;
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

const newestFirst = (a: string, b: string) => (a < b ? 1 : -1);

class Grouping {
  readonly #groups = new Map<string | null, StatisticsCollector>();

  add(key: string | null, outcome: CountedOutcome): void {
    let group = this.#groups.get(key);
    if (!group) {
      group = new StatisticsCollector();
      this.#groups.set(key, group);
    }
    group.add(outcome);
  }

  merge(later: Grouping): void {
    for (const [key, statistics] of later.#groups) {
      const group = this.#groups.get(key) ?? new StatisticsCollector();
      this.#groups.set(key, group);
      group.merge(statistics);
    }
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
