import {
  type Cells,
  describeSimilar,
  findPrintedCompany,
  quote,
  RowRejection,
} from '#features/imports/server/parsing.ts';
import { findCompany, findCompanyByName } from '#features/market/server/companies.ts';
import { checkIsShare, splitSymbol } from './instruments.ts';

export const SYMBOL = [
  'symbol',
  'ticker',
  'scrip',
  'symbol_code',
  'stock',
  'stock_symbol',
  'company_symbol',
  'code',
  'company_code',
  'security_code',
  'security_symbol',
  'stock_code',
  'scrip_code',
  'scrip_symbol',
];
export const NAME = [
  'company',
  'company_name',
  'name',
  'security',
  'security_name',
  'stock_name',
  'scrip_name',
  'issuer',
  'instrument',
];
/** Columns that may have symbols or the numbers of the rows. */
const ID = ['id', 'company_id', 'security_id', 'stock_id', 'scrip_id'];
/** A table with one of these names the company of each row, so that a line above it does not. */
export const COMPANY = [...SYMBOL, ...NAME, ...ID];
/** Returns the symbol of a row, or that of its company's name. Throws `RowRejection` for a name that is not in the directory. */
export function readSymbol(row: Cells): string {
  const symbol = row.findGiven(...SYMBOL);
  if (symbol !== '') return symbol;
  const name = row.findGiven(...NAME);
  if (name === '') return readId(row);
  const chosen = findPrintedCompany(name)?.symbol;
  if (chosen) return chosen;
  const company = findCompany(splitSymbol(name).symbol) ?? findCompanyByName(name);
  // A name without spaces can be a symbol that the directory lacks.
  if (company === null && /^[0-9A-Z][0-9A-Z.-]{1,11}$/.test(name)) return name;
  if (company === null) {
    checkIsShare({ symbol: '', name });
    throw new RowRejection(
      `${quote(name)} is not in the company directory.${describeSimilar(name)} Choose the company, or add a column with its symbol.`,
      name,
    );
  }
  return company.symbol;
}

/** Returns the symbol in the column of IDs, which programs also call it. `786` is a symbol too, but a column of numbers is not. */
function readId(row: Cells): string {
  const id = row.findGiven(...ID);
  if (id === '') throw new RowRejection('The company is missing.');
  if (/^\d+$/.test(id))
    throw new RowRejection(`${quote(id)} is a number, not a symbol. Name the company in a column "symbol".`);
  return id;
}
