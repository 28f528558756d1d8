/**
 * `npm run bench:imports -- --accuracy`: reads the fixtures of `accuracy/CLASS/` and prints for each class how many of their
 * rows are accepted with the right value in every field, accepted with a wrong one, proposed for one click, or not read. Fails
 * if a row is wrong.
 *
 * A fixture is `NAME.KIND.txt` (or `.Z`), the file to import under the name `NAME`, and `NAME.expected.csv`, its true rows: fields as in the records of the
 * layouts, where a blank cell means no value. The first two columns, the symbol and the date, identify a row.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpError } from '#core/server/platform/http-error.ts';
import type { PastClosure } from '#features/corporate-actions/server/corporate-actions.ts';
import { getRecordDoubts } from '#features/corporate-actions/server/import/event-record.ts';
import { eventLayouts } from '#features/corporate-actions/server/import/layouts/layouts.ts';
import { parsePayout } from '#features/corporate-actions/server/rules/payout.ts';
import type { ImportKind } from '#features/imports/contract/imports.ts';
import type { Values } from '#features/imports/server/imports.ts';
import { decodeFile, recognizeLayout, splitLine } from '#features/imports/server/parsing.ts';
import { recognizeCompanies } from '#features/market/server/companies/companies.ts';
import { findCompany, toHolidays } from '#features/market/server/market.ts';
import { recognizePrices } from '#features/market/server/prices/import/layouts.ts';
import { completeBar } from '#features/market/server/prices/import/price-handlers.ts';
import type { PriceKind } from '#features/market/server/prices/import/price-records.ts';
import { restoreSeries } from '#features/market/server/prices/import/restated-series.ts';

/** The holidays of a new installation. Those of earlier years are unknown to it. */
const HOLIDAYS = toHolidays([
  '2026-02-05',
  '2026-03-20',
  '2026-03-23',
  '2026-05-01',
  '2026-05-26',
  '2026-05-27',
  '2026-05-28',
  '2026-05-29',
  '2026-06-25',
  '2026-06-26',
  '2026-08-14',
  '2026-08-25',
  '2026-11-09',
  '2026-12-25',
]);

/** A row that a layout read, with the reasons why an administrator must confirm it. */
interface ReadRecord {
  values: Record<string, unknown>;
  doubts: readonly string[];
}

type ExpectedRow = Record<string, string>;

interface Counts {
  right: number;
  wrong: number;
  /** Rows that wait, and of them those whose proposal is right. */
  waiting: number;
  proposedRight: number;
  /** The most presses that a row that waits needs before the import. */
  presses: number;
  /** Rows that are rejected, left out or not found. */
  rejected: number;
}

interface ClassResult extends Counts {
  name: string;
  /** Each row that is not right, for the report. */
  problems: string[];
}

/** Reads the records of a file of a kind, accepted and waiting. */
type ReadFile = (content: string, kind: ImportKind, fileName: string) => ReadRecord[] | Promise<ReadRecord[]>;

const readEvents: ReadFile = (content, kind) =>
  [...recognizeLayout(content, kind, eventLayouts).rows({ holidays: HOLIDAYS })].flat().flatMap((row) =>
    'record' in row
      ? {
          values: row.record.values as Record<string, unknown>,
          doubts: getRecordDoubts(row.record, { isTezi: false }),
        }
      : [],
  );

/** The closures that restate the time series of the fixtures. */
const SPLITS: readonly PastClosure[] = [
  {
    eventKey: 'LUCK|2025-04-28',
    symbol: 'LUCK',
    exDate: '2025-04-28',
    isExDateEstimated: false,
    payout: 'Sub-division of shares 5:1',
    faceValue: null,
    parts: [],
    isPayoutUnderstood: false,
    rupeesPerShare: null,
  },
];

/** Prices as they are stored without price limits, which depend on what is stored before. */
const readPrices: ReadFile = async (content, kind, fileName) => {
  const { rows } = recognizePrices(kind as PriceKind, { fileName, content });
  const parsed = [...rows({ holidays: HOLIDAYS })].flat();
  const restored = await restoreSeries(parsed, async (symbol) =>
    SPLITS.filter((split) => split.symbol === symbol),
  );
  return restored.flatMap((row) => {
    if (!('record' in row)) return [];
    const { symbol, date, values: given, doubts = [] } = row.record;
    const { values, doubt } = completeBar(given as Values);
    const isListed = kind !== 'prices' || findCompany(symbol) !== null;
    return {
      values: { ...values, symbol, date },
      doubts: [
        ...doubts,
        ...(doubt === null ? [] : [doubt]),
        ...(isListed ? [] : [`${symbol} is not in the directory.`]),
      ],
    };
  });
};

const readCompanies: ReadFile = (content) =>
  [...recognizeCompanies(content).rows({ holidays: HOLIDAYS })].flat().flatMap((row) => {
    if (!('record' in row)) return [];
    const { symbol, values, doubts = [] } = row.record;
    return [{ values: { symbol, ...values }, doubts }];
  });

const READERS: Partial<Record<ImportKind, ReadFile>> = {
  companies: readCompanies,
  'board-meetings': readEvents,
  'book-closures': readEvents,
  prices: readPrices,
  'index-values': readPrices,
};

const FOLDER = new URL('accuracy/', import.meta.url).pathname;

/** Measures all classes of fixtures. */
export async function measureAccuracy(folder = FOLDER): Promise<ClassResult[]> {
  const results: ClassResult[] = [];
  for (const name of readdirSync(folder).sort()) results.push(await measureClass(name, join(folder, name)));
  return results;
}

