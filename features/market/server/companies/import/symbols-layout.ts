import type { Repairs } from '#features/imports/contract/imports.ts';
import {
  type Cells,
  type ColumnLayout,
  cleanText,
  type ImportRecord,
  type LayoutCatalog,
  parseText,
  quote,
  type RecognizedFile,
  RowOmission,
  RowRejection,
  recognizeLayout,
} from '#features/imports/server/parsing.ts';
import { isIsin, SYMBOL_PATTERN } from '#features/market/contract/companies.ts';
import { findSectorCode, isRight } from '#features/market/server/companies.ts';

/** A company of the exchange's list. The sector and the ISIN are absent if the list has none. */
export interface CompanyRecord extends ImportRecord {
  symbol: string;
  /** Is `false` in a list that does not say which securities are debt: it adds no company. */
  canAdd: boolean;
  values: { name: string; sectorCode?: string; isin?: string };
}

/** The exchange's list of symbols: `[{"symbol", "name", "sectorName", "isETF", "isDebt", "isGEM"}, …]`, or a list with ISINs. It has no statuses. */
const symbolsLayout: ColumnLayout<CompanyRecord> = {
  kind: 'companies',
  name: 'List of symbols of the exchange',
  forms: ['json', 'table'],
  matches: (has) => has('symbol') && has('name') && (has('isin') || (has('sector_name') && has('is_debt'))),
  parse: parseSymbol,
};

const CATALOG: LayoutCatalog<CompanyRecord> = {
  columns: [symbolsLayout],
  texts: [],
  isContext: () => false,
  description:
    'Use the JSON list of symbols of the exchange, whose entries have symbol, name, sectorName, isETF and isDebt, or a table with symbol, name and isin.',
};

export const recognizeCompanies = (content: string, repairs?: Repairs): RecognizedFile<CompanyRecord> =>
  recognizeLayout(content, 'companies', CATALOG, repairs);

const BONDS = 'BILLS AND BONDS';
const FUTURE = /-(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)B?$/;

function parseSymbol(row: Cells): CompanyRecord {
  const symbol = row.get('symbol').trim();
  if (symbol === '') throw new RowRejection('The symbol is missing.');
  if (!SYMBOL_PATTERN.test(symbol))
    throw new RowRejection(`${quote(symbol)} is not a symbol of the exchange.`);
  const sectorName = cleanText(row.get('sector_name'));
  const isDebt = parseFlag(row, 'is_debt', 'isDebt');
  const isFund = parseFlag(row, 'is_etf', 'isETF');
  if (isDebt || sectorName.toUpperCase() === BONDS)
    throw new RowOmission('A debt security: the directory has companies and funds.');
  if (FUTURE.test(symbol)) throw new RowOmission('A future: the directory has companies and funds.');
  const name = parseText('company name', row.get('name'));
  if (name === null) throw new RowOmission('The list has no name for the symbol.');
  if (isRight({ symbol, name }))
    throw new RowOmission('A right to new shares: the directory has companies and funds.');
  const isin = row.get('isin').trim().toUpperCase();
  if (isin !== '' && !isIsin(isin))
    throw new RowRejection(`${quote(isin)} is not an ISIN: compare its 12 characters with the source.`);
  const sectorCode = sectorName === '' ? null : findSectorCode(sectorName);
  const doubts = [
    ...(sectorName !== '' && sectorCode === null
      ? [`${quote(sectorName)} is not one of the exchange's sectors, so the sector is left as it is.`]
      : []),
    ...(isFund && sectorCode !== null && sectorCode !== FUND_SECTOR
      ? [`The list has ${symbol} as an exchange-traded fund in another sector.`]
      : []),
  ];
  return {
    symbol,
    canAdd: row.find('is_debt') !== undefined,
    companyName: name,
    values: { name, ...(sectorCode === null ? {} : { sectorCode }), ...(isin === '' ? {} : { isin }) },
    doubts,
  };
}

const FUND_SECTOR = '0837';

function parseFlag(row: Cells, column: string, label: string): boolean {
  const text = row.get(column).trim().toLowerCase();
  if (text !== '' && text !== 'true' && text !== 'false')
    throw new RowRejection(`${label} is ${quote(text)}, not true or false.`);
  return text === 'true';
}
