import { toKarachiDate } from '#contract/dates.ts';
import {
  fileRejected,
  parseRow,
  type RecognizedFile,
  RowRejection,
} from '#server/domains/imports/parsing.ts';
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
export function readSeries(
  content: string,
  { symbol }: FileContext,
): { rows: unknown[]; symbol: string } | null {
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
export function parseEpoch(epoch: number | undefined): number {
  if (epoch === undefined || !Number.isInteger(epoch) || epoch < MIN_EPOCH || epoch > MAX_EPOCH) {
    throw new RowRejection('The time is not a number of seconds since 1970.');
  }
  return epoch;
}

const isNumber = (value: unknown) => typeof value === 'number';
