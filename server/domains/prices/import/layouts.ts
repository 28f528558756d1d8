import {
  type Cells,
  type ColumnLayout,
  quote,
  type RecognizedFile,
  RowOmission,
  RowRejection,
  recognizeLayout,
  requireDate,
} from '#server/domains/imports/imports.ts';
import { createIntradayLayout, joinDays, recognizeIntradaySeries } from './intraday.ts';
import {
  type BarValues,
  type FileContext,
  isContextLine,
  makeBarRecord,
  makeIndexRecord,
  type PriceCatalog,
  type PriceKind,
  type PriceRecord,
  parseIndexCode,
  parseOptionalAmount,
  parseVolume,
  readFileContext,
  requireAmount,
} from './price-records.ts';
import { recognizeTimeSeries } from './time-series.ts';

/** Recognizes the layout of a file of prices, index values or intraday prices. Throws an `HttpError` if it is not supported. */
export function recognizePrices(
  kind: PriceKind,
  { fileName, content }: { fileName: string; content: string },
): RecognizedFile<PriceRecord> {
  const text = content.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const context = readFileContext(fileName, text);
  if (kind === 'intraday-prices')
    return joinDays(
      recognizeIntradaySeries(text, context) ?? recognizeLayout(text, kind, createCatalog(context)),
    );
  return recognizeTimeSeries(text, kind, context) ?? recognizeLayout(text, kind, createCatalog(context));
}

const createCatalog = (context: FileContext): PriceCatalog => ({
  columns: [
    teziPrices,
    createHistoricalLayout(context),
    createMarketWatchLayout(context),
    marketSummary,
    teziIndexValues,
    createIndexHistoryLayout(context),
    createIndexListLayout(context),
    createIntradayLayout(context),
  ],
  texts: [],
  isContext: isContextLine,
  description:
    'Supported are tables with the columns symbol, date and close, index, date and value, or symbol, date, time and price, and the market summary, ' +
    'historical table, time series, intraday series, market watch and index list of PSX.',
});

type PriceLayout = ColumnLayout<PriceRecord>;

/** docs/imports.md describes the columns. A missing column leaves existing values unchanged. */
const teziPrices: PriceLayout = {
  kind: 'prices',
  name: 'Tezi table of prices',
  forms: ['table'],
  isTezi: true,
  matches: (has) => has('symbol') && has('date') && has('close'),
  parse: (row) => makeBarRecord(row.get('symbol'), requireDate(row.get('date'), 'date'), parseBar(row)),
};

/** The table of one company, or of the days of a month. */
const createHistoricalLayout = ({ symbol }: FileContext): PriceLayout => ({
  kind: 'prices',
  name: 'PSX historical prices',
  forms: ['table'],
  matches: (has) => !has('symbol') && has('date') && has('open') && has('close'),
  parse(row) {
    // The symbol of a line between the tables of a page is a cell of each row.
    const named = row.find('symbol') ?? symbol;
    if (named === null) {
      throw new RowRejection('The table names no company. Add a line with its symbol above the table.');
    }
    return makeBarRecord(named, requireDate(row.get('date'), 'date'), parseBar(row));
  },
});

const SUMMARY_COLUMNS = [
  'date',
  'symbol',
  'sector_code',
  'company',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'previous_close',
];
/** Debt and futures, which are no shares. */
const OTHER_SECTORS: Readonly<Record<string, string>> = {
  '36': 'The row is about a debt instrument.',
  '40': 'The row is about a futures contract.',
};

const marketSummary: PriceLayout = {
  kind: 'prices',
  name: 'PSX market summary',
  forms: [],
  matches: () => false,
  nameColumns: ([date = '', symbol = '', sector = '', ...rest]) =>
    rest.length >= SUMMARY_COLUMNS.length - 3 && /^\d/.test(date) && symbol !== '' && /^\d{1,4}$/.test(sector)
      ? SUMMARY_COLUMNS
      : null,
  parse(row) {
    const omission = OTHER_SECTORS[row.get('sector_code').replace(/^0+(?=\d{2})/, '')];
    if (omission !== undefined) throw new RowOmission(omission);
    const date = requireDate(expandDate(row.get('date')), 'date');
    const suffix = parseSuffix(/(?:X[DBR])+$/.exec(row.get('company').trim())?.[0] ?? '');
    return makeBarRecord(row.get('symbol'), date, { ...parseBar(row), suffix });
  },
};

