import type { LocalDate } from '#core/contract/dates.ts';
import {
  bringForward,
  type EvaluatedAdjustment,
  type EvaluatedBar,
  type EvaluationOptions,
  type EvaluationStep,
  scalePrice,
} from './evaluation.ts';

/** A position in a symbol without trades on so many trading days ends. Missing bars are not waited for longer either. */
export const DAYS_WITHOUT_TRADES = 20;

/** The difference that rounding can make, in paisa. */
const TOLERANCE = 1;

/** Trading days without a bar: bars that are missing, or days without trades. */
interface Gap {
  from: LocalDate;
  /** The bar after it. */
  next: EvaluatedBar;
  /** The bar of the last close before it. */
  last: EvaluatedBar | null;
}

/**
 * Returns until when the evaluation has to wait until a gap counts as days without trades: not at all if the previous close of the next
 * bar confirms it, and forever if that contradicts it. Otherwise the time that passes must decide, except that the source of
 * the prices gives previous closes: who leaves out a bar could leave out the one that shows it too.
 */
export function getWait(
  { from, next, last, givesPreviousClose }: Gap & { givesPreviousClose: boolean },
  adjustments: readonly EvaluatedAdjustment[],
  { pricesUntil, addTradingDays }: EvaluationOptions,
): LocalDate | 'confirmed' | 'unconfirmed' {
  const end = addTradingDays(from, DAYS_WITHOUT_TRADES - 1);
  if (end < next.date) return end;
  const { previousClose } = next;
  if (last !== null && previousClose !== null) {
    const closes = listPossibleCloses(last, next.date, adjustments);
    const isLastClose = closes.some((close) => Math.abs(close - previousClose) <= TOLERANCE);
    return isLastClose ? 'confirmed' : 'unconfirmed';
  }
  if (last !== null && givesPreviousClose) return 'unconfirmed';
  const until = addTradingDays(next.date, DAYS_WITHOUT_TRADES);
  return until <= pricesUntil ? until : 'unconfirmed';
}

/** Returns the last close as the previous close of a later date: adjusted, and with or without the cash dividends until then. */
function listPossibleCloses(
  { date, close }: EvaluatedBar,
  until: LocalDate,
  adjustments: readonly EvaluatedAdjustment[],
): number[] {
  const lower = adjustments
    .filter(({ exDate }) => exDate > date && exDate <= until)
    .sort(compareAdjustments)
    .reduce((price, { factor, dividend }) => scalePrice(price, factor, dividend), close);
  return [bringForward(close, adjustments, { after: date, until }), lower];
}

/** On the same date a dividend is that of a share before the adjustment. */
const compareAdjustments = (a: EvaluatedAdjustment, b: EvaluatedAdjustment): number =>
  a.exDate === b.exDate
    ? Number(b.dividend !== undefined) - Number(a.dividend !== undefined)
    : a.exDate < b.exDate
      ? -1
      : 1;

export const describeMissing = (
  { from, next, last }: Gap,
  adjustments: readonly EvaluatedAdjustment[],
): EvaluationStep => ({
  code: 'prices_missing',
  date: from,
  last_close: last && bringForward(last.close, adjustments, { after: last.date, until: next.date }),
  previous_close: next.previousClose,
});
