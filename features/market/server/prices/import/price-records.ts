import { formatShortDate, getWeekday, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Values } from '#features/imports/server/imports.ts';
import {
  cleanText,
  type ImportRecord,
  isBlank,
  type LayoutCatalog,
  type ParsedRow,
  parseDate,
  quote,
  type RecognizedFile,
  RowRejection,
  readHtml,
  requireDate,
} from '#features/imports/server/parsing.ts';
import { SYMBOL_PATTERN } from '#features/market/contract/companies.ts';
import { INDEX_CODES } from '#features/market/contract/prices.ts';
import { findCompany, findCompanyOfHeading } from '#features/market/server/companies.ts';

/** The kinds of imports that write prices. */
export type PriceKind = 'prices' | 'index-values' | 'intraday-prices';

/** The values of a bar that files provide, and how they are stored. Each has a column of its name. */
export const BAR_FIELDS = {
  open: 'paisa',
  high: 'paisa',
  low: 'paisa',
  close: 'paisa',
  previousClose: 'paisa',
  volume: 'shares',
  suffix: 'text',
} as const;

/** Rupees with two decimals, and the volume in shares. */
export type BarValues = Record<keyof typeof BAR_FIELDS, string | null> & { close: string };

/** The row of a symbol or an index on a date. */
export interface PriceRecord extends ImportRecord {
  symbol: string;
  /** A point of the exchange's time series, whose closes may be restated for later changes of the number of shares. */
  isPoint?: true;
  /** If a close is restored as traded: the restated close, and by how much it was divided. */
  restated?: { close: string; divisor: number };
  date: LocalDate;
  /** `prices` are those of a day as JSON (`intraday.ts`). */
  values: Partial<BarValues> | { value: string } | { prices: string };
}

export type PriceRow = ParsedRow<PriceRecord>;
export type PriceCatalog = LayoutCatalog<PriceRecord>;

/** All values of a row after the import. */
export interface PriceWrite {
  symbol: string;
  date: LocalDate;
  isNew: boolean;
  values: Values;
}

/** Makes the record of a bar. Throws `RowRejection` for a symbol that cannot be one. */
export function makeBarRecord(symbolText: string, date: LocalDate, values: Partial<BarValues>): PriceRecord {
  const symbol = cleanText(symbolText).toUpperCase();
  if (symbol === '') throw new RowRejection('The symbol is missing.');
  if (!SYMBOL_PATTERN.test(symbol)) throw new RowRejection(`${quote(symbolText)} is not a valid symbol.`);
  if (parseIndexCode(symbol) !== null) {
    throw new RowRejection(`${symbol} is an index. Import it as index values.`);
  }
  return { symbol, companyName: findCompany(symbol)?.name ?? '', date, values };
}

/** Makes the record of an index value. Throws `RowRejection` for an index that is not stored. */
export function makeIndexRecord(indexText: string, date: LocalDate, value: string): PriceRecord {
  const symbol = parseIndexCode(indexText);
  if (symbol === null) {
    throw new RowRejection(`${quote(indexText)} is not one of the indices ${INDEX_CODES.join(', ')}.`);
  }
  return { symbol, companyName: '', date, values: { value } };
}

/** Parses `KSE100`, `KSE-100` and `kse 100 index`. Returns `null` for anything else. */
export function parseIndexCode(text: string): string | null {
  const code = cleanText(text)
    .toUpperCase()
    .replace(/\s*INDEX$/, '')
    .replace(/[\s-]/g, '');
  return INDEX_CODES.find((each) => each === code) ?? null;
}

/** The largest amount that fits the table: 21 million rupees or points. */
const MAX_PAISA = 2_147_483_647;

const AMOUNT = /^(\d{1,3}(?:,\d{3})+|\d{1,8}|(?=\.))(?:\.(\d{1,2})0*)?$/;

const NOISY = /^\d{1,7}\.(\d{6,20})$/;
const MAX_NOISE = 1e-9;
/** Above it, the nearest number of 32 bits can be that of two amounts. */
const MAX_FLOAT = 131_072;

