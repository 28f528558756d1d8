/** An R multiple in ten-thousandths, so that sums are exact. */
export type RUnits = number;
export const UNITS_PER_R = 10_000;

/** What a signal counts as, and what an administrator decided about it. */
export type CountedOutcome = Counted & {
  /** It was voided after it could have been filled, so that it counts nevertheless. */
  isVoided?: boolean;
  /** The result after costs that an administrator entered, whether it counts or not. */
  overriddenR?: RUnits;
};

export type Counted =
  | ClosedOutcome
  | { kind: 'open'; r: RUnits }
  /** Not measurable, with the bounds of its result; `null` in evaluations by version 1. */
  | { kind: 'unproven'; worstR: RUnits | null; bestR: RUnits | null }
  /** `isOverdue` if the prices that decide it have been missing for longer than an import usually takes. */
  | { kind: 'awaiting_prices'; isOverdue: boolean }
  | { kind: 'pending' | 'not_filled' | 'no_prices' | 'voided' };

export interface ClosedOutcome {
  kind: 'closed';
  /** After costs. */
  r: RUnits;
  /** After costs, in hundredths of a percent. */
  percentUnits: number;
  /**
   * The change of the index from the close before the fill to the last exit, in hundredths of a percent, of a sell with the opposite sign;
   * `null` without values, and for a position within one day.
   */
  indexPercentUnits: number | null;
  barsHeld: number;
}

/** Statistics in R and percent. Values that need signals that do not exist are `null`. */
export interface Statistics {
  published: number;
  closed: number;
  won: number;
  lost: number;
  winRate: { percent: number; low: number; high: number } | null;
  averageWin: number | null;
  averageLoss: number | null;
  /** The mean R of closed signals. */
  expectancy: number | null;
  /** The 95 % interval of the mean; `null` with fewer than two closed signals. */
  expectancyInterval: { low: number; high: number } | null;
  /** The sum of gains divided by the sum of losses; `null` without losses. */
  profitFactor: number | null;
  maxDrawdown: number;
  longestLosingStreak: number;
  medianBarsHeld: number | null;
  /** Open signals, marked to their last closes. */
  open: { count: number; averageR: number | null };
  pending: number;
  /** Expired, but the prices that decide the result are not stored yet. */
  awaitingPrices: number;
  /** Those of them that count as not measurable. */
  overdue: number;
  notFilled: number;
  /** Not measurable, and the mean bounds of those that have some. */
  unproven: number;
  unprovenBounds: { worst: number; best: number } | null;
  withoutPrices: number;
  /** The share of those that are not measurable, have no prices or are overdue among the signals that ended or are overdue. */
  unmeasurableRate: number | null;
  /** Before they could have been filled: in no other figure. */
  voided: number;
  /** Later: they count with their results. */
  voidedLater: number;
  /** The share of both. */
  voidRate: number | null;
  /** The results that administrators entered, whether they count or not. */
  overridden: { count: number; averageR: number | null };
  /** The share of signals without a fill among those that were filled or ended without one. */
  noFillRate: number | null;
  /** Closed signals of which the index has values, and the mean changes in percent over the same days. */
  comparison: { count: number; averagePercent: number; averageIndexPercent: number; ahead: number } | null;
  isSmallSample: boolean;
}

/** Fewer closed signals say little. */
export const SMALL_SAMPLE = 30;

/**
 * Collects statistics in one pass, without storing the outcomes, and merges them with those of later ones. Sums are integers, so that
 * they are exact.
 */
export class StatisticsCollector {
  readonly #counts = new Map<CountedOutcome['kind'], number>();
  readonly #bars = new Map<number, number>();
  readonly #squares = { sum: 0 };
  readonly #bounds = { count: 0, worst: 0, best: 0 };
  readonly #overridden = { count: 0, sum: 0 };
  readonly #voided = { later: 0 };
  readonly #awaiting = { overdue: 0 };
  readonly #results = { total: 0, peak: 0, low: 0, drawdown: 0 };
  /** The lengths of series of losing outcomes: at the start, at the end, and the longest anywhere. */
  readonly #streaks = { first: 0, last: 0, longest: 0 };
  readonly #wins = { count: 0, sum: 0 };
  readonly #losses = { count: 0, sum: 0 };
  readonly #compared = { count: 0, percent: 0, indexPercent: 0, ahead: 0 };
  #openSum = 0;