async function measureClass(name: string, folder: string): Promise<ClassResult> {
  const result: ClassResult = {
    name,
    right: 0,
    wrong: 0,
    waiting: 0,
    proposedRight: 0,
    presses: 0,
    rejected: 0,
    problems: [],
  };
  for (const file of readdirSync(folder).sort()) {
    const [, base, kind] = /^(.+)\.([a-z-]+)\.(?:txt|Z)$/.exec(file) ?? [];
    if (base === undefined) continue;
    const expected = readExpected(readFileSync(join(folder, `${base}.expected.csv`), 'utf8'));
    const records = await readFixture(readFileSync(join(folder, file)), kind as ImportKind, base);
    compare(expected, records, (problem) => result.problems.push(`${name}/${file}: ${problem}`), result);
  }
  return result;
}

async function readFixture(bytes: Uint8Array, kind: ImportKind, fileName: string): Promise<ReadRecord[]> {
  const read = READERS[kind];
  if (!read) throw new Error(`No reader for ${kind}.`);
  try {
    return await read(decodeFile(bytes), kind, fileName);
  } catch (error) {
    if (error instanceof HttpError) return [];
    throw error;
  }
}

function readExpected(csv: string): ExpectedRow[] {
  const [header = '', ...lines] = csv.split('\n').filter((line) => line.trim() !== '');
  const fields = splitLine(header, ',');
  return lines.map((line) => {
    const cells = splitLine(line, ',');
    return Object.fromEntries(fields.map((field, index) => [field, cells[index] ?? '']));
  });
}

function compare(
  expected: readonly ExpectedRow[],
  records: readonly ReadRecord[],
  report: (problem: string) => void,
  counts: Counts,
): void {
  const [first = '', second = ''] = Object.keys(expected[0] ?? {});
  const getKey = (row: Record<string, unknown>) => `${row[first] ?? ''} ${row[second] ?? ''}`;
  const left = new Set(records);
  const find = (row: ExpectedRow, isMatch: (record: ReadRecord) => boolean) =>
    [...left].find((record) => getKey(record.values) === getKey(row) && isMatch(record));
  for (const row of expected) {
    const record =
      find(row, ({ values, doubts }) => doubts.length === 0 && listDifferences(row, values).length === 0) ??
      find(row, ({ doubts }) => doubts.length === 0) ??
      find(row, () => true);
    if (!record) {
      counts.rejected += 1;
      report(`not read: ${getKey(row)}`);
      continue;
    }
    left.delete(record);
    const differences = listDifferences(row, record.values);
    if (record.doubts.length > 0) {
      counts.waiting += 1;
      if (differences.length === 0) counts.proposedRight += 1;
      counts.presses = Math.max(counts.presses, countPresses(record, differences));
      report(`waits: ${getKey(row)}: ${[...record.doubts, ...differences].join(' ')}`);
    } else if (differences.length > 0) {
      counts.wrong += 1;
      report(`WRONG: ${getKey(row)}: ${differences.join(' ')}`);
    } else counts.right += 1;
  }
  for (const { values, doubts } of left) {
    if (doubts.length > 0) continue;
    counts.wrong += 1;
    report(`WRONG: accepted, but is no row: ${JSON.stringify(values)}`);
  }
}

/**
 * Counts the presses that resolve a row: one confirms it, one chooses its company, which leaves other doubts to confirm, and two open its
 * cells and check them again, with the typing in between.
 */
function countPresses({ values, doubts }: ReadRecord, differences: readonly string[]): number {
  if (differences.length > 0 && values.symbol) return 2;
  return values.symbol || doubts.length === 1 ? 1 : 2;
}

/** Compares the fields of a row. Payouts are equal if they pay the same, however they are written. */
function listDifferences(expected: ExpectedRow, actual: Record<string, unknown>): string[] {
  return Object.entries(expected).flatMap(([field, right]) => {
    const value = String(actual[field] ?? '');
    const isEqual = field === 'payout' ? isSamePayout(value, right) : value === right;
    return isEqual ? [] : [`${field} is "${value}", not "${right}".`];
  });
}

const isSamePayout = (one: string, other: string) =>
  one === other ||
  (one !== '' && other !== '' && JSON.stringify(parsePayout(one)) === JSON.stringify(parsePayout(other)));

/** Prints the table. Returns whether no row is wrong. */
export function printAccuracy(
  results: readonly ClassResult[],
  { isVerbose }: { isVerbose: boolean },
): boolean {
  const line = (name: string, cells: readonly (string | number)[]) =>
    console.log(name.padEnd(38) + cells.map((cell) => String(cell).padStart(10)).join(''));
  const count = (row: Counts) => row.right + row.wrong + row.waiting + row.rejected;
  const show = (name: string, row: Counts) =>
    line(name, [
      count(row),
      row.right,
      row.wrong,
      row.waiting,
      row.proposedRight,
      row.presses,
      row.rejected,
      `${((100 * row.right) / Math.max(1, count(row))).toFixed(1)} %`,
    ]);
  line('class', ['rows', 'right', 'wrong', 'waiting', '(correct)', 'presses', 'rejected', 'right']);
  for (const result of results) show(result.name, result);
  const sum = (field: keyof Counts) => results.reduce((total, result) => total + result[field], 0);
  const total = {
    right: sum('right'),
    wrong: sum('wrong'),
    waiting: sum('waiting'),
    proposedRight: sum('proposedRight'),
    presses: Math.max(...results.map(({ presses }) => presses)),
    rejected: sum('rejected'),
  };
  show('all', total);
  const shown = results.flatMap(({ problems }) =>
    isVerbose ? problems : problems.filter((problem) => problem.includes('WRONG')),
  );
  if (shown.length > 0) console.log(`\n${shown.join('\n')}`);
  return total.wrong === 0;
}