/**
 * Rounds a number with the noise of floating-point arithmetic to paisa: `808.0999755859375`, which is 808.10 in 32 bits, and
 * `12.339999999999998`. Returns `null` for any other number, such as an adjusted price.
 */
export function removeNoise(text: string): string | null {
  const plain = cleanText(text).replace(/,(?=\d{3})/g, '');
  const [, decimals = ''] = NOISY.exec(plain) ?? [];
  if (decimals === '' || AMOUNT.test(plain)) return null;
  const rounded = Number(plain).toFixed(2);
  const isFloat =
    Number(rounded) < MAX_FLOAT &&
    Math.fround(Number(rounded)).toFixed(decimals.length) === Number(plain).toFixed(decimals.length);
  return isFloat || Math.abs(Number(plain) - Number(rounded)) < MAX_NOISE ? rounded : null;
}

/** Parses a required price or index value with at most two decimals: `1,234.5` becomes `1234.50`. */
export function requireAmount(text: string, part: string): string {
  const amount = parseOptionalAmount(text, part);
  if (amount === null) throw new RowRejection(`The ${part} is missing.`);
  return amount;
}

/** Parses a price. Returns `null` if it is blank or zero, which the exchange writes for a day without trades. */
export function parseOptionalAmount(text: string, part: string): string | null {
  if (isBlank(text)) return null;
  const [matched, whole = '', decimals = ''] = AMOUNT.exec(removeNoise(text) ?? cleanText(text)) ?? [];
  if (matched === undefined) {
    throw new RowRejection(`The ${part} ${quote(text)} is not an amount with at most two decimals.`);
  }
  const paisa = Number(whole.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'));
  if (paisa > MAX_PAISA) throw new RowRejection(`The ${part} ${quote(text)} is too large.`);
  return paisa === 0 ? null : formatPaisa(paisa);
}

/** Parses a number of shares. Returns `null` if it is blank. */
export function parseVolume(text: string): string | null {
  if (isBlank(text)) return null;
  const cleaned = cleanText(text);
  // A rounded number, `1.25M`, is not the volume.
  if (/^\d{1,4}(?:\.\d{1,3})?[KMB]$/i.test(cleaned)) return null;
  if (!/^(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.0+)?$/.test(cleaned)) {
    throw new RowRejection(`The volume ${quote(text)} is not a number of shares.`);
  }
  return String(Number(cleaned.replaceAll(',', '')));
}

/** Formats paisa as rupees: 123450 becomes `1234.50`. */
export function formatPaisa(paisa: number): string {
  return `${Math.floor(paisa / 100)}.${String(paisa % 100).padStart(2, '0')}`;
}

/** What the name of a file, or a line above its table, says about all of its rows. */
export interface FileContext {
  symbol: string | null;
  date: LocalDate | null;
  /** The date in the name of the file. */
  fileDate: LocalDate | null;
  /** The reasons why current prices may not be the closes of the date. */
  dateDoubts: string[];
  order: DateOrder;
}

interface DateOrder {
  isMonthFirst: boolean;
  /** No date of the file shows whether its numeric dates are day or month first. */
  isUnclear: boolean;
  /** The date above the table is such a date. */
  isAbove?: boolean;
}

/** The number of lines above a table that may name a symbol or a date. */
const MAX_LINES_ABOVE = 5;
const MAX_LINE_LENGTH = 200;

/** Reads the symbol and the date above the table, else in the file name: `MARI.json`, `market-watch-2026-09-29.html`. */
export function readFileContext(fileName: string, content: string): FileContext {
  const lines = content
    .split('\n', MAX_LINES_ABOVE)
    .map((line) => line.slice(0, MAX_LINE_LENGTH).trim())
    .filter((line) => line !== '');
  const headings = listHeadings(content) ?? lines;
  // A line such as "Downloaded 20/11/2026" says nothing about the rows.
  const rows = content.split('\n').filter((line) => !OTHER_DATE.test(line.slice(0, MAX_LINE_LENGTH)));
  const found = findDateOrder(rows.join('\n'));
  const isNumeric = (line: string) => line.search(NUMERIC) >= 0 && findDates(line, found).length > 0;
  const order = { ...found, isAbove: headings.some(isNumeric) };
  const dates = new Set(headings.flatMap((line) => findDates(line, order)));
  const [date = null] = dates;
  const fileDate = toDate(/\d{4}-\d{2}-\d{2}/.exec(fileName)?.[0] ?? '');
  return {
    fileDate,
    order,
    symbol: findSymbol(lines, fileName),
    date: dates.size === 1 ? date : dates.size === 0 ? fileDate : null,
    dateDoubts: getDateDoubts(content, headings, date),
  };
}

const HEADING_DATE =
  /(?<![\w./-])(?:\d{4}-\d{2}-\d{2}|\d{1,2}([./-])\d{1,2}\1\d{4}|\d{1,2}(?:st|nd|rd|th)?[ -][a-z]{3,9}\.?,?[ -]\d{4}|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4})(?!\d)/gi;