  /** Closed outcomes must come in the order of their exits. */
  add(outcome: CountedOutcome): void {
    this.#counts.set(outcome.kind, this.#count(outcome.kind) + 1);
    if (outcome.kind === 'open') this.#openSum += outcome.r;
    if (outcome.isVoided) this.#voided.later += 1;
    if (outcome.kind === 'awaiting_prices' && outcome.isOverdue) this.#awaiting.overdue += 1;
    if (outcome.overriddenR !== undefined) addSums(this.#overridden, { count: 1, sum: outcome.overriddenR });
    if (outcome.kind === 'unproven' && outcome.worstR !== null && outcome.bestR !== null)
      addSums(this.#bounds, { count: 1, worst: outcome.worstR, best: outcome.bestR });
    if (outcome.kind === 'closed') this.#addClosed(outcome);
  }

  /** Adds what another collector has collected, as if its outcomes were added now, one by one. */
  merge(later: StatisticsCollector): void {
    this.#mergeResults(later.#results);
    this.#mergeStreaks(later);
    addCounts(this.#counts, later.#counts);
    addCounts(this.#bars, later.#bars);
    addSums(this.#wins, later.#wins);
    addSums(this.#losses, later.#losses);
    addSums(this.#compared, later.#compared);
    addSums(this.#squares, later.#squares);
    addSums(this.#bounds, later.#bounds);
    addSums(this.#overridden, later.#overridden);
    addSums(this.#voided, later.#voided);
    addSums(this.#awaiting, later.#awaiting);
    this.#openSum += later.#openSum;
  }

  #mergeResults(later: { total: number; peak: number; low: number; drawdown: number }): void {
    const results = this.#results;
    results.drawdown = Math.max(results.drawdown, later.drawdown, results.peak - results.total - later.low);
    results.peak = Math.max(results.peak, results.total + later.peak);
    results.low = Math.min(results.low, results.total + later.low);
    results.total += later.total;
  }

  /** Call it before the counts are merged. */
  #mergeStreaks(later: StatisticsCollector): void {
    const [streaks, next] = [this.#streaks, later.#streaks];
    const [closed, laterClosed] = [this.#count('closed'), later.#count('closed')];
    streaks.longest = Math.max(streaks.longest, next.longest, streaks.last + next.first);
    if (streaks.first === closed) streaks.first += next.first;
    streaks.last = next.last === laterClosed ? streaks.last + laterClosed : next.last;
  }

  #addClosed({ r, percentUnits, indexPercentUnits, barsHeld }: ClosedOutcome): void {
    const results = this.#results;
    results.total += r;
    this.#squares.sum += r * r;
    results.peak = Math.max(results.peak, results.total);
    results.low = Math.min(results.low, results.total);
    results.drawdown = Math.max(results.drawdown, results.peak - results.total);
    const streaks = this.#streaks;
    streaks.last = r < 0 ? streaks.last + 1 : 0;
    streaks.longest = Math.max(streaks.longest, streaks.last);
    // The outcome has been counted.
    if (streaks.last === this.#count('closed')) streaks.first = streaks.last;
    if (r !== 0) {
      const side = r > 0 ? this.#wins : this.#losses;
      side.count += 1;
      side.sum += r;
    }
    this.#bars.set(barsHeld, (this.#bars.get(barsHeld) ?? 0) + 1);
    if (indexPercentUnits === null) return;
    this.#compared.count += 1;
    this.#compared.percent += percentUnits;
    this.#compared.indexPercent += indexPercentUnits;
    if (percentUnits > indexPercentUnits) this.#compared.ahead += 1;
  }

  #count(kind: CountedOutcome['kind']): number {
    return this.#counts.get(kind) ?? 0;
  }

  finish(): Statistics {
    const counts = [...this.#counts.values()];
    const published = counts.reduce((total, value) => total + value, 0);
    const [closed, open] = [this.#count('closed'), this.#count('open')];
    const [notFilled, voided] = [this.#count('not_filled'), this.#count('voided')];
    const [wins, losses, compared] = [this.#wins, this.#losses, this.#compared];
    const [bounds, overridden, { later }] = [this.#bounds, this.#overridden, this.#voided];
    const [unproven, withoutPrices] = [this.#count('unproven'), this.#count('no_prices')];
    const { overdue } = this.#awaiting;
    const unmeasurable = unproven + withoutPrices + overdue;
    return {
      published,
      closed,
      won: wins.count,
      lost: losses.count,
      winRate: getWilsonInterval(wins.count, closed),
      averageWin: getAverageR(wins.sum, wins.count),
      averageLoss: getAverageR(losses.sum, losses.count),
      expectancy: getAverageR(this.#results.total, closed),
      expectancyInterval: getMeanInterval({
        count: closed,
        sum: this.#results.total / UNITS_PER_R,
        squares: this.#squares.sum / UNITS_PER_R ** 2,
      }),
      profitFactor: losses.count === 0 ? null : Math.abs(wins.sum / losses.sum),
      maxDrawdown: this.#results.drawdown / UNITS_PER_R,
      longestLosingStreak: this.#streaks.longest,
      medianBarsHeld: getMedian(this.#bars, closed),
      open: { count: open, averageR: getAverageR(this.#openSum, open) },
      pending: this.#count('pending'),
      awaitingPrices: this.#count('awaiting_prices'),
      overdue,
      notFilled,
      unproven,
      unprovenBounds:
        bounds.count === 0
          ? null
          : {
              worst: bounds.worst / bounds.count / UNITS_PER_R,
              best: bounds.best / bounds.count / UNITS_PER_R,
            },
      withoutPrices,
      unmeasurableRate: getShare(unmeasurable, closed + notFilled + unmeasurable),
      voided,
      voidedLater: later,
      voidRate: getShare(voided + later, published),
      overridden: { count: overridden.count, averageR: getAverageR(overridden.sum, overridden.count) },
      noFillRate: getShare(notFilled, closed + open + notFilled),
      comparison:
        compared.count === 0
          ? null
          : {
              count: compared.count,
              averagePercent: compared.percent / compared.count / 100,
              averageIndexPercent: compared.indexPercent / compared.count / 100,
              ahead: compared.ahead,
            },
      isSmallSample: closed < SMALL_SAMPLE,
    };
  }
}

function addCounts<Key>(counts: Map<Key, number>, added: ReadonlyMap<Key, number>): void {
  for (const [key, count] of added) counts.set(key, (counts.get(key) ?? 0) + count);
}

function addSums<Sums extends Record<string, number>>(sums: Sums, added: Sums): void {
  for (const key of Object.keys(sums) as (keyof Sums)[]) {
    sums[key] = ((sums[key] as number) + (added[key] as number)) as Sums[keyof Sums];
  }
}

const getAverageR = (sum: RUnits, count: number): number | null =>
  count === 0 ? null : sum / count / UNITS_PER_R;

/** Returns the median of values with their frequencies; `null` without values. */
function getMedian(frequencies: ReadonlyMap<number, number>, count: number): number | null {
  if (count === 0) return null;
  const sorted = [...frequencies].sort(([a], [b]) => a - b);
  const getAt = (position: number) => {
    let end = 0;
    for (const [value, frequency] of sorted) {
      end += frequency;
      if (position < end) return value;
    }
    return 0;
  };
  return (getAt((count - 1) >> 1) + getAt(count >> 1)) / 2;
}

/** Returns a share in percent. */
export const getShare = (part: number, whole: number): number | null =>
  whole === 0 ? null : (100 * part) / whole;

/** The standard normal quantile of a 95 % interval. */
const Z = 1.959964;

/** Returns a rate in percent with its Wilson 95 % interval, which also holds for small samples, or `null` without trials. */
export function getWilsonInterval(
  successes: number,
  trials: number,
): { percent: number; low: number; high: number } | null {
  if (trials === 0) return null;
  const rate = successes / trials;
  const scale = 1 + Z ** 2 / trials;
  const center = (rate + Z ** 2 / (2 * trials)) / scale;
  const margin = (Z * Math.sqrt((rate * (1 - rate)) / trials + Z ** 2 / (4 * trials ** 2))) / scale;
  const toPercent = (value: number) => 100 * Math.min(1, Math.max(0, value));
  return { percent: 100 * rate, low: toPercent(center - margin), high: toPercent(center + margin) };
}

/** The 97.5 % quantiles of Student's t distribution with 1 to 30 degrees of freedom. */
const T = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** Returns the 95 % interval of the mean of values with their sum and that of their squares, or `null` of fewer than two. */
export function getMeanInterval({
  count,
  sum,
  squares,
}: {
  count: number;
  sum: number;
  squares: number;
}): { low: number; high: number } | null {
  if (count < 2) return null;
  const mean = sum / count;
  const variance = Math.max(0, (squares - sum * mean) / (count - 1));
  const margin = (T[count - 2] ?? Z) * Math.sqrt(variance / count);
  return { low: mean - margin, high: mean + margin };
}
