import { SYMBOL_PATTERN } from '#contract/market/companies.ts';
import { quoted } from '#server/domains/corporate-actions/import/parse/quoted.ts';
import { RowRefusal } from '#server/domains/corporate-actions/import/parse/records.ts';
import { textOf } from '#server/domains/corporate-actions/import/parse/to-text.ts';
import { findCompany, findCompanyByName } from '#server/domains/market/market.ts';

export interface NamedCompany {
  symbol: string | null;
  companyName: string;
}

/**
 * The company of a row, by its symbol, its name or both. Names stay as they came; the directory adds the symbol of a name,
 * or the name of a symbol. Throws `RowRefusal` when the row names none.
 */
export function nameCompany(given: { symbol?: string; name?: string }): NamedCompany {
  const symbol = symbolOf(given.symbol ?? '');
  const name = textOf('company name', given.name);
  if (name === null) return byDirectory(symbol);
  if (symbol !== null && !isMadeOfName(symbol, name)) return { symbol, companyName: name };
  return { symbol: findCompanyByName(name)?.symbol ?? null, companyName: name };
}

function symbolOf(text: string): string | null {
  const symbol = text.trim().toUpperCase();
  if (symbol === '') return null;
  if (!SYMBOL_PATTERN.test(symbol)) throw new RowRefusal(`${quoted(text)} is no symbol of the exchange.`);
  return symbol;
}

function byDirectory(symbol: string | null): NamedCompany {
  if (symbol === null) throw new RowRefusal('No company is named.');
  const company = findCompany(symbol);
  if (!company) {
    throw new RowRefusal(`The directory does not know ${symbol}: give the company's name as well.`);
  }
  return { symbol, companyName: company.name };
}

/** Lists show the first word of a name where there is no symbol, and may come back with it. */
const isMadeOfName = (symbol: string, name: string) =>
  symbol === name.split(' ')[0]?.toUpperCase() && findCompany(symbol) === null;
