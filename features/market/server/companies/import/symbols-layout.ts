import type { Repairs } from '#features/imports/contract/imports.ts';
import {
  type Cells,
  type ColumnLayout,
  cleanText,
  type ImportRecord,
  type LayoutCatalog,
  type ParsedRow,
  parseText,
  quote,
  type RecognizedFile,
  RowOmission,
  RowRejection,
  recognizeLayout,
} from '#features/imports/server/parsing.ts';
import { isIsin, SYMBOL_PATTERN } from '#features/market/contract/companies.ts';
import {
  findCompany,
  findSectorCode,
  findSectorName,
  isRight,
  listCompanies,
} from '#features/market/server/companies.ts';
import { COMPANY_CHANGES } from '#features/market/server/company-status.ts';
import { checkIsShare, FUTURE_SYMBOL } from '#features/market/server/prices/import/instruments.ts';

/** A company of the exchange's list. The sector and the ISIN are absent if the list has none. */
export interface CompanyRecord extends ImportRecord {
  symbol: string;
  /** Is `false` in a list of names and ISINs alone, which does not say which securities are debt: it adds no company. */
  canAdd: boolean;
  values: { name: string; sectorCode?: string; isin?: string };
}

const SYMBOL = ['symbol', 'ticker'];
const NAME = ['name', 'company_name', 'company'];
const SECTOR = ['sector_name', 'sector', 'sector_code'];

/** The exchange's list of symbols: `[{"symbol", "name", "sectorName", "isETF", "isDebt", "isGEM"}, …]`, or a list with ISINs. It has no statuses. */
const createSymbolsLayout = (onNewForm: () => void): ColumnLayout<CompanyRecord> => ({
  kind: 'companies',
  name: 'List of symbols of the exchange',
  forms: ['json', 'table'],
  matches: (has) =>
    has(...SYMBOL) && has(...NAME) && has(...SECTOR, 'is_debt', 'isin') && !has('date', 'close'),
  parse(row) {
    if (row.find('is_gem') !== undefined) onNewForm();
    return parseSymbol(row);
  },
});

/** Recognizes a list of symbols. Its symbols together show which of them are rights, and whether it is older than the directory. */
export function recognizeCompanies(content: string, repairs?: Repairs): RecognizedFile<CompanyRecord> {
  let isNewForm = false;
  const catalog: LayoutCatalog<CompanyRecord> = {
    columns: [
      createSymbolsLayout(() => {
        isNewForm = true;
      }),
    ],
    texts: [],
    isContext: () => false,
    description:
      'Use the JSON list of symbols of the exchange, or a table with symbol, name and sector, or symbol, name and isin.',
  };
  const file = recognizeLayout(content, 'companies', catalog, repairs);
  return {
    ...file,
    *rows(context) {
      const rows = [...file.rows(context)].flat();
      const symbols = new Set(rows.flatMap((row) => ('record' in row ? [row.record.symbol] : [])));
      const directory = { has: (symbol: string) => symbols.has(symbol) || findCompany(symbol) !== null };
      const doubts = listAgeDoubts(symbols, isNewForm);
      for (const row of rows) yield [judgeRow(row, directory, doubts)];
    },
  };
}

function judgeRow(
  row: ParsedRow<CompanyRecord>,
  directory: { has: (symbol: string) => boolean },
  doubts: readonly string[],
): ParsedRow<CompanyRecord> {
  if (!('record' in row)) return row;
  const { record, ...rest } = row;
  if (isRight({ symbol: record.symbol, name: record.values.name }, directory))
    return { ...rest, omission: 'A right to new shares: the directory has companies and funds.' };
  return {
    ...rest,
    record: { ...record, doubts: [...(record.doubts ?? []), ...(record.canAdd ? doubts : [])] },
  };
}

/** A shorter list is a part of one. */
const MIN_WHOLE_LIST = 100;
const MAX_MISSING_SHARE = 0.01;

/** Returns the reason why a list is older than the directory: the exchange's list keeps all symbols, also those of former companies. */
function listAgeDoubts(symbols: ReadonlySet<string>, isNewForm: boolean): string[] {
  const companies = listCompanies();
  const missing = companies.filter(({ symbol }) => !symbols.has(symbol)).length;
  const isShort = symbols.size >= MIN_WHOLE_LIST && missing > companies.length * MAX_MISSING_SHARE;
  const renamed = [...symbols].find((symbol) => {
    const successor = COMPANY_CHANGES.get(symbol)?.successor ?? null;
    return successor !== null && !symbols.has(successor);
  });
  if (isShort) return [`The list lacks ${missing} companies of the directory, so it may be older.`];
  return renamed === undefined || isNewForm
    ? []
    : [`The list has ${renamed}, but not its successor, so it may be older than the directory.`];
}

const BONDS = 'BILLS AND BONDS';

function parseSymbol(row: Cells): CompanyRecord {
  const symbol = row.get(...SYMBOL).trim();
  if (symbol === '') throw new RowRejection('The symbol is missing.');
  if (!SYMBOL_PATTERN.test(symbol))
    throw new RowRejection(`${quote(symbol)} is not a symbol of the exchange.`);
  const sectorName = cleanText(row.get(...SECTOR));
  const isDebt = parseFlag(row, 'is_debt', 'isDebt');
  const isFund = parseFlag(row, 'is_etf', 'isETF');
  if (isDebt || sectorName.toUpperCase() === BONDS)
    throw new RowOmission('A debt security: the directory has companies and funds.');
  if (FUTURE_SYMBOL.test(symbol)) throw new RowOmission('A future: the directory has companies and funds.');
  const name = parseText('company name', row.get(...NAME));
  if (name === null) throw new RowOmission('The list has no name for the symbol.');
  const isin = row.get('isin').trim().toUpperCase();
  if (isin !== '' && !isIsin(isin))
    throw new RowRejection(`${quote(isin)} is not an ISIN: compare its 12 characters with the source.`);
  if (isDebt === null) checkIsShare({ symbol, sector: sectorName, name });
  const sectorCode = sectorName === '' ? null : toSectorCode(sectorName);
  const canAdd = isDebt !== null || SECTOR.some((column) => row.find(column) !== undefined);
  const doubts = [
    ...(sectorName !== '' && sectorCode === null
      ? [`${quote(sectorName)} is not one of the exchange's sectors, so the sector is left as it is.`]
      : []),
    ...(isFund && sectorCode !== null && sectorCode !== FUND_SECTOR
      ? [`The list has ${symbol} as an exchange-traded fund in another sector.`]
      : []),
    ...(canAdd && isDebt === null && sectorName === ''
      ? [`The list does not say whether ${symbol} is a debt security.`]
      : []),
  ];
  return {
    symbol,
    canAdd,
    companyName: name,
    values: { name, ...(sectorCode === null ? {} : { sectorCode }), ...(isin === '' ? {} : { isin }) },
    doubts,
  };
}

/** Lists of programs have the codes of sectors, `0804` or `804`. */
function toSectorCode(sector: string): string | null {
  const code = sector.padStart(4, '0');
  return findSectorName(code) === null ? findSectorCode(sector) : code;
}

const FUND_SECTOR = '0837';

/** Returns `null` if the list does not have the flag. */
function parseFlag(row: Cells, column: string, label: string): boolean | null {
  const given = row.find(column);
  if (given === undefined) return null;
  const text = given.trim().toLowerCase();
  if (text !== '' && text !== 'true' && text !== 'false')
    throw new RowRejection(`${label} is ${quote(text)}, not true or false.`);
  return text === 'true';
}
