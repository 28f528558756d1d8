import {
  type Cells,
  describeSimilar,
  findPrintedCompany,
  ID_COLUMNS,
  NAME_COLUMNS,
  quote,
  RowOmission,
  RowRejection,
  SYMBOL_COLUMNS,
} from '#features/imports/server/parsing.ts';
import { SYMBOL_PATTERN } from '#features/market/contract/companies.ts';
import { findCompany, findCompanyByName } from '#features/market/server/companies.ts';
import { checkIsShare, splitName, splitSymbol } from './instruments.ts';

/** A table with one of these names the company of each row, so that a line above it does not. */
export const COMPANY = [...SYMBOL_COLUMNS, ...NAME_COLUMNS, ...ID_COLUMNS];

/**
 * Returns the symbol of a row, or that of its company's name, which may have the suffix. Columns of symbols have names too, as on the
 * exchange's market summary. Throws `RowRejection` for a name that is not in the directory, and `RowOmission` for a heading.
 */
export function readSymbol(row: Cells): { symbol: string; suffix: string | null } {
  const symbol = row.findGiven(...SYMBOL_COLUMNS);
  const given = symbol || row.findGiven(...NAME_COLUMNS);
  if (given === '') return splitSymbol(readId(row));
  const marked = splitSymbol(given);
  if (findCompany(marked.symbol) !== null) return marked;
  if (row.describe({ isRead: true }).length === 1) throw new RowOmission('The line is a heading.');
  const { name, suffix } = splitName(given);
  const chosen = findPrintedCompany(given)?.symbol ?? findPrintedCompany(name)?.symbol;
  if (chosen) return { symbol: chosen, suffix };
  const isName = /\p{L}{2}/u.test(given) && !SYMBOL_PATTERN.test(marked.symbol);
  if (symbol !== '' && !isName) return marked;
  const company = findCompanyByName(name);
  if (company !== null) return { symbol: company.symbol, suffix };
  // A name without spaces can be a symbol that the directory lacks.
  if (SYMBOL_PATTERN.test(marked.symbol)) return marked;
  checkIsShare({ symbol: '', name });
  throw new RowRejection(
    `${quote(name)} is not in the company directory.${describeSimilar(name)} Choose the company, or add a column with its symbol.`,
    name,
  );
}

/** Returns the symbol in the column of IDs, which programs also call it. `786` is a symbol too, but a column of numbers is not. */
function readId(row: Cells): string {
  const id = row.findGiven(...ID_COLUMNS);
  if (id === '') throw new RowRejection('The company is missing.');
  if (/^\d+$/.test(id))
    throw new RowRejection(`${quote(id)} is a number, not a symbol. Name the company in a column "symbol".`);
  return id;
}
