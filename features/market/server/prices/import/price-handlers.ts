import { formatShortDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import { createTurns } from '#core/server/platform/take-turns.ts';
import { listClosuresBetween } from '#features/corporate-actions/server/corporate-actions.ts';
import {
  type FieldChange,
  type FilePlan,
  type ImportFile,
  type KindHandler,
  PlanBuilder,
  toColumn,
  type Values,
} from '#features/imports/server/imports.ts';
import { createFileParser } from '#features/imports/server/parsing.ts';
import { cacheHolidays } from '#features/market/server/market.ts';
import { markOutdated, refreshFacts } from '#features/market/server/prices/facts/refresh-facts.ts';
import { type Holidays, isTradingDay } from '#features/market/server/trading-days.ts';
import { toPaisa } from '#features/signals/contract/levels/price.ts';
import { type CheckPrices, createPriceCheck } from './check-prices.ts';
import { type CheckChoice, createChoiceCheck, type ListSymbolsInPlay } from './chosen-bars.ts';
import { describeIntraday } from './intraday.ts';
import type { PriceKind, PriceRecord, PriceRow, PriceWrite } from './price-records.ts';
import { isRoundedTo, restoreSeries } from './restated-series.ts';
import {
  countImportedPrices,
  findExistingPrices,
  findReplacingImport,
  getKey,
  listImportedSymbols,
  PRICE_FIELDS,
  revertPrices,
  writePrices,
} from './write-prices.ts';

/** Rows of prices are small: a batch delays other requests as long as one of 250 events. */
const BATCH_SIZE = 2_000;

/** Imports prices, index values and intraday prices. */
export function createPriceHandlers(
  database: Database,
  clock: Clock,
  { listSymbolsInPlay }: { listSymbolsInPlay: ListSymbolsInPlay },
): Record<PriceKind, KindHandler<PriceWrite, PriceRecord>> {
  const getHolidays = cacheHolidays(database);
  const createHandler = (kind: PriceKind): KindHandler<PriceWrite, PriceRecord> => ({
    topic: 'prices',
    batchSize: BATCH_SIZE,
    plan: async (db, file) =>
      planPrices(
        db,
        { ...file, kind },
        { holidays: await getHolidays(), today: toKarachiDate(clock.now()), listSymbolsInPlay },
      ),
    async write(tx, { importId, isPart }, writes) {
      await writePrices(tx, { kind, importId }, writes);
      if (kind !== 'prices') return;
      const symbols = writes.map(({ symbol }) => symbol);
      // The files of years have all symbols in each batch.
      await (isPart ? markOutdated : refreshFacts)(tx, symbols);
    },
    async finish(tx, importId) {
      if (kind === 'prices') await refreshFacts(tx, await listImportedSymbols(tx, importId));
    },
    async revert(tx, importId, limit) {
      const { count, symbols } = await revertPrices(tx, { kind, importId }, limit);
      if (kind === 'prices') await refreshFacts(tx, symbols);
      return count;
    },
    countRevertible: (db, importId) => countImportedPrices(db, kind, importId),
    // Only imports change prices.
    countModified: async () => 0,
    findLaterImport: findReplacingImport,
    summarize,
    presentValue: (field, value) => ({
      field: toColumn(field),
      value: field === 'prices' && value !== null ? describeIntraday(value) : (value ?? ''),
    }),
  });
  return {
    prices: createHandler('prices'),
    'index-values': createHandler('index-values'),
    'intraday-prices': createHandler('intraday-prices'),
  };
}

/** Formats `21 Nov 2026: open 10.00, high 10.20, low 9.90, close 10.10`. */
function summarize({ date, values: given }: PriceRecord): string {
  const values = given as Values;
  const { value, suffix } = values;
  if (values.prices) return `${formatShortDate(date)}: ${describeIntraday(values.prices)}`;
  const prices = (['open', 'high', 'low', 'close'] as const).flatMap((part) =>
    values[part] ? [`${part} ${values[part]}`] : [],
  );
  const parts = value ? [value] : [...prices, ...(suffix ? [suffix] : [])];
  return `${formatShortDate(date)}: ${parts.join(', ')}`;
}

interface PlanContext {
  holidays: Holidays;
  today: LocalDate;
  listSymbolsInPlay: ListSymbolsInPlay;
}

const parseFile = createFileParser<PriceRecord>(new URL('./price-file-worker.ts', import.meta.url));

/** Parses a file and compares it with the stored prices, without writing. Throws an `HttpError` if the file is rejected. */
async function planPrices(
  db: Queryable,
  file: ImportFile & { kind: PriceKind },
  context: PlanContext,
): Promise<FilePlan<PriceWrite, PriceRecord>> {
  const { kind } = file;
  const { rows: parsed, ...layout } = await parseFile(file, { holidays: context.holidays });
  const rows = await restoreSeries(parsed, (symbol) =>
    listClosuresBetween(db, symbol, { after: '', until: context.today, holidays: context.holidays }),
  );
  const records = rows.flatMap((row) => ('record' in row ? [row.record] : []));
  const existing = await findExistingPrices(db, kind, records);
  const plan = new PlanBuilder<PriceWrite, PriceRecord>();
  const firstByKey = new Map<string, RecordRow>();
  const check = await createPriceCheck(db, records, context.holidays);
  const checkChoice: CheckChoice =
    kind === 'prices' ? await createChoiceCheck(db, records, context.listSymbolsInPlay) : () => [];
  const takeTurns = createTurns();
  // By date, so that each close is checked against the one before.
  for (const row of rows.toSorted((a, b) => compareDates(getDate(a), getDate(b)))) {
    await planRow(plan, row, { kind, existing, firstByKey, check, checkChoice, ...context });
    await takeTurns();
  }
  return plan.finish(layout);
}

/** Much faster than `localeCompare`, for dates that are equal or in the same order. */
const compareDates = (a: LocalDate, b: LocalDate) => (a === b ? 0 : a < b ? -1 : 1);

const getDate = (row: PriceRow) => ('record' in row ? row.record.date : '');

type RecordRow = PriceRow & { record: PriceRecord };

interface RowContext extends PlanContext {
  kind: PriceKind;
  existing: ReadonlyMap<string, Values>;
  /** The first row for each symbol and date. */
  firstByKey: Map<string, RecordRow>;
  check: CheckPrices;
  checkChoice: CheckChoice;
}

async function planRow(
  plan: PlanBuilder<PriceWrite, PriceRecord>,
  row: PriceRow,
  context: RowContext,
): Promise<void> {
  if ('omission' in row) plan.add(row, { status: 'left_out', reason: row.omission });
  else if ('rejection' in row) plan.add(row, { status: 'rejected', reason: row.rejection });
  else await planRecord(plan, row, context);
}

async function planRecord(
  plan: PlanBuilder<PriceWrite, PriceRecord>,
  row: RecordRow,
  context: RowContext,
): Promise<void> {
  const { symbol, date, values: given } = row.record;
  const key = getKey(row.record);
  const first = context.firstByKey.get(key);
  if (!first) context.firstByKey.set(key, row);
  const before = context.existing.get(key) ?? null;
  const isExact = before?.close && isRoundedTo(row.record, before.close);
  const merged = { ...before, ...given, ...(isExact ? { close: before.close } : {}) } as Values;
  const { values, doubt } = completeBar(merged);
  const changes = before === null ? [] : listChanges(context.kind, before, values);
  const reason =
    getImpossibleDate(date, context.today) ??
    (first ? getRepetitionProblem(row, first) : getContradiction(merged));
  if (reason !== null) plan.add(row, { status: 'rejected', reason });
  else if (first || (before !== null && changes.length === 0)) plan.add(row, { status: 'unchanged' });
  else {
    const write: PriceWrite = { symbol, date, isNew: before === null, values };
    const doubts = [
      ...(row.record.doubts ?? []),
      ...getDateDoubts(date, context.holidays),
      ...(doubt === null ? [] : [doubt]),
      ...context.checkChoice(row.record, { given: given as Values, before, merged, values }),
      ...(await context.check(row.record, values)),
    ];
    plan.addWrite(row, write, { status: before === null ? 'new' : 'changed', changes, doubts });
  }
}

/** An identical row changes nothing. */
const getRepetitionProblem = ({ record }: RecordRow, first: RecordRow): string | null =>
  JSON.stringify(record.values) === JSON.stringify(first.record.values)
    ? null
    : `Line ${first.line} has different values for the same symbol and date.`;

const listChanges = (kind: PriceKind, before: Values, after: Values): FieldChange[] =>
  Object.keys(PRICE_FIELDS[kind]).flatMap((field) => {
    const [old, current] = [before[field] ?? null, after[field] ?? null];
    return old === current ? [] : [{ field, before: old, after: current }];
  });

/** Returns the reason why the values of a bar contradict each other, as a sentence, or `null`. */
function getContradiction({ high = null, low = null }: Values): string | null {
  if ((high === null) !== (low === null)) return 'A bar needs both a high and a low, or neither.';
  if (high === null || low === null || toPaisa(low) <= toPaisa(high)) return null;
  return `The low ${low} is above the high ${high}.`;
}

/** The exchange has had no electronic trading before. */
const FIRST_DATE = '1990-01-01';

/** Returns the reason why there can be no prices on a date, as a sentence, or `null`. */
function getImpossibleDate(date: LocalDate, today: LocalDate): string | null {
  if (date > today) return `${formatShortDate(date)} is in the future.`;
  if (date < FIRST_DATE) return `${formatShortDate(date)} is before 1990.`;
  return null;
}

/** Returns the reasons why an administrator must confirm prices of a date. */
const getDateDoubts = (date: LocalDate, holidays: Holidays): string[] =>
  isTradingDay(date, holidays) ? [] : [`${formatShortDate(date)} is not a trading day.`];

/**
 * Returns the values of a bar as they are stored, and the reason why an administrator must confirm it. A day without trades has no range,
 * and the range of one that contradicts itself decides nothing, so both are close-only.
 */
export function completeBar(values: Values): { values: Values; doubt: string | null } {
  const outside = findOutside(values);
  const isDayWithoutTrades = isUntraded(values);
  if (outside === null && !isDayWithoutTrades) return { values, doubt: null };
  const doubt = isDayWithoutTrades ? null : `${outside} If you confirm the row, only its close is stored.`;
  return { values: { ...values, open: null, high: null, low: null }, doubt };
}

/** Returns a sentence about an open or a close that is outside the high and the low, as the weighted close of a thin share can be. */
function findOutside({ open = null, high = null, low = null, close = null }: Values): string | null {
  if (high === null || low === null || toPaisa(low) > toPaisa(high)) return null;
  for (const [part, price] of [
    ['open', open],
    ['close', close],
  ] as const) {
    if (price === null) continue;
    if (toPaisa(price) > toPaisa(high)) return `The ${part} ${price} is above the high ${high}.`;
    if (toPaisa(price) < toPaisa(low)) return `The ${part} ${price} is below the low ${low}.`;
  }
  return null;
}

/**
 * The exchange repeats the previous close of a share without trades, or with too few to make a close. The other prices of such a row are
 * zeros or those of an earlier day. With a volume, a close outside the range can also be a mistake.
 */
function isUntraded(values: Values): boolean {
  const { volume = null, close, previousClose } = values;
  if (close === null || close !== previousClose) return false;
  return volume === '0' || (volume === null && findOutside(values) !== null);
}
