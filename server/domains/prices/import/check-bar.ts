import { formatShortDate, type LocalDate } from '#contract/dates.ts';
import { toPaisa } from '#contract/signals/price.ts';
import type { Values } from '#server/domains/imports/imports.ts';
import { type Holidays, isTradingDay } from '#server/domains/market/market.ts';

/** Returns the reason why the values of a bar contradict each other, as a sentence, or `null`. */
export function getContradiction(values: Values): string | null {
  const { open = null, high = null, low = null, close = null } = values;
  if ((high === null) !== (low === null)) return 'A bar needs both a high and a low, or neither.';
  if (high === null || low === null) return null;
  if (toPaisa(low) > toPaisa(high)) return `The low ${low} is above the high ${high}.`;
  for (const [part, price] of [
    ['open', open],
    ['close', close],
  ] as const) {
    if (price === null) continue;
    if (toPaisa(price) > toPaisa(high)) return `The ${part} ${price} is above the high ${high}.`;
    if (toPaisa(price) < toPaisa(low)) return `The ${part} ${price} is below the low ${low}.`;
  }
  return null;
}

/** The exchange has had no electronic trading before. */
const FIRST_DATE = '1990-01-01';

/** Returns the reason why there can be no prices on a date, as a sentence, or `null`. */
export function getImpossibleDate(date: LocalDate, today: LocalDate): string | null {
  if (date > today) return `${formatShortDate(date)} is in the future.`;
  if (date < FIRST_DATE) return `${formatShortDate(date)} is before 1990.`;
  return null;
}

/** Returns the reasons why an administrator must confirm prices of a date. */
export const getDateDoubts = (date: LocalDate, holidays: Holidays): string[] =>
  isTradingDay(date, holidays) ? [] : [`${formatShortDate(date)} is not a trading day.`];
