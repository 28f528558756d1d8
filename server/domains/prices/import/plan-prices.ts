import type { LocalDate } from '#contract/dates.ts';
import {
  createFileParser,
  type FieldChange,
  type FilePlan,
  type ImportFile,
  NO_ROWS,
  type PlannedRow,
  type Values,
} from '#server/domains/imports/imports.ts';
import type { Holidays } from '#server/domains/market/market.ts';
import type { Queryable } from '#server/platform/database.ts';
import { createTurns } from '#server/platform/take-turns.ts';
import { getContradiction, getDateDoubts, getImpossibleDate } from './check-bar.ts';
import { findExistingPrices, getKey } from './existing-prices.ts';
import type { PriceKind, PriceRecord, PriceRow, PriceWrite } from './price-records.ts';
import { SERIES } from './series.ts';

interface PlanContext {
  holidays: Holidays;
  today: LocalDate;
}

type PricePlan = FilePlan<PriceWrite, PriceRecord>;
type PlannedPrice = PlannedRow<PriceWrite, PriceRecord>;

const parseFile = createFileParser<PriceRecord>(new URL('./price-file-worker.ts', import.meta.url));

/** Parses a file and compares it with the stored prices, without writing. Throws an `HttpError` if the file is rejected. */
export async function planPrices(
  db: Queryable,
  file: ImportFile & { kind: PriceKind },
  context: PlanContext,
): Promise<PricePlan> {
  const { kind } = file;
  const { rows, name } = await parseFile(file, { holidays: context.holidays });
  const records = rows.flatMap((row) => ('record' in row ? [row.record] : []));
  const existing = await findExistingPrices(db, kind, records);
  const plan: PricePlan = { layout: name, rows: [], writes: [], counts: { ...NO_ROWS } };
  const firstByKey = new Map<string, PriceRow>();
  const takeTurns = createTurns();
  for (const row of rows) {
    const planned = planRow(row, { kind, existing, firstByKey, ...context });
    plan.rows.push(planned.row);
    plan.counts[planned.row.status] += 1;
    if (planned.write) plan.writes.push(planned.write);
    await takeTurns();
  }
  return plan;
}

interface RowContext extends PlanContext {
  kind: PriceKind;
  existing: ReadonlyMap<string, Values>;
  /** The first row for each symbol and date. */
  firstByKey: Map<string, PriceRow>;
}

function planRow(row: PriceRow, context: RowContext): { row: PlannedPrice; write?: PriceWrite } {
  const { line, text, cells = [] } = row;
  const planned = (part: Pick<PlannedPrice, 'status'> & Partial<PlannedPrice>): { row: PlannedPrice } => ({
    row: {
      key: String(line),
      line,
      text,
      cells,
      record: null,
      changes: [],
      reason: null,
      review: null,
      ...part,
    },
  });
  if ('omission' in row) return planned({ status: 'left_out', reason: row.omission });
  if ('rejection' in row) return planned({ status: 'rejected', reason: row.rejection });
  const { record } = row;
  const key = getKey(record);
  const reject = (reason: string) => planned({ status: 'rejected', record, reason });
  const impossible = getImpossibleDate(record.date, context.today);
  if (impossible) return reject(impossible);
  const first = context.firstByKey.get(key);
  if (first && 'record' in first) {
    return isSame(first.record, record)
      ? planned({ status: 'unchanged', record })
      : reject(`Line ${first.line} has different values for the same symbol and date.`);
  }
  context.firstByKey.set(key, row);
  const before = context.existing.get(key) ?? null;
  const values = { ...before, ...record.values } as Values;
  const contradiction = getContradiction(values);
  if (contradiction) return reject(contradiction);
  const changes = before === null ? [] : listChanges(context.kind, before, values);
  if (before !== null && changes.length === 0) return planned({ status: 'unchanged', record });
  const write: PriceWrite = { symbol: record.symbol, date: record.date, isNew: before === null, values };
  const status = before === null ? 'new' : 'changed';
  const doubts = getDateDoubts(record.date, context.holidays);
  if (doubts.length === 0) return { ...planned({ status, record, changes }), write };
  return planned({ status: 'review', record, changes, reason: doubts.join(' '), review: { status, write } });
}

const isSame = (one: PriceRecord, other: PriceRecord) =>
  JSON.stringify(one.values) === JSON.stringify(other.values);

const listChanges = (kind: PriceKind, before: Values, after: Values): FieldChange[] =>
  Object.keys(SERIES[kind].fields).flatMap((field) => {
    const [old, current] = [before[field] ?? null, after[field] ?? null];
    return old === current ? [] : [{ field, before: old, after: current }];
  });
