import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import type { Database, Queryable, Transaction } from '#core/server/platform/database.ts';
import { canonicalize } from '#features/ledger/contract/verify-record.mjs';
import {
  appendEntries,
  getEntryTime,
  type NewEntry,
  type SigningKey,
} from '#features/ledger/server/ledger.ts';
import type { TradingCalendar } from '#features/market/server/market.ts';
import { DAYS_WITH_RANGE } from '#features/market/server/prices/prices.ts';
import type { ChangeTransaction } from '#features/signals/server/changes/signal-changes.ts';
import type {
  EvaluatedAdjustment,
  EvaluatedBar,
} from '#features/signals/server/track-record/evaluation/evaluation.ts';
import {
  type InputValue,
  inputCorrections,
  inputValues,
} from '#features/signals/server/track-record/track-record.tables.ts';

/** The start of the references of corrections. */
const CORRECTION_PREFIX = 'input-correction:';
/** An entry is one line of the record, which has a limit: it contains so many corrections, of which a value counts as two. */
const MAX_CORRECTIONS = 5_000;
const MAX_VALUES = 1_000;
/** Other writers of the ledger wait while so many values are entered. */
const MAX_TRANSACTION_VALUES = 20_000;

interface Correction {
  symbol: string | null;
  from: LocalDate | null;
  until: LocalDate;
  values: Value[];
}

type Value = { date: LocalDate; before: InputValue; after: InputValue };
type TakenValue = Value & { id: number; symbol: string | null };

/** Enters corrections in transactions of their own, each those of some symbols, until few enough are left for `enterCorrections`. */
export async function enterLargeCorrections(
  { database, signingKey, maxValues = MAX_TRANSACTION_VALUES }: LargeCorrections,
  now: Date,
): Promise<void> {
  for (;;) {
    const symbols = await listFirstSymbols(database.db, maxValues);
    if (symbols.length === 0) return;
    await database.transaction((tx, announce) =>
      enterCorrections({ tx, announce, signingKey }, now, symbols),
    );
  }
}

interface LargeCorrections {
  database: Database;
  signingKey: SigningKey | null;
  maxValues?: number;
}

/** Returns the symbols of the first values, with all of each; none if one transaction can enter all values. */
async function listFirstSymbols(db: Queryable, maxValues: number): Promise<string[]> {
  const { rows } = await db.execute<{ symbol: string }>(sql`
    select symbol from (
      select symbol, sum(count(*)) over (order by symbol) - count(*) as before, sum(count(*)) over () as total
      from ${inputValues} group by symbol
    ) counted
    where total > ${maxValues} and before < ${maxValues} and symbol is not null`);
  return rows.map(({ symbol }) => symbol);
}

/**
 * Enters the recorded corrections of prices, adjustments and the calendar in the ledger, or those of some symbols, with the values before
 * and after. They are public and do not depend on which signals used the data, so they hint at no sealed signal. Call it at the end of the
 * transaction, as `appendEntries`.
 */
export async function enterCorrections(
  { tx, announce, signingKey }: Pick<ChangeTransaction, 'tx' | 'announce' | 'signingKey'>,
  now: Date,
  symbols?: readonly string[],
): Promise<void> {
  const { corrections, firstId } = await takeCorrections(tx, symbols);
  if (corrections.length === 0) return;
  const enteredAt = await getEntryTime(tx, now);
  const entries = toBatches(corrections).map((batch, index): NewEntry => {
    const reference = `${CORRECTION_PREFIX}${firstId}:${index}`;
    return {
      kind: 'inputs.corrected',
      reference,
      subject: reference,
      payload: {
        entered_at: enteredAt.toISOString(),
        corrections: batch.map(({ symbol, from, until, values }) => ({
          symbol,
          from,
          until,
          values: values.map(({ date, before, after }) => ({ date, before, after })),
        })),
      },
      isOpen: true,
      recordedAt: enteredAt,
    };
  });
  await appendEntries(tx, entries, signingKey);
  announce('ledger');
}

function toBatches(corrections: readonly Correction[]): Correction[][] {
  const batches: Correction[][] = [];
  let size = MAX_CORRECTIONS;
  for (const part of corrections.flatMap(splitValues)) {
    if (size >= MAX_CORRECTIONS) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(part);
    size += 1 + 2 * part.values.length;
  }
  return batches;
}

/** Splits a correction with more values than an entry may contain into several of the same dates. */
function splitValues({ values, ...correction }: Correction): Correction[] {
  const parts: Correction[] = [];
  for (let start = 0; start === 0 || start < values.length; start += MAX_VALUES)
    parts.push({ ...correction, values: values.slice(start, start + MAX_VALUES) });
  return parts;
}

/**
 * Deletes what is recorded and returns the corrections by symbol, those of adjacent dates as one, with an ID for their references that no
 * others have.
 */
