import { addDays, formatShortDate, getWeekday, type LocalDate, MONTHS, WEEKDAYS } from '#contract/dates.ts';
import type { NoticeDay, NoticeReading } from '#contract/market/notices.ts';
import { isWeekend } from './holidays.ts';
import { describeProblem } from './settlement.ts';

const MONTH = MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`)
  .join('|')
  .replace('Sep(?:', 'Sept?(?:');
const DAY = String.raw`\d{1,2}(?!\d)(?:st|nd|rd|th)?`;
const JOIN = String.raw`\s*(?:-|–|to|through|till|&|and|,)\s*`;
const DAYS = `${DAY}(?:${JOIN}${DAY}(?!\\s*[./-]\\s*\\d))*`;
/** A date or several days of a month: `2026-08-14`, `08.07.2021`, `14th to 16th Aug 2026`, `July 16 & 17, 2024`, `24-Sep-21`. */
const DATES = new RegExp(
  [
    String.raw`(?<![\d/-])(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)`,
    String.raw`(?<![\d/-])(?<day2>\d{1,2})[./-](?<month2>\d{1,2})[./-](?<year2>\d{4}|\d{2})(?!\d)`,
    String.raw`(?<![a-z])(?<name1>${MONTH})\.?[\s-]+(?<days1>${DAYS})(?:,?\s*(?<year3>\d{4}))?`,
    String.raw`(?<!\d)(?<days2>${DAYS})[\s-]*(?:of\s+)?(?<name2>${MONTH})(?![a-z])\.?(?:,?\s*(?<year4>\d{4})|-(?<year5>\d{2})(?!\d))?`,
  ].join('|'),
  'gi',
);
const WEEKDAY = new RegExp(
  String.raw`\b(?:${WEEKDAYS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')})\b\.?`,
  'gi',
);
const CLOSED =
  /\b(?:remain|be|stay) closed (?:on|from)\b(?<dates>.{4,200}?)\b(?:on account of|due to|owing to|in connection with|on the occasion of|for|being|as)\b(?<event>.{3,120}?)(?:\.(?:\s|$)|$|\n\n)/gis;
/** The number of a row, not the day of a date. */
const ROW_NUMBER = new RegExp(
  String.raw`^\s*\d{1,3}(?:[.)|]\s|\s+(?=(?:${MONTH})\.?\s+\d{1,2}(?!\d)|\d|${WEEKDAYS.join('|')}))`,
  'i',
);
/** Moon-dependent days move by a day or two, and have up to four days. */
const MAX_DAYS_APART = 5;

/** Their dates depend on the moon. */
const LUNAR = /\beid|ashura|muharram|milad|rabi|juma|ramazan|ramadan|shab\b/i;
const BANK = /bank holiday|zakat|ramazan|ramadan|state bank|\bsbp\b/i;
const NO_EVENT = /\b(?:notice|circular|dated?|ref|psx\/n|calendar|months? of)\b/i;
const MAX_DAYS_OF_RANGE = 10;

/**
 * Reads the days of a notice: the exchange's yearly table of holidays (date and event, in any order), its sentence about a closure, or
 * the clearing company's table of transaction and settlement dates. Nothing is stored: notices may be forged or misread, so an
 * administrator confirms each day. Dates without a year are in the year that the text names first, else in `year`. In a table, days that
 * depend on the moon are tentative. A line whose weekday contradicts its date is left out with the reason.
 */
export function readNotice(text: string, year: number): NoticeReading {
  const reading: NoticeReading = { holidays: [], bank_holidays: [], settlement_dates: [], left_out: [] };
  const defaultYear = Number(/\b(?:19|20)\d{2}\b/.exec(text)?.[0] ?? year);
  const isBankText = /state bank|\bsbp\b|bank holiday/i.test(text);
  const sentences = [...text.matchAll(CLOSED)];
  for (const { groups, 0: sentence } of sentences)
    addHolidays(reading, {
      line: collapse(sentence),
      dates: groups?.dates ?? '',
      event: toEvent(groups?.event ?? ''),
      isBank: isBankText,
      isCertain: true,
      defaultYear,
    });
  const isSettlement = /settlement|transaction/i.test(text);
  for (const row of text.split('\n')) {
    const line = row.replace(ROW_NUMBER, '');
    const found = findDates(line, defaultYear);
    if (found.length === 0) continue;
    if (isSettlement && found.length === 2) addSettlement(reading, collapse(line), found);
    else if (sentences.length === 0 && !isSettlement) {
      const event = toEvent(line.replace(DATES, ' ').replace(WEEKDAY, ' '));
      if (event === '' || NO_EVENT.test(line)) continue;
      addHolidays(reading, {
        line: collapse(line),
        dates: line,
        event,
        isBank: BANK.test(line),
        isCertain: false,
        defaultYear,
      });
    }
  }
  return reading;
}

interface Line {
  line: string;
  dates: string;
  event: string;
  isBank: boolean;
  isCertain: boolean;
  defaultYear: number;
}

function addHolidays(
  reading: NoticeReading,
  { line, dates, event, isBank, isCertain, defaultYear }: Line,
): void {
  const found = expandRanges(dates, findDates(dates, defaultYear));
  const problem = found.length === 0 ? 'No date was found.' : describeWeekdayProblem(dates, found);
  if (problem || event === '') {
    reading.left_out.push({ line, reason: problem ?? 'No event was found.' });
    return;
  }
  const list: NoticeDay[] = isBank ? reading.bank_holidays : reading.holidays;
  const isTentative = !isCertain && (LUNAR.test(event) || /\*|subject to|moon/i.test(line));
  for (const date of found) {
    if (isWeekend(date)) reading.left_out.push({ line, reason: `${formatShortDate(date)} is on a weekend.` });
    else if (!list.some((day) => day.date === date))
      list.push({ date, name: event, is_tentative: isTentative });
  }
}

function addSettlement(reading: NoticeReading, line: string, [trade, settlement]: FoundDate[]): void {
  const row = { trade_date: trade?.date ?? '', settlement_date: settlement?.date ?? '' };
  const problem = describeWeekdayProblem(line, [row.trade_date, row.settlement_date]) ?? describeProblem(row);
  if (problem) reading.left_out.push({ line, reason: problem });
  else if (!reading.settlement_dates.some((each) => each.trade_date === row.trade_date))
    reading.settlement_dates.push(row);
}

interface FoundDate {
  date: LocalDate;
  /** Where its expression begins and ends. */
  from: number;
  to: number;
}

function findDates(text: string, defaultYear: number): FoundDate[] {
  return [...text.matchAll(DATES)].flatMap((match) => {
    const groups = match.groups ?? {};
    const place = { from: match.index, to: match.index + match[0].length };
    const year = toYear(
      groups.year ?? groups.year2 ?? groups.year3 ?? groups.year4 ?? groups.year5,
      defaultYear,
    );
    const name = groups.name1 ?? groups.name2;
    const month = name
      ? MONTHS.findIndex((each) => each.toLowerCase().startsWith(name.slice(0, 3).toLowerCase())) + 1
      : Number(groups.month ?? groups.month2);
    const days = splitDays(groups.days1 ?? groups.days2 ?? groups.day ?? groups.day2 ?? '');
    return days.flatMap((day) => {
      const date = toDate(year, month, day);
      return date === null ? [] : [{ date, ...place }];
    });
  });
}

const toYear = (text: string | undefined, defaultYear: number) =>
  text === undefined ? defaultYear : Number(text.length === 2 ? `20${text}` : text);

/** Returns a date that exists, else `null`. */
function toDate(year: number, month: number, day: number): LocalDate | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null;
}

