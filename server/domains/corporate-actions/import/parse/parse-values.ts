import { addDays } from '#contract/dates.ts';
import { cleanText } from './clean-text.ts';
import { readDay } from './parse-date.ts';
import { readTime } from './parse-time.ts';
import { quoted } from './quoted.ts';
import { RowRejection } from './records.ts';

/** The day that a row has to name. Throws `RowRefusal`, naming the `part` of the row. */
export function dayOf(text: string, part: string): string {
  if (text.trim() === '') throw new RowRejection(`The ${part} is missing.`);
  const read = readDay(text);
  if ('refusal' in read) throw new RowRejection(read.refusal);
  return read.day;
}

/** What sources put where they have nothing. */
const NONE = /^(?:|-+|–|—|n\/?a|nil|none|null|tba|tbd|to be announced)\.?$/i;

export const isNone = (text: string): boolean => NONE.test(text.trim());

/** The day, or `null` where the row has none. */
export const dayOrNone = (text: string, part: string): string | null =>
  isNone(text) ? null : dayOf(text, part);

/** The time, or `null` where the row has none. */
export function timeOrNone(text: string, clock?: '24-hour'): string | null {
  if (isNone(text)) return null;
  const read = readTime(text, clock);
  if ('refusal' in read) throw new RowRejection(read.refusal);
  return read.time;
}

/** A moment from a day and a time in Karachi; midnight where no time is given. */
export function momentOf(day: string, time: string | null): string {
  return new Date(`${day}T${time ?? '00:00:00'}+05:00`).toISOString();
}

/** Rupees with two decimals, or `null`. */
export function faceValueOrNone(text: string): string | null {
  if (isNone(text)) return null;
  const [matched, rupees = '', paisa = ''] =
    /^(?:rs\.?|pkr)?\s*(\d{1,7})(?:\.(\d{1,2})0*)?(?:\/[-=])?$/i.exec(cleanText(text)) ?? [];
  if (matched === undefined || Number(`${rupees}.${paisa}`) === 0) {
    throw new RowRejection(`The face value ${quoted(text)} is no amount in rupees such as 10 or 0.50.`);
  }
  return `${Number(rupees)}.${paisa.padEnd(2, '0')}`;
}

/** Throws `RowRefusal` for a closure that ends before it begins. */
export function checkOrder(from: string, to: string | null): void {
  if (to !== null && to < from)
    throw new RowRejection(`The closure ends on ${to}, before it begins on ${from}.`);
}

/** An ex-date lies one or two trading days before its closure; more than a month, whatever the holidays, is a slip. */
const MAX_DAYS_BEFORE = 31;

/** Throws `RowRefusal` for a published ex-date that cannot be one of a closure which begins then. */
export function checkExDate(exDate: string | null, bcFrom: string): void {
  if (exDate === null) return;
  if (exDate > bcFrom)
    throw new RowRejection(`The ex-date ${exDate} lies after the closure begins on ${bcFrom}.`);
  if (exDate < addDays(bcFrom, -MAX_DAYS_BEFORE)) {
    throw new RowRejection(`The ex-date ${exDate} lies too long before the closure begins on ${bcFrom}.`);
  }
}