async function takeCorrections(
  tx: Transaction,
  symbols: readonly string[] | undefined,
): Promise<{ corrections: Correction[]; firstId: string }> {
  const isTaken = symbols ? sql`symbol = any(${sql.param(symbols)}::text[])` : sql`true`;
  const values = await takeValues(tx, isTaken);
  const ranges = await takeRanges(tx, isTaken);
  const corrections = ranges
    .map(({ id: _, ...range }): Correction => ({ ...range, values: [] }))
    .sort(compareCorrections);
  const bySymbol = Map.groupBy(corrections, ({ symbol }) => symbol);
  const lastDates = new Map<string | null, Correction>();
  for (const { id: _, symbol, ...value } of values) {
    const { date } = value;
    const own = bySymbol.get(symbol) ?? [];
    // Both are in the order of their dates.
    while (own[0] && own[0].until < date) own.shift();
    let correction = own[0] && (own[0].from ?? '') <= date ? own[0] : lastDates.get(symbol);
    if (!correction || correction.until < date) {
      correction = { symbol, from: date, until: date, values: [] };
      corrections.push(correction);
      lastDates.set(symbol, correction);
    }
    correction.values.push(value);
  }
  const first = Math.min(...ranges.map(({ id }) => id));
  const firstId = ranges.length > 0 ? String(first) : `value-${values[0]?.id}`;
  return { corrections: corrections.sort(compareCorrections), firstId };
}

const compareCorrections = (a: Correction, b: Correction) =>
  compareText(a.symbol ?? '', b.symbol ?? '') || compareText(a.from ?? '', b.from ?? '');
const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Deletes the recorded ranges and returns them, with adjacent ones as one. */
async function takeRanges(tx: Transaction, isTaken: SQL) {
  const { rows } = await tx.execute<Omit<Correction, 'values'> & { id: number }>(sql`
    with taken as (delete from ${inputCorrections} where ${isTaken} returning *),
      ranges as (
        select min(id)::integer as id, symbol, range_agg(daterange(from_date, until_date, '[]')) as dates
        from taken group by symbol
      )
    select id, symbol, lower(range)::text as "from", (upper(range) - 1)::text as until
    from ranges cross join unnest(dates) range`);
  return rows;
}

/**
 * Deletes the recorded values and returns those that are corrections, by date. Before its evaluation, a bar is one if it was removed, and
 * if it decides nothing (rule 14 of docs/evaluation.md) although the symbol had trades in the days before: such bars can be chosen. Only
 * the difference since the last run counts.
 */
async function takeValues(tx: Transaction, isTaken: SQL): Promise<TakenValue[]> {
  const { rows } = await tx.execute<TakenValue>(sql`
    with taken as (delete from ${inputValues} where ${isTaken} returning *),
      changed as (
        select min(id)::integer as id, symbol, date, input, bool_or(is_correction) as is_correction,
          (array_agg(before order by id))[1] as before, (array_agg(after order by id desc))[1] as after
        from taken group by symbol, date, input
      )
    select id, symbol, date::text as date, before, after from changed
    where before is distinct from after and (is_correction or input = 'bar' and (after is null or
      (after->>0 is null or after->>1 is null or after->>5 = '0') and (before->>1 is not null or exists (
        select from price_bars bar where bar.symbol = changed.symbol and bar.high is not null
          and bar.date >= changed.date - ${DAYS_WITH_RANGE}::integer and bar.date < changed.date))))
    order by date, id`);
  return rows;
}

interface Inputs {
  from: LocalDate;
  until: LocalDate;
  bars: readonly EvaluatedBar[];
  adjustments: readonly (EvaluatedAdjustment & { isConfirmed: boolean })[];
  calendar: TradingCalendar;
}

/** Returns the SHA-256 of the prices, adjustments, holidays and trading hours of some dates, in canonical form. */
export function digestInputs({ from, until, bars, adjustments, calendar }: Inputs): string {
  const isUsed = (date: LocalDate) => from <= date && date <= until;
  const inputs = {
    from,
    until,
    bars: bars
      .filter(({ date }) => isUsed(date))
      .map(({ date, open, high, low, close, previousClose, volume, intraday = [] }) => [
        date,
        open,
        high,
        low,
        close,
        previousClose,
        volume,
        intraday.map((bar) => [bar.at, bar.open, bar.high, bar.low, bar.close]),
      ]),
    adjustments: adjustments
      .filter(({ exDate }) => isUsed(exDate))
      .map(({ exDate, factor, dividend = null, recordedOn, isConfirmed }) => [
        exDate,
        factor,
        dividend,
        ...(recordedOn === undefined ? [] : [recordedOn]),
        ...(isConfirmed ? [] : ['unconfirmed']),
      ])
      .sort(),
    holidays: [...calendar.holidays.exchange].filter(isUsed).sort(),
    // Clipped, because a schedule that ends or begins on another date does not concern these.
    schedules: calendar.schedules
      .map(({ valid_from, valid_to, monday_to_thursday, friday }) => ({
        valid_from: valid_from < from ? from : valid_from,
        valid_to: valid_to === null || valid_to > until ? until : valid_to,
        monday_to_thursday: monday_to_thursday.map(({ opens, closes }) => [opens, closes]),
        friday: friday.map(({ opens, closes }) => [opens, closes]),
      }))
      .filter(({ valid_from, valid_to }) => valid_from <= valid_to),
  };
  return createHash('sha256').update(canonicalize(inputs)).digest('hex');
}
