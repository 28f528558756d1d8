import Big from 'big.js';
import type { LocalDate } from '#contract/dates.ts';
import type { BarRow } from '#server/domains/prices/list/prices.queries.ts';

/** A change of the number of shares that divides the price. */
export interface Adjustment {
  exDate: LocalDate;
  /** The price after the change divided by the price before it. */
  factor: string;
}

/**
 * Returns bars as if every share had always been one of today's: prices before an ex-date are multiplied by the factors of all
 * later changes and rounded to paisa, and volumes divided. The bars are ordered by date; the given ones stay unchanged.
 */
export function adjustBars(bars: readonly BarRow[], adjustments: readonly Adjustment[]): BarRow[] {
  const pending = [...adjustments].sort((a, b) => a.exDate.localeCompare(b.exDate));
  let factor = new Big(1);
  const adjusted: BarRow[] = [];
  for (const bar of bars.toReversed()) {
    while ((pending.at(-1)?.exDate ?? '') > bar.date) factor = factor.times(pending.pop()?.factor ?? 1);
    adjusted.push(factor.eq(1) ? bar : adjustBar(bar, factor));
  }
  return adjusted.reverse();
}

function adjustBar(bar: BarRow, factor: Big): BarRow {
  const adjust = (price: number | null) => (price === null ? null : round(factor.times(price)));
  return {
    ...bar,
    open: adjust(bar.open),
    high: adjust(bar.high),
    low: adjust(bar.low),
    close: round(factor.times(bar.close)),
    previousClose: adjust(bar.previousClose),
    volume: bar.volume === null ? null : round(new Big(bar.volume).div(factor)),
  };
}

/** Rounds half up. A price is at least one paisa. */
const round = (value: Big) => Math.max(Number(value.round(0, Big.roundHalfUp)), value.gt(0) ? 1 : 0);
