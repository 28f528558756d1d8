import { addDays, formatShortDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { parsePayout } from '#features/corporate-actions/server/rules/payout.ts';
import { isOnlySplit } from '#features/corporate-actions/server/rules/split.ts';
import {
  type ColumnLayout,
  cleanText,
  describeSimilar,
  findPrintedCompany,
  type ImportRecord,
  isBlank,
  type ParsedRow,
  parseInstant,
  parseOptionalTime,
  parseText,
  quote,
  RowOmission,
  RowRejection,
  requireDate,
  type TextLayout,
  toTimestamp,
} from '#features/imports/server/parsing.ts';
import { SYMBOL_PATTERN } from '#features/market/contract/companies.ts';
import { findCompany, findCompanyByName, findShareClass } from '#features/market/server/companies.ts';

/** The kinds of imports that write events. */
export type EventKind = 'board-meetings' | 'book-closures';

/** The values of a board meeting that files provide. Times are `10:30:00` in Karachi, timestamps RFC 3339. */
export interface MeetingValues {
  state: 'meeting' | 'postponed' | 'waiting' | 'dismissed';
  symbol: string | null;
  companyName: string;
  subject: string;
  meetingDate: string | null;
  meetingTime: string | null;
  place: string | null;
  filedAt: string | null;
  document: string | null;
}

/** The values of a new meeting that a file does not provide. */
export const MEETING_DEFAULTS: MeetingValues = {
  state: 'meeting',
  symbol: null,
  companyName: '',
  subject: 'Board meeting',
  meetingDate: null,
  meetingTime: null,
  place: null,
  filedAt: null,
  document: null,
};

export interface ClosureValues {
  symbol: string | null;
  companyName: string;
  /** Rupees with two decimals. */
  faceValue: string | null;
  payout: string;
  bcFrom: string;
  bcTo: string | null;
  exDate: string | null;
  announcedAt: string | null;
  note: string | null;
}

/** The values of a new closure that a file does not provide. */
export const CLOSURE_DEFAULTS: ClosureValues = {
  symbol: null,
  companyName: '',
  faceValue: null,
  payout: '',
  bcFrom: '',
  bcTo: null,
  exDate: null,
  announcedAt: null,
  note: null,
};

/** The parts of an event that are text, as messages about a row name them. */
type TextPart = keyof MeetingValues | keyof ClosureValues | 'company name' | 'reference';

/** Cleans a text of an event. Returns `null` if it is blank; throws `RowRejection` if it is too long for its part. */
export const parseEventText: (part: TextPart, text: string | null | undefined) => string | null = parseText;

/** The event of a row. */
export interface EventRecord extends ImportRecord {
  /** The source's identifier of the event. */
  reference: string | null;
  /** The date of the meeting or the first day of the closure; `null` while unknown. */
  date: LocalDate | null;
  values: Partial<MeetingValues> | Partial<ClosureValues>;
}

export type EventRow = ParsedRow<EventRecord>;

export type EventColumnLayout = ColumnLayout<EventRecord>;
export type EventTextLayout = TextLayout<EventRecord>;

export interface MatchedCompany {
  symbol: string | null;
  companyName: string;
}

/**
 * Matches the symbol or the name of a row to a company, or both. Names are stored as received; the directory adds the symbol
 * for a name, or the name for a symbol. A company that an administrator has chosen for the name comes first. Throws `RowRejection`
 * if the row has neither.
 */
export function matchCompany(row: { symbol?: string; name?: string }): MatchedCompany {
  const symbol = parseSymbol(row.symbol ?? '');
  const printed = parseEventText('company name', row.name);
  const name = printed === null ? null : removeNameMarks(printed);
  if (name === null) return matchBySymbol(symbol);
  if (symbol === null && isLegalForm(name)) throw new RowRejection('The name of the company is incomplete.');
  const chosen = findPrintedCompany(name);
  const named = findCompanyByName(name)?.symbol ?? null;
  // A choice for the name does not concern rows whose symbol is one of the directory and not that of another company.
  const isSure = symbol !== null && findCompany(symbol) !== null && (named === null || named === symbol);
  if (chosen?.symbol === null && !isSure) return { symbol: null, companyName: name };
  if (symbol !== null && (isSure || !chosen?.isChosen) && !isFirstWordOf(symbol, name))
    return { symbol, companyName: name };
  return { symbol: chosen?.symbol ?? named, companyName: name };
}

/** Removes the exchange's marks of a share without its payout after a name: `Ghani Glass LtdXD`, `Lucky Cement (XD)`. */
export const removeNameMarks = (name: string): string =>
  name.replace(/(?<=[\p{Ll}.)\s])[\s([-]{0,3}(?:X[DBR])+[)\]]?$/u, '').trim();

