import { getStartOfDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import {
  type ColumnLayout,
  fileRejected,
  type ParsedRow,
  parseOptionalTime,
  parseRow,
  type RecognizedFile,
  RowRejection,
  requireDate,
} from '#features/imports/server/parsing.ts';
import { toPaisa } from '#features/signals/contract/levels/price.ts';
import { readSymbol } from './company-columns.ts';
import {
  type FileContext,
  makeBarRecord,
  makeIndexRecord,
  type PriceKind,
  type PriceRecord,
  parseOptionalAmount,
  parseVolume,
  requireAmount,
} from './price-records.ts';

/** A second with trades, as it is stored: Unix seconds, and its prices in paisa. */
export type StoredSecond = [at: number, open: number, high: number, low: number, close: number];

/** Recognizes the intraday series of one symbol: rows of `[epoch seconds, price, volume]`. Returns `null` for any other file. */
export function recognizeIntradaySeries(
  content: string,
  context: FileContext,
): RecognizedFile<PriceRecord> | null {
  const series = readSeries(content, context);
  if (series === null) return null;
  const { rows, symbol } = series;
  return {
    kind: 'intraday-prices',
    name: 'PSX intraday series',
    isTeziLayout: false,
    *rows() {
      for (const [index, row] of rows.entries())
        yield parseRow<PriceRecord>({ line: index + 1, text: JSON.stringify(row) ?? '' }, () => {
          if (!Array.isArray(row) || row.length !== 3 || !row.every((value) => typeof value === 'number'))
            throw new RowRejection('The row is not a list of a time, a price and a volume.');
          const [epoch, price] = row as number[];
          const at = parseEpoch(epoch);
          return makePrint(symbol, toKarachiDate(new Date(at * 1000)), at, String(price));
        });
    },
  };
}

/** A table with a time and a price in each row. */
export const createIntradayLayout = ({ symbol, date }: FileContext): ColumnLayout<PriceRecord> => ({
  kind: 'intraday-prices',
  name: 'Table of intraday prices',
  forms: ['table'],
  matches: (has) => has('time') && has('price') && !has('close'),
  parse(row) {
    const named = row.hasCompany() ? readSymbol(row).symbol : symbol;
    if (named === null)
      throw new RowRejection('The table names no company. Add a column or a line above it with its symbol.');
    const dateText = row.find('date');
    const day = dateText === undefined ? date : requireDate(dateText, 'date');
    if (day === null)
      throw new RowRejection('The table has no date. Add a column or a line above it with the date.');
    const time = parseOptionalTime(row.get('time'));
    if (time === null) throw new RowRejection('The time is missing.');
    return makePrint(named, day, toSeconds(day, time), row.get('price'));
  },
});

function toSeconds(date: LocalDate, time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return getStartOfDate(date).getTime() / 1000 + hours * 3_600 + minutes * 60 + seconds;
}

function makePrint(symbol: string, date: LocalDate, at: number, priceText: string): PriceRecord {
  const price = toPaisa(requireAmount(priceText, 'price'));
  const second: StoredSecond = [at, price, price, price, price];
  return { ...makeBarRecord(symbol, date, {}), values: { prices: JSON.stringify([second]) } };
}

/**
 * Joins the rows of a symbol and a date to one row, whose prices are those of each second in the order of the file, or in the opposite
 * order if it begins with the newest. A day with missing prices could hide a trade, so nothing is imported with a rejected row.
 */
export function joinDays(file: RecognizedFile<PriceRecord>): RecognizedFile<PriceRecord> {
  return {
    ...file,
    *rows(context) {
      const rows = [...file.rows(context)].flat();
      const days = new Map<
        string,
        { first: ParsedRow<PriceRecord>; record: PriceRecord; prints: StoredSecond[] }
      >();
      const rejected = rows.find((row) => 'rejection' in row);
      for (const row of rows) {
        if (!('record' in row)) {
          yield [row];
          continue;
        }
        const { record } = row;
        const key = `${record.symbol}|${record.date}`;
        const day = days.get(key) ?? { first: row, record, prints: [] };
        days.set(key, day);
        day.prints.push(...(JSON.parse((record.values as { prices: string }).prices) as StoredSecond[]));
      }
      for (const { first, record, prints } of days.values()) {
        const { line } = first;
        const text = `${record.symbol} ${record.date}: ${formatPrices(prints.length)}`;
        if (rejected) {
          yield [
            { line, text, rejection: `Correct line ${rejected.line} first: a day is imported as a whole.` },
          ];
          continue;
        }
        yield [{ line, text, record: { ...record, values: { prices: JSON.stringify(joinPrints(prints)) } } }];
      }
    },
  };
}

function joinPrints(prints: StoredSecond[]): StoredSecond[] {
  const isNewestFirst = (prints[0]?.[0] ?? 0) > (prints.at(-1)?.[0] ?? 0);
  const ordered = (isNewestFirst ? prints.toReversed() : prints).sort(([a], [b]) => a - b);
  const seconds: StoredSecond[] = [];
  for (const print of ordered) {
    const [at, price] = print;
    const last = seconds.at(-1);
    if (last?.[0] !== at) seconds.push([...print]);
    else seconds.splice(-1, 1, [at, last[1], Math.max(last[2], price), Math.min(last[3], price), price]);
  }
  return seconds;
}

/** Describes stored prices by the number of seconds with trades. */
export const describeIntraday = (prices: string) => formatPrices((JSON.parse(prices) as unknown[]).length);

const formatPrices = (count: number) => (count === 1 ? '1 price' : `${count} prices`);

/** Far larger than five years of one company; parsing more would block other requests. */
const MAX_LENGTH = 2_000_000;

/** The start of `{"status":1,"message":"","data":[[…`, which may follow a line with the symbol. */
const START = /^[^{\n]{0,100}\n?\s*\{[^[\]{}]{0,300}"data"\s*:\s*\[\s*(?:\[|\])/;

/**
 * Recognizes the time series of one symbol: rows of `[epoch seconds, close, volume, open]`. They have no high and low, so the
 * bars are close-only. Returns `null` for any other file.
 */
export function recognizeTimeSeries(
  content: string,
  kind: PriceKind,
  context: FileContext,
): RecognizedFile<PriceRecord> | null {
  const series = readSeries(content, context);
  if (series === null) return null;
  const { rows, symbol } = series;
  return {
    kind,
    name: 'PSX time series',
    isTeziLayout: false,
    *rows() {
      for (const [index, row] of rows.entries())
        yield parseRow<PriceRecord>({ line: index + 1, text: JSON.stringify(row) ?? '' }, () =>
          parsePoint(row, kind, symbol),
        );
    },
  };
}

/** Reads the symbol and the rows of a series of the exchange. Returns `null` for any other file. */
function readSeries(content: string, { symbol }: FileContext): { rows: unknown[]; symbol: string } | null {
  if (!START.test(content)) return null;
  if (content.length > MAX_LENGTH) throw fileRejected('The time series is larger than 2 MB.');
  if (symbol === null) {
    throw fileRejected('The time series names no symbol. Name the file after it, such as MARI.json.');
  }
  return { rows: parseData(content.slice(content.indexOf('{'))), symbol };
}

function parseData(json: string): unknown[] {
  try {
    const { data } = JSON.parse(json) as { data?: unknown };
    if (Array.isArray(data)) return data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw fileRejected('The time series is not valid JSON.');
}

/** The first second that can be a date of the exchange, and the last second of the year 9999. */
const MIN_EPOCH = 0;
const MAX_EPOCH = 253_402_300_799;

function parsePoint(row: unknown, kind: PriceKind, symbol: string): PriceRecord {
  if (!Array.isArray(row) || row.length < 2 || row.length > 4 || !row.every(isNumber)) {
    throw new RowRejection('The row is not a list of a time, a close, a volume and an open.');
  }
  const [epoch, close, volume, open] = row as number[];
  const date = toKarachiDate(new Date(parseEpoch(epoch) * 1000));
  const closeText = requireAmount(String(close), 'close');
  if (kind === 'index-values') return makeIndexRecord(symbol, date, closeText);
  const record = makeBarRecord(symbol, date, {
    close: closeText,
    ...(volume === undefined ? {} : { volume: parseVolume(String(volume)) }),
    ...(open === undefined ? {} : { open: parseOptionalAmount(String(open), 'open') }),
  });
  return { ...record, isPoint: true };
}

/** Returns a time in seconds. Throws `RowRejection` for one that cannot be one. */
function parseEpoch(epoch: number | undefined): number {
  if (epoch === undefined || !Number.isInteger(epoch) || epoch < MIN_EPOCH || epoch > MAX_EPOCH) {
    throw new RowRejection('The time is not a number of seconds since 1970.');
  }
  return epoch;
}

const isNumber = (value: unknown) => typeof value === 'number';
