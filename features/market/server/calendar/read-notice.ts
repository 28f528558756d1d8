import {
  addDays,
  formatShortDate,
  getWeekday,
  type LocalDate,
  MONTHS,
  WEEKDAYS,
} from '#core/contract/dates.ts';
import type { NoticeDay, NoticeReading } from '#features/market/contract/holiday-changes.ts';
import { isWeekend } from '#features/market/server/trading-days.ts';
import { describeProblem } from './settlement.ts';

const MONTH = MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`)
  .join('|')
  .replace('Sep(?:', 'Sept?(?:');
const DAY = String.raw`\d{1,2}(?!\d)(?:st|nd|rd|th)?`;
const JOIN = String.raw`\s*(?:-|–|to|through|till|&|and|,)\s*`;
/** Limited, because a text of nothing but numbers would take quadratic time. */
const DAYS = `${DAY}(?:${JOIN}${DAY}(?!\\s*[./-]\\s*\\d)){0,10}`;
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
/** The head of the clearing company's table. The word "settlement" alone is in notices of holidays too. */
const SETTLEMENT_HEAD = /\b(?:settlement|trade|transaction)\s+dates?\b/i;
/** What joins the first and the last day of a range, or two days of an event. */
const RANGE = /^[\s,(]*(?:to|through|till|-|–)[\s,(]*$/i;
const LIST_OF_DAYS = /\b(?:these|following|below)\b/i;
const NO_EVENT = /\b(?:notice|circular|dated?|ref|psx\/n|calendar|months? of)\b/i;
const MAX_DAYS_OF_RANGE = 10;

/**
 * Reads the days of a notice: the exchange's yearly table of holidays (date and event, in any order), its sentence about a closure, or
 * the clearing company's table of transaction and settlement dates. Nothing is stored: notices may be forged or misread, so an
 * administrator confirms each day. Dates without a year are in the year that the text names first, else in `year`. In a table, days that
 * depend on the moon are tentative. A line with dates that are not read, or whose weekday contradicts its date, is left out with the reason.
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
  const unread = sentences.reduce((rest, [sentence]) => rest.replace(sentence, '\n'), text);
  const rows = unread.split('\n').flatMap(splitRow);
  const head = rows.filter((row) => findDates(row, defaultYear).length === 0).join('\n');
  const isSettlement = SETTLEMENT_HEAD.test(head);
  for (const row of rows) {
    const dates = row.replace(ROW_NUMBER, '');
    const found = findDates(dates, defaultYear);
    if (found.length === 0) continue;
    const line = collapse(dates);
    if (isSettlement && areTradeAndSettlement(dates, found)) addSettlement(reading, line, found);
    else if (isSettlement) leaveOut(reading, line, 'It is not one trade date and its settlement date.');
    else if (sentences.length > 0)
      leaveOut(reading, line, 'Only the sentence about a closure was read. Add other days one by one.');
    else if (NO_EVENT.test(line)) leaveOut(reading, line, 'It seems to be about the notice itself.');
    else {
      const event = readEvent(dates);
      addHolidays(reading, { line, dates, event, isBank: BANK.test(line), isCertain: false, defaultYear });
    }
  }
  return reading;
}

/** Splits a line into the parts that have dates and an event of their own, without the words that introduce a list of days. */
function splitRow(row: string): string[] {
  const colon = row.indexOf(':');
  const list = LIST_OF_DAYS.test(row.slice(0, Math.max(0, colon))) ? row.slice(colon + 1) : row;
  const parts = list.split(';');
  return parts.every((part) => part.search(DATES) >= 0 && readEvent(part) !== '') ? parts : [list];
}

/** Determines whether a row has two dates that are neither a range nor the days of one event. */
function areTradeAndSettlement(row: string, [trade, settlement, ...others]: FoundDate[]): boolean {
  if (!trade || !settlement || others.length > 0 || settlement.from < trade.to) return false;
  const between = row.slice(trade.to, settlement.from).replace(WEEKDAY, ' ');
  return !RANGE.test(between) && !/^\s*(?:and|&)\s*$/i.test(between);
}

function leaveOut({ left_out }: NoticeReading, line: string, reason: string): void {
  if (!left_out.some((each) => each.line === line && each.reason === reason)) left_out.push({ line, reason });
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
    leaveOut(reading, line, problem ?? 'No event was found.');
    return;
  }
  const list: NoticeDay[] = isBank ? reading.bank_holidays : reading.holidays;
  const isTentative = !isCertain && (LUNAR.test(event) || /\*|subject to|moon/i.test(line));
  for (const date of found) {
    if (isWeekend(date)) leaveOut(reading, line, `${formatShortDate(date)} is on a weekend.`);
    else if (!list.some((day) => day.date === date))
      list.push({ date, name: event, is_tentative: isTentative });
  }
}

function addSettlement(reading: NoticeReading, line: string, [trade, settlement]: FoundDate[]): void {
  const row = { trade_date: trade?.date ?? '', settlement_date: settlement?.date ?? '' };
  const problem = describeWeekdayProblem(line, [row.trade_date, row.settlement_date]) ?? describeProblem(row);
  if (problem) leaveOut(reading, line, problem);
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
    if (last && RANGE.test(between))
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

/** Returns the text of a row without its dates and weekdays. */
const readEvent = (row: string) => toEvent(row.replace(DATES, ' ').replace(WEEKDAY, ' '));

/** Removes numbers of rows, marks and separators around the name of an event. */
const toEvent = (text: string) =>
  collapse(text.replace(/\*/g, ' ').replace(/\((?:\s|,|&|-|–|to|and)*\)/g, ' '))
    .replace(/^(?:[\s\d.,;:|)(&–-]|(?:to|and|through)\b)+/i, '')
    .replace(/(?:[\s.,;:|(&–-]|\b(?:to|and|on)\b)+$/i, '')
    .replace(/\s*[|;]\s*/g, ' ')
    .slice(0, 100);

/**
 * Returns the tentative holidays that a notice replaces: those of an event of the notice within a few days of it, on dates that the
 * notice does not have. Eid is expected on a date until then. A notice with fewer days of the event adds to them.
 */
export function findReplaced(days: readonly NoticeDay[], existing: readonly NoticeDay[]): NoticeDay[] {
  const dates = new Set(days.map(({ date }) => date));
  const isSameEvent = (a: NoticeDay, b: NoticeDay) => {
    const hasWord = toWords(a.name).some((word) => toWords(b.name).includes(word));
    const isClose = addDays(a.date, -MAX_DAYS_APART) <= b.date && b.date <= addDays(a.date, MAX_DAYS_APART);
    return hasWord && isClose;
  };
  const expected = existing.filter((day) => day.is_tentative && !dates.has(day.date));
  const count = (list: readonly NoticeDay[], day: NoticeDay) =>
    list.filter((other) => isSameEvent(day, other)).length;
  return expected
    .filter((day) => count(days, day) >= count(expected, day))
    .map(({ date, name, is_tentative }) => ({ date, name, is_tentative }));
}

const toWords = (name: string): string[] => name.toLowerCase().match(/[a-z]{3,}/g) ?? [];
