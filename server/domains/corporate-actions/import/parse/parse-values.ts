import { addDays } from '#contract/dates.ts';
import { cleanText, isBlank, quote, RowRejection } from '#server/domains/imports/imports.ts';

/** Parses an amount in rupees to two decimals. Returns `null` if it is blank. */
export function parseFaceValue(text: string): string | null {
  if (isBlank(text)) return null;
  const [matched, rupees = '', paisa = ''] =
    /^(?:rs\.?|pkr)?\s*(\d{1,7})(?:\.(\d{1,2})0*)?(?:\/[-=])?$/i.exec(cleanText(text)) ?? [];
  if (matched === undefined || Number(`${rupees}.${paisa}`) === 0) {
    throw new RowRejection(`The face value ${quote(text)} is not an amount in rupees, such as 10 or 0.50.`);
  }
  return `${Number(rupees)}.${paisa.padEnd(2, '0')}`;
}

/** Throws `RowRejection` for a closure that ends before it begins. */
export function checkOrder(from: string, to: string | null): void {
  if (to !== null && to < from)
    throw new RowRejection(`The closure ends on ${to}, before it begins on ${from}.`);
}

/** An ex-date is one or two trading days before its closure; more than a month is a mistake, even with many holidays. */
const MAX_DAYS_BEFORE = 31;

/** Throws `RowRejection` for a published ex-date that is impossible for a closure from `bcFrom`. */
export function checkExDate(exDate: string | null, bcFrom: string): void {
  if (exDate === null) return;
  if (exDate > bcFrom)
    throw new RowRejection(`The ex-date ${exDate} is after the first day of the closure, ${bcFrom}.`);
  if (exDate < addDays(bcFrom, -MAX_DAYS_BEFORE)) {
    throw new RowRejection(
      `The ex-date ${exDate} is more than ${MAX_DAYS_BEFORE} days before the first day of the closure, ${bcFrom}.`,
    );
  }
}
