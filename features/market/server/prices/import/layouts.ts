import type { Repairs } from '#features/imports/contract/imports.ts';
import {
  type Cells,
  type ColumnLayout,
  fileRejected,
  NAME_COLUMNS,
  quote,
  type RecognizedFile,
  RowOmission,
  RowRejection,
  recognizeLayout,
  repairText,
  SYMBOL_COLUMNS,
} from '#features/imports/server/parsing.ts';
import { findCompany, findCompanyByName, findShareClass } from '#features/market/server/companies.ts';
import { COMPANY, readSymbol } from './company-columns.ts';
import { checkIsShare, parseSuffix, splitName } from './instruments.ts';
import { createIntradayLayout, joinDays, recognizeIntradaySeries, recognizeTimeSeries } from './intraday.ts';
import {
  type BarValues,
  doubtDateOrder,
  type FileContext,
  isContextLine,
  makeBarRecord,
  makeIndexRecord,
  type PriceCatalog,
  type PriceKind,
  type PriceRecord,
  parseIndexCode,
  parseOptionalAmount,
  parsePriceDate,
  parseVolume,
  readFileContext,
  removeNoise,
  requireAmount,
} from './price-records.ts';

/** Recognizes the layout of a file of prices, index values or intraday prices. Throws an `HttpError` if it is not supported. */
export function recognizePrices(
  kind: PriceKind,
  { fileName, content, repairs }: { fileName: string; content: string; repairs?: Repairs | undefined },
): RecognizedFile<PriceRecord> {
  const text = content.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const context = readFileContext(fileName, repairText(text, repairs));
  const isIntraday = kind === 'intraday-prices';
  const series = isIntraday
    ? recognizeIntradaySeries(text, context)
    : recognizeTimeSeries(text, kind, context);
  if (series && repairs?.rows?.length)
    throw fileRejected(
      'The rows of a time series cannot be repaired. Correct the file, and import it again.',
    );
  const file =
    series ?? doubtDateOrder(recognizeLayout(text, kind, createCatalog(context), repairs), context);
  return isIntraday ? joinDays(file) : file;
}

const createCatalog = (context: FileContext): PriceCatalog => ({
  columns: [
    createTeziPrices(context),
    createProgramLayout(context),
    createHistoricalLayout(context),
    createMarketWatchLayout(context),
    createDayLayout(context),
    createMarketSummary(context),
    createTeziIndexValues(context),
    createIndexHistoryLayout(context),
    createIndexTableLayout(context),
    createIntradayLayout(context),
  ],
  texts: [],
  isContext: isContextLine,
  description:
    'Supported are tables with the columns symbol, date and close, index, date and value, or symbol, date, time and price, and the market summary, ' +
    'historical table, time series, intraday series, market watch and index list of PSX.',
});

type PriceLayout = ColumnLayout<PriceRecord>;

const DATE = [
  'date',
  'trade_date',
  'trading_date',
  'price_date',
  'session_date',
  'quote_date',
  'as_of_date',
  'as_of',
  'day',
  'datetime',
  'timestamp',
];
/** The exchange's historical table has this header above its dates. */
const TIME = 'time';
type Has = (...anyOf: string[]) => boolean;
/** Returns whether a table has one date in each row, and no time of the day: it is no table of intraday prices. */
const hasDates = (has: Has) => (has(...DATE) ? !has(TIME) : has(TIME) && (has('close') || !has('price')));

const CLOSE = [
  'close',
  'close_price',
  'closing_price',
  'closing',
  'close_rate',
  'closing_rate',
  'last_price',
  'last',
  'current',
  'current_price',
  'ltp',
  'price',
];
const OPEN = ['open', 'open_price', 'opening_price', 'opening', 'open_rate', 'opening_rate'];
const HIGH = ['high', 'high_price', 'day_high', 'highest', 'highest_price', 'high_rate'];
const LOW = ['low', 'low_price', 'day_low', 'lowest', 'lowest_price', 'low_rate'];
const PREVIOUS_CLOSE = [
  'previous_close',
  'prev_close',
  'ldcp',
  'last_day_close_price',
  'last_day_close',
  'previous_closing',
  'previous_closing_price',
  'previous_price',
  'prev_closing',
  'prev_price',
  'pclose',
];
const VOLUME = [
  'volume',
  'vol',
  'total_volume',
  'volume_traded',
  'traded_volume',
  'shares_traded',
  'turnover',
  'quantity',
];
const SECTOR = ['sector_code', 'sector', 'sector_name'];
const SUFFIX = ['suffix', 'mark', 'marks', 'flag'];

/** docs/imports.md describes the columns. A missing column leaves existing values unchanged. */
const createTeziPrices = (context: FileContext): PriceLayout => ({
  kind: 'prices',
  name: 'Tezi table of prices',
  forms: ['table'],
  isTezi: true,
  matches: (has) => has('symbol') && has('date') && has('close'),
  parse: (row) => parseCompanyRow(row, parsePriceDate(row.get('date'), context)),
});

