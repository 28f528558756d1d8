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

/** Trading days without a bar, or the bar of a day that decides nothing: bars that decide may be missing. */
export interface Gap {
  /** That of the bar after it. */
  index: number;
  /** The first of the days without a bar; of a bar that decides nothing the day after it. */
  from: LocalDate;
  /** The bar of the last close before the next one. */
  last: EvaluatedBar | null;
  /** It is one of days without a bar. */
  hasDays: boolean;
  /** The day of the first bar that may be missing or replaced. */
  since: LocalDate;
}

interface Surroundings {
  next: EvaluatedBar | undefined;
  /** A bar before the next one has a previous close. */
  givesPreviousClose: boolean;
}

/**
 * Returns the date until which the evaluation waits to see that nothing is missing in a gap. That is the date of the next bar if its previous
 * close is the last close. If it is another one, something is missing: `unconfirmed`. If there is none, 20 trading days must pass. They decide
 * nothing if the source of the prices gives previous closes, because an importer could leave out both the bar and the previous close.
 */
export function getWait(
  { from, last, hasDays, since, next, givesPreviousClose }: Omit<Gap, 'index'> & Surroundings,
  adjustments: readonly EvaluatedAdjustment[],
  { pricesUntil, addTradingDays }: EvaluationOptions,
): LocalDate | 'not_yet' | 'unconfirmed' {
  const end = addTradingDays(from, DAYS_WITHOUT_TRADES - 1);
  if (!next) return end <= pricesUntil ? end : 'not_yet';
  const isLast = isLastClose(next, last, selectEarlier(adjustments, since));
  if (isLast === false) return 'unconfirmed';
  if (end < next.date) return end;
  if (isLast) return next.date;
  if (last !== null && givesPreviousClose) return 'unconfirmed';
  if (!hasDays) return next.date;
  const until = addTradingDays(next.date, DAYS_WITHOUT_TRADES);
  return until <= pricesUntil ? until : 'unconfirmed';
}

/**
 * Leaves out the cash dividends that were stored on the first day of a gap or later: the administrator may have known the previous close that
 * they explain.
 */
const selectEarlier = (adjustments: readonly EvaluatedAdjustment[], since: LocalDate) =>
  adjustments.filter(({ recordedOn }) => recordedOn === undefined || recordedOn < since);

/** Lists the cash dividends without which the previous close of the next bar would not show that nothing is missing in a gap. */
export function listUsedDividends(
  { last, since, next }: Pick<Gap, 'last' | 'since'> & Pick<Surroundings, 'next'>,
  adjustments: readonly EvaluatedAdjustment[],
): EvaluatedAdjustment[] {
  const withoutDividends = adjustments.filter(({ dividend }) => dividend === undefined);
  if (!next || !last || isLastClose(next, last, withoutDividends) !== false) return [];
  return selectEarlier(adjustments, since).filter(
    ({ exDate, dividend }) => dividend !== undefined && exDate > last.date && exDate <= next.date,
  );
}

/** Returns whether the previous close of a bar is the last close before it, or `null` if one of them is not available. */
export function isLastClose(
  { date, previousClose }: EvaluatedBar,
  last: EvaluatedBar | null,
  adjustments: readonly EvaluatedAdjustment[],
): boolean | null {
  if (last === null || previousClose === null) return null;
  return listPossibleCloses(last, date, adjustments).some(
    (close) => Math.abs(close - previousClose) <= TOLERANCE,
  );
}

/** Returns the last close as the previous close of a later date: adjusted, and with or without the cash dividends until then. */
export function listPossibleCloses(
  { date, close }: EvaluatedBar,
  until: LocalDate,
  adjustments: readonly EvaluatedAdjustment[],
): [close: number, withoutDividends: number] {
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
  date: LocalDate,
  { next, last }: Pick<Gap, 'last'> & Pick<Surroundings, 'next'>,
  adjustments: readonly EvaluatedAdjustment[],
): EvaluationStep => ({
  code: 'prices_missing',
  date,
  last_close:
    last && bringForward(last.close, adjustments, { after: last.date, until: next?.date ?? last.date }),
  previous_close: next?.previousClose ?? null,
});
