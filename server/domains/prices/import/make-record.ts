import type { LocalDate } from '#contract/dates.ts';
import { SYMBOL_PATTERN } from '#contract/market/companies.ts';
import { INDEX_CODES } from '#contract/market/prices.ts';
import { cleanText, quote, RowRejection } from '#server/domains/imports/imports.ts';
import { findCompany } from '#server/domains/market/market.ts';
import type { BarValues, PriceRecord } from './price-records.ts';

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