/** Tables and JSON lists of other programs: `Company,Date,Price`, `symbol,trade_date,open_price,close_price`. */
const createProgramLayout = (context: FileContext): PriceLayout => ({
  kind: 'prices',
  name: 'Table of prices',
  forms: ['table', 'json'],
  matches: (has) => has(...COMPANY) && hasDates(has) && has(...CLOSE),
  parse: (row) => parseCompanyRow(row, parsePriceDate(row.get(...DATE, TIME), context)),
});

/** Makes the bar of a row. Throws `RowOmission` for a debt instrument or a futures contract. */
function parseCompanyRow(row: Cells, date: string): PriceRecord {
  const { symbol, suffix } = readSymbol(row);
  // The exchange's market summary has the name in the column of the symbol, which is an attribute of the cell.
  const name = row.get(...NAME_COLUMNS, 'scrip');
  checkIsShare({ symbol, sector: row.get(...SECTOR), name });
  const values = parseBar(row);
  const printed = splitName(name);
  const marked = values.suffix ?? suffix ?? printed.suffix;
  return {
    ...makeBarRecord(symbol, date, { ...values, ...(marked === null ? {} : { suffix: marked }) }),
    ...toDoubts(listNameDoubts(symbol, printed.name)),
  };
}

/** A name that is that of another company than the symbol, or has another class of shares, makes the row doubtful. */
function listNameDoubts(symbol: string, name: string): string[] {
  const named = findCompanyByName(name);
  const own = findCompany(symbol);
  if (own === null || name === '') return [];
  if (named !== null && named.symbol !== own.symbol)
    return [`The symbol ${symbol} and the name ${quote(name)} (${named.symbol}) are of two companies.`];
  const shareClass = findShareClass(name);
  return shareClass === '' || shareClass === findShareClass(own.name)
    ? []
    : [`The name ${quote(name)} is not that of the ordinary shares, and the symbol ${symbol} is.`];
}