/** A heading with such words has the date on which the file was made. */
const OTHER_DATE = /\b(?:generated|printed|downloaded|created|exported|published|copyright|previous|next)\b/i;

/** Finds the dates in a heading: `Market Summary as of Friday, 20 Nov 2026 5:05 PM`. A line with columns is no heading. */
function findDates(line: string, order: DateOrder): LocalDate[] {
  if (OTHER_DATE.test(line) || /[\t|;"{}]|,\S/.test(line)) return [];
  return [...line.matchAll(HEADING_DATE)].flatMap(([text]) => toDate(reorder(text, order)) ?? []);
}

/** Lists the texts of a page above its first table with several rows, and the titles in it. Returns `null` for any other file. */
function listHeadings(content: string): string[] | null {
  const start = content.slice(0, MAX_HEAD_LENGTH);
  if (!/^\s*<(?!\?)/.test(start)) return null;
  const texts: string[] = [];
  for (const part of readHtml(start)) {
    if (typeof part === 'string') texts.push(part);
    else {
      const titles = part.map(({ cells }) => cells.filter((cell) => cell !== ''));
      const end = titles.findIndex((cells) => cells.length > 1);
      texts.push(...titles.slice(0, Math.max(end, 0)).flat());
      if (part.length >= MIN_TABLE_ROWS) break;
    }
  }
  return texts.map((text) => text.slice(0, MAX_LINE_LENGTH));
}

/** The menus of a page precede its heading. */
const MAX_HEAD_LENGTH = 400_000;
const MIN_TABLE_ROWS = 3;

/** The market closes at 15:30 on most days, on Fridays at 16:30. */
function getDateDoubts(content: string, headings: readonly string[], date: LocalDate | null): string[] {
  const [, status = ''] = /\bstatus:?\s*(?:<[^>]{0,100}>\s*)*(open|closed)\b/i.exec(content) ?? [];
  const [heading, hour, minutes, half = ''] =
    headings
      .filter((line) => findDates(line, { isMonthFirst: false, isUnclear: false }).length > 0)
      .map((line) => /(?<![\d:])(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap])?\.?m?\b/i.exec(line))
      .find((match) => match !== null) ?? [];
  const isAfternoon = half.toLowerCase() === 'p';
  const time =
    heading === undefined
      ? null
      : (Number(hour) % (half ? 12 : 24)) + (isAfternoon ? 12 : 0) + Number(minutes) / 60;
  const close = date !== null && getWeekday(date) === FRIDAY ? 16.5 : 15.5;
  const isEarly = time !== null && time < close && status.toLowerCase() !== 'closed';
  return status.toLowerCase() === 'open' || isEarly
    ? ['The page was saved before the end of trading, so that its current prices may not be the closes.']
    : [];
}

const FRIDAY = 5;

const NUMERIC = /(?<![\d/-])(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?!\d)/g;
const TWELVE = 12;

/** Dates are day first unless one has a day above 12 in second place, and none in first place. */
function findDateOrder(content: string): DateOrder {
  const dates = [...content.matchAll(NUMERIC)].map(([, first, , second, year]) =>
    [first, second, year].map(Number),
  );
  const hasDay = (place: 0 | 1) => dates.some((date) => (date[place] ?? 0) > TWELVE);
  if (hasDay(0) || hasDay(1)) return { isMonthFirst: !hasDay(0), isUnclear: hasDay(0) && hasDay(1) };
  // The days of a file are closer to each other than the same days of several months.
  const measure = (day: 0 | 1) => {
    const times = dates
      .map((date) => Date.UTC(date[2] ?? 0, (date[1 - day] ?? 1) - 1, date[day]))
      .sort((a, b) => a - b);
    return (times.at(-1) ?? 0) - (times[0] ?? 0);
  };
  return { isMonthFirst: measure(1) < measure(0), isUnclear: dates.length > 0 };
}

const reorder = (text: string, { isMonthFirst }: DateOrder): string =>
  isMonthFirst ? text.replace(/^(\d{1,2})([/-])(\d{1,2})\2(?=\d{4})/, '$3$2$1$2') : text;

/** Lets the rows wait whose date can also be that of another month. */
export function doubtDateOrder(
  file: RecognizedFile<PriceRecord>,
  { order }: FileContext,
): RecognizedFile<PriceRecord> {
  if (!order.isUnclear) return file;
  return {
    ...file,
    *rows(context) {
      for (const rows of file.rows(context))
        yield rows.map((row) => (order.isAbove || row.text.search(NUMERIC) >= 0 ? doubtRow(row) : row));
    },
  };
}

function doubtRow(row: PriceRow): PriceRow {
  if (!('record' in row)) return row;
  const { date, doubts = [] } = row.record;
  const [year = '', month = '', day = ''] = date.split('-');
  if (Number(day) > TWELVE || day === month) return row;
  const doubt = `The numeric dates of the file can be day or month first: ${formatShortDate(date)} can be ${formatShortDate(`${year}-${day}-${month}`)}.`;
  return { ...row, record: { ...row.record, doubts: [...doubts, doubt] } };
}

const SECOND_MS = 1000;

/** Parses the date of a row: also `21JAN2021`, Unix seconds or milliseconds, and month first if the whole file has such dates. */
export function parsePriceDate(text: string, { order }: Pick<FileContext, 'order'>): LocalDate {
  const cleaned = cleanText(text);
  if (/^\d{10}(?:\d{3})?$/.test(cleaned))
    return toKarachiDate(new Date(Number(cleaned) * (cleaned.length === 10 ? SECOND_MS : 1)));
  return requireDate(reorder(cleaned, order).replace(/^(\d{1,2})([A-Za-z]{3})(\d{4})$/, '$1 $2 $3'), 'date');
}

/** Returns whether text between tables names a company, an index or a date. */
export const isContextLine = (text: string): boolean => toSymbol(text) !== null || toDate(text) !== null;

const toSymbol = (line: string): string | null => findCompanyOfHeading(line)?.symbol ?? parseIndexCode(line);

/** Returns the symbol that the lines name, else that of the file. Several symbols are none. */
function findSymbol(lines: readonly string[], fileName: string): string | null {
  const symbols = new Set(lines.map(toSymbol).filter((symbol) => symbol !== null));
  if (symbols.size === 0) return toSymbolOfFile(fileName);
  const [symbol = null] = symbols;
  return symbols.size === 1 ? symbol : null;
}

/** A file may be named after a symbol that the directory lacks. */
function toSymbolOfFile(fileName: string): string | null {
  const name = fileName.replace(/(?:\.(?:json|csv|txt|html?))+$/i, '');
  const symbol = toSymbol(name.toUpperCase());
  if (symbol !== null) return symbol;
  return /\d{4}-/.test(name) || !SYMBOL_PATTERN.test(name) ? null : name;
}

function toDate(text: string): LocalDate | null {
  if (!/\d{4}/.test(text)) return null;
  const result = parseDate(text);
  return 'date' in result ? result.date : null;
}