/** Splits `16 & 17` into two days and `20 to 23` into four. */
function splitDays(text: string): number[] {
  const days: number[] = [];
  let isRange = false;
  for (const [token] of text.matchAll(/\d+|-|–|to|through|till|&|and|,/gi)) {
    if (!/\d/.test(token)) {
      isRange = /^(?:-|–|to|through|till)$/i.test(token);
      continue;
    }
    const last = days.at(-1);
    const day = Number(token);
    if (isRange && last !== undefined && day > last && day - last <= MAX_DAYS_OF_RANGE)
      for (let between = last + 1; between < day; between += 1) days.push(between);
    days.push(day);
    isRange = false;
  }
  return days;
}

/** Adds the days between dates that are joined by "to", such as `March 31 to April 2`. */
function expandRanges(text: string, found: readonly FoundDate[]): LocalDate[] {
  const dates: LocalDate[] = [];
  for (const [at, { date, from }] of found.entries()) {
    const before = found[at - 1];
    const between = before && before.to <= from ? text.slice(before.to, from).replace(WEEKDAY, ' ') : '';
    const last = dates.at(-1);
    if (last && /^[\s,(]*(?:to|through|till|-|–)[\s,(]*$/i.test(between))
      for (let day = addDays(last, 1); day < date && dates.length < MAX_DAYS_OF_RANGE; day = addDays(day, 1))
        dates.push(day);
    dates.push(date);
  }
  return dates;
}

/** Returns what is wrong if the text names a weekday that none of the dates is. */
function describeWeekdayProblem(text: string, dates: readonly LocalDate[]): string | null {
  const actual = new Set(dates.map((date) => WEEKDAYS[getWeekday(date)]));
  for (const [named] of text.matchAll(WEEKDAY)) {
    const weekday = WEEKDAYS.find(
      (name) => name.slice(0, 3).toLowerCase() === named.slice(0, 3).toLowerCase(),
    );
    if (!actual.has(weekday ?? ''))
      return `The notice names a ${weekday}, but ${dates.map(formatShortDate).join(', ')} is another weekday.`;
  }
  return null;
}

const collapse = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Removes numbers of rows, marks and separators around the name of an event. */
const toEvent = (text: string) =>
  collapse(text.replace(/\*/g, ' ').replace(/\((?:\s|,|&|-|–|to|and)*\)/g, ' '))
    .replace(/^(?:[\s\d.,;:|)(&–-]|(?:to|and|through)\b)+/i, '')
    .replace(/(?:[\s.,;:|(&–-]|\b(?:to|and|on)\b)+$/i, '')
    .replace(/\s*[|;]\s*/g, ' ')
    .slice(0, 100);

/**
 * Returns the tentative holidays that a notice replaces: those of an event of the notice within a few days of it, on dates that the
 * notice does not have. Eid is expected on a date until then.
 */
export function findReplaced(days: readonly NoticeDay[], existing: readonly NoticeDay[]): NoticeDay[] {
  const dates = new Set(days.map(({ date }) => date));
  const isSameEvent = (a: NoticeDay, b: NoticeDay) => {
    const hasWord = toWords(a.name).some((word) => toWords(b.name).includes(word));
    const isClose = addDays(a.date, -MAX_DAYS_APART) <= b.date && b.date <= addDays(a.date, MAX_DAYS_APART);
    return hasWord && isClose;
  };
  return existing
    .filter(
      (day) => day.is_tentative && !dates.has(day.date) && days.some((other) => isSameEvent(day, other)),
    )
    .map(({ date, name, is_tentative }) => ({ date, name, is_tentative }));
}

const toWords = (name: string): string[] => name.toLowerCase().match(/[a-z]{3,}/g) ?? [];