const LEGAL_FORM = /^(?:\(?(?:pvt|private)\.?\)?|company|co|corporation|limited|ltd|\W)+\.?$/i;

/** Returns whether a name is only the end of one, as in a name over two lines. */
export const isLegalForm = (name: string): boolean => name !== '' && LEGAL_FORM.test(name.trim());

/** The exchange's marks of a share without its payout, after a symbol: `HBLXD`, `OGDC-XD`. */
const MARKS = /[-_. ]?(?:X[DBR])+$/;

function parseSymbol(text: string): string | null {
  const printed = text.trim().toUpperCase();
  if (printed === '') return null;
  const unmarked = printed.replace(MARKS, '');
  const symbol = findCompany(printed) === null && findCompany(unmarked) !== null ? unmarked : printed;
  if (!SYMBOL_PATTERN.test(symbol)) throw new RowRejection(`${quote(text)} is not a valid symbol.`);
  return symbol;
}

function matchBySymbol(symbol: string | null): MatchedCompany {
  if (symbol === null) throw new RowRejection('The company is missing.');
  const company = findCompany(symbol);
  if (!company) {
    throw new RowRejection(`${symbol} is not in the company directory. Add the company name.`);
  }
  return { symbol, companyName: company.name };
}

/** Our lists show the first word of a name in place of a missing symbol, so an import may contain it as a symbol. */
const isFirstWordOf = (symbol: string, name: string) =>
  symbol === name.split(' ')[0]?.toUpperCase() && findCompany(symbol) === null;

/** Parses an amount in rupees to two decimals. Returns `null` if it is blank. */
export function parseFaceValue(text: string): string | null {
  if (isBlank(text)) return null;
  const [matched, rupees = '', paisa = ''] =
    /^(?:r[se]\.?|pkr)?\s*(\d{1,7})(?:\.(\d{1,2})0*)?(?:\/[-=])?$/i.exec(cleanText(text)) ?? [];
  if (matched === undefined || Number(`${rupees}.${paisa}`) === 0) {
    throw new RowRejection(`The face value ${quote(text)} is not an amount in rupees, such as 10 or 0.50.`);
  }
  return `${Number(rupees)}.${paisa.padEnd(2, '0')}`;
}

/** Splits a date with an optional time: `August 10, 2026 4:15 PM`, `2026-08-10 16:15`. */
export function splitTimestamp(text: string, part: string): { date: string; time: string | null } {
  const [, date = text, time = ''] =
    /^(.*?\d{4}|\d{4}-\d{2}-\d{2})(?:T|[\s,]+)(\d{1,2}[:.]\d{2}.*)$/.exec(text.trim()) ?? [];
  const isPadded = /^\d{2}:\d{2}(?::\d{2})?$/.test(time);
  return { date: requireDate(date, part), time: parseOptionalTime(time, isPadded ? '24-hour' : undefined) };
}

/** Parses the timestamp of an announcement, whose time may be in a column of its own. Returns `null` if it is blank. */
export function parseAnnouncedAt(text: string, timeText = ''): string | null {
  if (isBlank(text)) return null;
  const instant = parseInstant(text);
  if (instant) return instant.toISOString();
  // Fractions of seconds, and midnight of a database column that has only a date.
  const plain = text.trim().replace(/(?<=\d{2}:\d{2}:\d{2})\.\d{1,9}$/, '');
  const { date, time } = splitTimestamp(plain, 'date of the announcement');
  const isDateOnly = time === null || time === '00:00:00';
  return toTimestamp(date, isDateOnly ? (parseOptionalTime(timeText) ?? time) : time);
}

/** The values that a row may have; `undefined` is not part of the file. */
type Given<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

/** Thrown for a payout that cannot be a closure yet. It is announced before the exchange publishes the dates, or it needs none. */
export const omitWithoutClosure = () =>
  new RowOmission(
    'The payout has no book closure yet. Import the file again when the exchange has published its dates.',
  );

export const makeMeeting = (
  company: MatchedCompany,
  meetingDate: LocalDate,
  values: Given<MeetingValues>,
  reference: string | null = null,
): EventRecord => ({
  ...company,
  date: meetingDate,
  reference,
  values: { ...company, state: 'meeting', meetingDate, ...omit(values, undefined) },
});

/** Makes the record of a closure. Throws `RowRejection` if its dates contradict each other. */
export function makeClosure(
  company: MatchedCompany,
  bcFrom: LocalDate,
  values: Given<ClosureValues>,
  reference: string | null = null,
): EventRecord {
  checkOrder(bcFrom, values.bcTo ?? null);
  checkExDate(values.exDate ?? null, bcFrom);
  return {
    ...company,
    date: bcFrom,
    reference,
    values: { ...company, bcFrom, ...omit(values, undefined) },
  };
}