/** `21JAN2021` becomes `21 JAN 2021`. */
const expandDate = (text: string) => text.replace(/^(\d{1,2})([A-Za-z]{3})(\d{4})$/, '$1 $2 $3');

/** The page of all companies on one day. Its current prices are the closes once trading has ended. */
const createMarketWatchLayout = ({ date }: FileContext): PriceLayout => ({
  kind: 'prices',
  name: 'PSX market watch',
  forms: ['table'],
  matches: (has) => has('symbol') && has('current') && has('ldcp') && has('open') && !has('date'),
  parse(row) {
    if (date === null) {
      throw new RowRejection('The table has no date. Add a line with the date above the table.');
    }
    const [symbol = '', ...tags] = row.get('symbol').split(/\s+/);
    if (OTHER_SECTORS[row.get('sector').replace(/^0+(?=\d{2})/, '')]) {
      throw new RowOmission('The row is about a debt instrument or a futures contract.');
    }
    const suffix = parseSuffix(tags.filter((tag) => tag !== 'NC').join(''));
    return makeBarRecord(symbol, date, { ...parseBar(row), suffix });
  },
});

/** Parses the values whose columns exist. */
function parseBar(row: Cells): Partial<BarValues> {
  const close = requireAmount(row.get('close', 'current'), 'close');
  const values: Partial<BarValues> = { close };
  const add = (field: 'open' | 'high' | 'low' | 'previousClose', part: string, ...columns: string[]) => {
    const text = row.find(...columns);
    if (text !== undefined) values[field] = parseOptionalAmount(text, part);
  };
  add('open', 'open', 'open');
  add('high', 'high', 'high');
  add('low', 'low', 'low');
  add('previousClose', 'previous close', 'previous_close', 'ldcp');
  const volume = row.find('volume');
  if (volume !== undefined) values.volume = parseVolume(volume);
  const suffix = row.find('suffix');
  if (suffix !== undefined) values.suffix = parseSuffix(suffix);
  return values;
}

/** Parses `XD`, `XDXB` and `XD XB`. Returns `null` if it is blank. */
function parseSuffix(text: string): string | null {
  const compact = text.replace(/[\s,/]+/g, '').toUpperCase();
  if (compact === '') return null;
  const marks = compact.match(/X[DBR]/g) ?? [];
  if (marks.join('') !== compact) throw new RowRejection(`The suffix ${quote(text)} is not XD, XB or XR.`);
  return [...new Set(marks)].join(' ');
}

const teziIndexValues: PriceLayout = {
  kind: 'index-values',
  name: 'Tezi table of index values',
  forms: ['table'],
  isTezi: true,
  matches: (has) => has('index') && has('date') && has('value'),
  parse: (row) =>
    makeIndexRecord(
      row.get('index'),
      requireDate(row.get('date'), 'date'),
      requireAmount(row.get('value'), 'value'),
    ),
};

/** The historical table of an index, of which only the close is stored. */
const createIndexHistoryLayout = ({ symbol }: FileContext): PriceLayout => ({
  kind: 'index-values',
  name: 'PSX historical index values',
  forms: ['table'],
  matches: (has) => !has('symbol') && has('date') && has('open') && has('close'),
  parse(row) {
    if (symbol === null) {
      throw new RowRejection('The table names no index. Add a line with its code above the table.');
    }
    const date = requireDate(row.get('date'), 'date');
    return makeIndexRecord(symbol, date, requireAmount(row.get('close'), 'close'));
  },
});

/** The page of all indices on one day. */
const createIndexListLayout = ({ date }: FileContext): PriceLayout => ({
  kind: 'index-values',
  name: 'PSX indices',
  forms: ['table'],
  matches: (has) => has('symbol', 'index') && has('current') && !has('open') && !has('date'),
  parse(row) {
    if (date === null) {
      throw new RowRejection('The table has no date. Add a line with the date above the table.');
    }
    const code = row.get('symbol', 'index');
    if (parseIndexCode(code) === null) throw new RowOmission('The index is not stored.');
    return makeIndexRecord(code, date, requireAmount(row.get('current'), 'value'));
  },
});
