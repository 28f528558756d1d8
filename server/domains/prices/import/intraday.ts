import { getStartOfDate, type LocalDate, toKarachiDate } from '#contract/dates.ts';
import { toPaisa } from '#contract/signals/price.ts';
import {
  type ColumnLayout,
  type ParsedRow,
  parseOptionalTime,
  parseRow,
  type RecognizedFile,
  RowRejection,
  requireDate,
} from '#server/domains/imports/parsing.ts';
import { type FileContext, makeBarRecord, type PriceRecord, requireAmount } from './price-records.ts';
import { parseEpoch, readSeries } from './time-series.ts';

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
    const named = row.find('symbol') ?? symbol;
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