/** Throws `RowRejection` for a closure that ends before it begins. */
function checkOrder(from: string, to: string | null): void {
  if (to !== null && to < from)
    throw new RowRejection(`The closure ends on ${to}, before it begins on ${from}.`);
}

/** An ex-date is one or two trading days before its closure; more than a month is a mistake, even with many holidays. */
const MAX_DAYS_BEFORE = 31;

/** Throws `RowRejection` for a published ex-date that is impossible for a closure from `bcFrom`. */
function checkExDate(exDate: string | null, bcFrom: string): void {
  if (exDate === null) return;
  if (exDate > bcFrom)
    throw new RowRejection(`The ex-date ${exDate} is after the first day of the closure, ${bcFrom}.`);
  if (exDate < addDays(bcFrom, -MAX_DAYS_BEFORE)) {
    throw new RowRejection(
      `The ex-date ${exDate} is more than ${MAX_DAYS_BEFORE} days before the first day of the closure, ${bcFrom}.`,
    );
  }
}

/** Leaves out values that a row does not have, so that its import does not clear those of an existing event. */
export const omitNull = <Values extends object>(values: Values) =>
  omit(values, null) as { [Name in keyof Values]?: NonNullable<Values[Name]> };

const omit = (values: object, absent: null | undefined): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== absent));

/**
 * Returns the reasons why an administrator must confirm a record, as sentences. Our own layout may name companies that the
 * directory lacks and payouts in other words, because its rows are written for this import. Filings are confirmed one by
 * one in any case.
 */
export function getRecordDoubts(record: EventRecord, { isTezi }: { isTezi: boolean }): string[] {
  const { values, symbol, companyName } = record;
  const doubts = [...(record.doubts ?? [])];
  // Nothing is stored without a symbol unless an administrator, or our own layout, says that the company has none.
  if (symbol === null && !record.isWithoutSymbol) doubts.push(describeUnlisted(symbol, companyName));
  if ('state' in values && values.state === 'waiting') return doubts;
  const chosen = findPrintedCompany(companyName);
  const named = chosen?.symbol ? findCompany(chosen.symbol) : findCompanyByName(companyName);
  if (symbol !== null && named !== null && named.symbol !== symbol && findCompany(companyName) === null)
    doubts.push(
      `The symbol ${symbol} and the name ${quote(companyName)} (${named.symbol}) are of two companies.`,
    );
  if (isTezi) return doubts;
  const own = symbol === null ? null : findCompany(symbol);
  const shareClass = findShareClass(companyName);
  if (own !== null && shareClass !== '' && shareClass !== findShareClass(own.name))
    doubts.push(
      `The name ${quote(companyName)} is not that of the ordinary shares, and the symbol ${symbol} is.`,
    );
  if (symbol !== null && findCompany(symbol) === null) doubts.push(describeUnlisted(symbol, companyName));
  if ('payout' in values && parsePayout(values.payout ?? '') === null && !isOnlySplit(values.payout ?? ''))
    doubts.push(`${quote(values.payout ?? '')} cannot be read as a payout.`);
  if ('bcFrom' in values) doubts.push(...getClosureDoubts(values));
  return [...new Set(doubts)];
}

const MAX_CLOSURE_DAYS = 60;
/** An ex-date is one or two trading days before its closure; Eid adds up to ten days. */
const MAX_EX_DAYS = 14;

/** Returns doubts about dates that are valid but implausible, such as those whose day and month are swapped. */
function getClosureDoubts({ bcFrom = '', bcTo, exDate, announcedAt }: Partial<ClosureValues>): string[] {
  return [
    ...(bcTo && bcTo > addDays(bcFrom, MAX_CLOSURE_DAYS)
      ? [`The closure is longer than ${MAX_CLOSURE_DAYS} days.`]
      : []),
    ...(exDate && exDate < addDays(bcFrom, -MAX_EX_DAYS) ? [describeUnusualExDate(exDate)] : []),
    ...(announcedAt && toKarachiDate(new Date(announcedAt)) > bcFrom
      ? ['The closure starts before its announcement.']
      : []),
  ];
}

export const describeUnusualExDate = (exDate: string): string =>
  `${formatShortDate(exDate)} is unusual as the ex-date of this closure.`;

const describeUnlisted = (symbol: string | null, name: string): string =>
  `${symbol ?? quote(name)} is not in the company directory.${describeSimilar(name)}`;
