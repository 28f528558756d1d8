import type { LocalDate } from '#contract/dates.ts';
import { SYMBOL_PATTERN } from '#contract/market/companies.ts';
import { parseDate } from '#server/domains/imports/imports.ts';
import { findCompany, findCompanyByName } from '#server/domains/market/market.ts';
import { parseIndexCode } from './make-record.ts';

/** What the name of a file, or a line above its table, says about all of its rows. */
export interface FileContext {
  symbol: string | null;
  date: LocalDate | null;
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
  return {
    symbol: findFirst(lines, toSymbol) ?? toSymbolOfFile(fileName),
    date: findFirst(lines, toDate) ?? toDate(/\d{4}-\d{2}-\d{2}/.exec(fileName)?.[0] ?? ''),
  };
}

/** Returns whether text between tables names a company, an index or a date. */
export const isContextLine = (text: string): boolean => toSymbol(text) !== null || toDate(text) !== null;

function toSymbol(line: string): string | null {
  const company = findCompany(line) ?? findCompanyByName(line);
  return company?.symbol ?? parseIndexCode(line);
}

/** A file may be named after a symbol that the directory lacks. */
function toSymbolOfFile(fileName: string): string | null {
  const name = fileName.replace(/(?:\.(?:json|csv|txt|html?))+$/i, '');
  const symbol = toSymbol(name);
  if (symbol !== null) return symbol;
  return /\d{4}-/.test(name) || !SYMBOL_PATTERN.test(name) ? null : name;
}

function toDate(text: string): LocalDate | null {
  if (!/\d{4}/.test(text)) return null;
  const result = parseDate(text);
  return 'date' in result ? result.date : null;
}

function findFirst<T>(lines: readonly string[], find: (line: string) => T | null): T | null {
  for (const line of lines) {
    const found = find(line);
    if (found !== null) return found;
  }
  return null;
}