/** The table of one company, or of the days of a month. */
const createHistoricalLayout = (context: FileContext): PriceLayout => ({
  kind: 'prices',
  name: 'PSX historical prices',
  forms: ['table', 'json'],
  matches: (has) => !has(...COMPANY, 'index') && hasDates(has) && has(...CLOSE),
  parse(row) {
    // The symbol of a line between the tables of a page is a cell of each row.
    const named = row.find('symbol') ?? (row.hasCompany() ? null : context.symbol);
    if (named === null) {
      throw new RowRejection('The table names no company. Add a line with its symbol above the table.');
    }
    return makeBarRecord(named, parsePriceDate(row.get(...DATE, TIME), context), parseBar(row));
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

const createMarketSummary = (context: FileContext): PriceLayout => ({
  kind: 'prices',
  name: 'PSX market summary',
  forms: [],
  matches: () => false,
  nameColumns: ([date = '', symbol = '', sector = '', ...rest]) =>
    rest.length >= SUMMARY_COLUMNS.length - 3 && /^\d/.test(date) && symbol !== '' && /^\d{1,4}$/.test(sector)
      ? SUMMARY_COLUMNS
      : null,
  parse(row) {
    const date = parsePriceDate(row.get('date'), context);
    const record = parseCompanyRow(row, date);
    const doubts = [...(record.doubts ?? []), ...listDayDoubts(context.fileDate, date)];
    return { ...record, values: { suffix: null, ...record.values }, ...toDoubts(doubts) };
  },
});

const listDayDoubts = (fileDate: string | null, date: string): string[] =>
  fileDate === null || fileDate === date
    ? []
    : [`The file is named after ${fileDate}, but its row is of ${date}.`];

const toDoubts = (doubts: string[]) => (doubts.length > 0 ? { doubts } : {});

const NO_DATE = 'The table has no date. Add a line with the date above the table.';

/** The page of all companies on one day. Its current prices are the closes once trading has ended. */
const createMarketWatchLayout = ({ date, fileDate, dateDoubts }: FileContext): PriceLayout => ({
  kind: 'prices',
  name: 'PSX market watch',
  forms: ['table'],
  matches: (has) => has('symbol') && has('current') && has('ldcp') && has('open') && !has(...DATE),
  parse(row) {
    if (date === null) throw new RowRejection(NO_DATE);
    const record = parseCompanyRow(row, date);
    const doubts = [...(record.doubts ?? []), ...dateDoubts, ...listDayDoubts(fileDate, date)];
    return { ...record, values: { suffix: null, ...record.values }, ...toDoubts(doubts) };
  },
});

/** The prices of several companies on the day that a line above or the name of the file gives. */
const createDayLayout = ({ date, fileDate, dateDoubts }: FileContext): PriceLayout => ({
  kind: 'prices',
  name: 'Table of prices of one day',
  forms: ['table', 'json'],
  matches: (has) =>
    has(...COMPANY) &&
    has(...CLOSE) &&
    has(...OPEN, ...HIGH, ...VOLUME, ...PREVIOUS_CLOSE) &&
    !has(...DATE, 'time', 'index'),
  parse(row) {
    if (date === null) throw new RowRejection(NO_DATE);
    const isCurrent = row.find('current', 'last', 'ltp') !== undefined;
    const record = parseCompanyRow(row, date);
    const ofPage = isCurrent ? dateDoubts : [];
    return {
      ...record,
      ...toDoubts([...(record.doubts ?? []), ...ofPage, ...listDayDoubts(fileDate, date)]),
    };
  },
});

/** Parses the values whose columns exist. */
function parseBar(row: Cells): Partial<BarValues> {
  const close = requireAmount(row.get(...CLOSE), 'close');
  noteRounding(row, row.get(...CLOSE), CLOSE);
  const values: Partial<BarValues> = { close };
  const add = (field: 'open' | 'high' | 'low' | 'previousClose', part: string, columns: string[]) => {
    const text = row.find(...columns);
    if (text === undefined) return;
    values[field] = parseOptionalAmount(text, part);
    noteRounding(row, text, columns);
  };
  add('open', 'open', OPEN);
  add('high', 'high', HIGH);
  add('low', 'low', LOW);
  add('previousClose', 'previous close', PREVIOUS_CLOSE);
  const volume = row.find(...VOLUME);
  if (volume !== undefined) values.volume = parseVolume(volume);
  const suffix = row.find(...SUFFIX);
  if (suffix !== undefined) values.suffix = parseSuffix(suffix);
  return values;
}

/** Notes in the preview that the decimals of an amount are the noise of a computation. */
function noteRounding(row: Cells, text: string, columns: readonly string[]): void {
  const rounded = removeNoise(text);
  if (rounded !== null) row.addNote(`rounded to ${rounded}`, ...columns);
}

const INDEX = ['index', 'index_name', 'index_code', 'indices', 'index_symbol'];
const VALUE = [
  'value',
  'current',
  'close',
  'closing',
  'close_price',
  'closing_value',
  'current_value',
  'current_index',
  'closing_index',
  'index_value',
  'index_level',
  'index_points',
  'level',
  'points',
  'last',
  'price',
];

const createTeziIndexValues = (context: FileContext): PriceLayout => ({
  kind: 'index-values',
  name: 'Tezi table of index values',
  forms: ['table'],
  isTezi: true,
  matches: (has) => has('index') && has('date') && has('value'),
  parse: (row) => makeIndexValue(row, row.get('index'), parsePriceDate(row.get('date'), context), 'value'),
});

function makeIndexValue(row: Cells, code: string, date: string, ...columns: string[]): PriceRecord {
  const text = row.get(...columns);
  noteRounding(row, text, columns);
  return makeIndexRecord(code, date, requireAmount(text, 'value'));
}

/** The historical table of an index, of which only the close is stored. A column `Index` may have the values. */
const createIndexHistoryLayout = (context: FileContext): PriceLayout => ({
  kind: 'index-values',
  name: 'PSX historical index values',
  forms: ['table', 'json'],
  matches: (has) =>
    !has(...SYMBOL_COLUMNS, ...NAME_COLUMNS) &&
    hasDates(has) &&
    (has('index') ? !has(...VALUE) : has(...VALUE)),
  parse(row) {
    if (context.symbol === null) {
      throw new RowRejection('The table names no index. Add a line with its code above the table.');
    }
    const date = parsePriceDate(row.get(...DATE, TIME), context);
    return makeIndexValue(row, context.symbol, date, ...VALUE, 'index');
  },
});

/** The page of all indices on one day, and tables of indices and dates. */
const createIndexTableLayout = (context: FileContext): PriceLayout => ({
  kind: 'index-values',
  name: 'PSX indices',
  forms: ['table', 'json'],
  matches: (has) =>
    (has(...INDEX) && has(...VALUE)) ||
    (has(...SYMBOL_COLUMNS, ...NAME_COLUMNS) && has('index')) ||
    (has('symbol') && has('current') && !has('open') && !has('date')) ||
    (has('symbol', 'name') && has('date') && has(...VALUE)),
  parse(row) {
    const given = row.find(...DATE);
    const date = given === undefined ? context.date : parsePriceDate(given, context);
    if (date === null) throw new RowRejection(NO_DATE);
    const index = row.find(...INDEX);
    const isValue = index !== undefined && /^\s*\d[\d,]*(?:\.\d+)?\s*$/.test(index);
    const code = (isValue ? undefined : index) ?? row.get('symbol', 'name');
    if (parseIndexCode(code) === null) throw new RowOmission('The index is not stored.');
    return makeIndexValue(row, code, date, ...(isValue ? INDEX : VALUE));
  },
});
