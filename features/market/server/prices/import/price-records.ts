import { type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Values } from '#features/imports/server/imports.ts';
import {
  cleanText,
  type ImportRecord,
  isBlank,
  type LayoutCatalog,
  type ParsedRow,
  parseDate,
  quote,
  RowRejection,
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

const AMOUNT = /^(\d{1,3}(?:,\d{3})+|\d{1,8})(?:\.(\d{1,2})0*)?$/;

/** Parses a required price or index value with at most two decimals: `1,234.5` becomes `1234.50`. */
export function requireAmount(text: string, part: string): string {
  const amount = parseOptionalAmount(text, part);
  if (amount === null) throw new RowRejection(`The ${part} is missing.`);
  return amount;
}

/** Parses a price. Returns `null` if it is blank or zero, which the exchange writes for a day without trades. */
export function parseOptionalAmount(text: string, part: string): string | null {
  if (isBlank(text)) return null;
  const [matched, whole = '', decimals = ''] = AMOUNT.exec(cleanText(text)) ?? [];
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
  /** Numeric dates with slashes are month first: one has a day above 12 in second place, and none in first place. */
  isMonthFirst: boolean;
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
  const fileDate = toDate(/\d{4}-\d{2}-\d{2}/.exec(fileName)?.[0] ?? '');
  return {
    fileDate,
    isMonthFirst: isMonthFirst(content),
    symbol: findSymbol(lines, fileName),
    date: lines.map(toDate).find((date) => date !== null) ?? fileDate,
  };
}

const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/g;

function isMonthFirst(content: string): boolean {
  let isFound = false;
  for (const [, first, second] of content.matchAll(SLASHED)) {
    if (Number(first) > 12) return false;
    isFound ||= Number(second) > 12;
  }
  return isFound;
}

const SECOND_MS = 1000;

/** Parses the date of a row: also `21JAN2021`, Unix seconds or milliseconds, and month first if the whole file has such dates. */
export function parsePriceDate(text: string, context: Pick<FileContext, 'isMonthFirst'>): LocalDate {
  const cleaned = cleanText(text);
  if (/^\d{10}(?:\d{3})?$/.test(cleaned))
    return toKarachiDate(new Date(Number(cleaned) * (cleaned.length === 10 ? SECOND_MS : 1)));
  const dayFirst = context.isMonthFirst
    ? cleaned.replace(/^(\d{1,2})\/(\d{1,2})\/(?=\d{4})/, '$2/$1/')
    : cleaned;
  return requireDate(dayFirst.replace(/^(\d{1,2})([A-Za-z]{3})(\d{4})$/, '$1 $2 $3'), 'date');
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
