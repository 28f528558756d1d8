import { SYMBOL_PATTERN } from '#contract/market/companies.ts';
import { parseText, quote, RowRejection } from '#server/domains/imports/imports.ts';
import { findCompany, findCompanyByName } from '#server/domains/market/market.ts';

export interface MatchedCompany {
  symbol: string | null;
  companyName: string;
}

/**
 * Matches the symbol or the name of a row to a company, or both. Names are stored as received; the directory adds the symbol
 * for a name, or the name for a symbol. Throws `RowRejection` if the row has neither.
 */
export function matchCompany(row: { symbol?: string; name?: string }): MatchedCompany {
  const symbol = parseSymbol(row.symbol ?? '');
  const name = parseText('company name', row.name);
  if (name === null) return matchBySymbol(symbol);
  if (symbol === null && isLegalForm(name)) throw new RowRejection('The name of the company is incomplete.');
  if (symbol !== null && !isFirstWordOf(symbol, name)) return { symbol, companyName: name };
  return { symbol: findCompanyByName(name)?.symbol ?? null, companyName: name };
}

const LEGAL_FORM = /^(?:\(?(?:pvt|private)\.?\)?|company|co|corporation|limited|ltd|\W)+\.?$/i;

/** Returns whether a name is only the end of one, as in a name over two lines. */
export const isLegalForm = (name: string): boolean => name !== '' && LEGAL_FORM.test(name.trim());

function parseSymbol(text: string): string | null {
  const symbol = text.trim().toUpperCase();
  if (symbol === '') return null;
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
