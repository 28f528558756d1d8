const MIN_YEAR = 1900;
const MAX_YEAR = 2099;
const CENTURY = 2000;

const UNKNOWN_FORM = 'Enter a date such as 11/23/2026 or 2026/11/23.';
const NO_SUCH_DAY = 'There is no such day. Enter month, day and year, such as 11/23/2026.';
const FAR_YEAR = `Enter a year from ${MIN_YEAR} to ${MAX_YEAR}.`;

/** `2026-11-23`, empty for an empty text; or why it cannot be read, for people. */
export type NormalisedDate = { day: string } | { refusal: string };

/**
 * Reads the forms of section 5 of the specification, with dashes as good as slashes: the month stands first, but behind a
 * year, and the day first with a year of two digits and slashes. Where only the other order is a date, that is meant.
 */
export function parseMonthFirstDate(text: string): NormalisedDate {
  const typed = text.replace(/\s/g, '').replaceAll('-', '/');
  if (typed === '') return { day: '' };
  const readings = readingsOf(typed);
  if (readings.length === 0) return { refusal: UNKNOWN_FORM };
  const found = readings.find(isDay);
  if (found === undefined) return { refusal: NO_SUCH_DAY };
  if (found.year < MIN_YEAR || found.year > MAX_YEAR) return { refusal: FAR_YEAR };
  return { day: [found.year, found.month, found.day].map(twoDigits).join('-') };
}

interface Reading {
  year: number;
  month: number;
  day: number;
}

/** What a text may mean, likeliest first. */
function readingsOf(typed: string): Reading[] {
  for (const [form, read] of FORMS) {
    const [, ...parts] = form.exec(typed) ?? [];
    const [first, second, third] = parts.map(Number);
    if (first === undefined || second === undefined || third === undefined) continue;
    return read(first, second, third);
  }
  return [];
}

const monthFirst = (first: number, second: number, year: number): Reading[] => [
  { month: first, day: second, year },
  { month: second, day: first, year },
];
const dayFirst = (first: number, second: number, year: number) =>
  monthFirst(first, second, year).toReversed();

const FORMS: [RegExp, (first: number, second: number, third: number) => Reading[]][] = [
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})$/, (year, month, day) => [{ year, month, day }]],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, monthFirst],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{2})$/, (first, second, year) => dayFirst(first, second, CENTURY + year)],
  [/^(\d{2})(\d{2})(\d{4})$/, monthFirst],
  [/^(\d{2})(\d{2})(\d{2})$/, (first, second, year) => monthFirst(first, second, CENTURY + year)],
];

/** Whether the calendar has it. */
function isDay({ year, month, day }: Reading): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const twoDigits = (part: number) => String(part).padStart(2, '0');
