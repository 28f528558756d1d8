import { sql } from 'drizzle-orm';
import { formatShortDate, type LocalDate } from '#core/contract/dates.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import {
  listClosuresBetween,
  type PastClosure,
} from '#features/corporate-actions/server/corporate-actions.ts';
import type { Values } from '#features/imports/server/imports.ts';
import { findCompany, isRight } from '#features/market/server/companies.ts';
import { listImportedCompanies } from '#features/market/server/market.ts';
import { applyPayouts, type ClosePrice } from '#features/market/server/prices/adjustments/reference-close.ts';
import { indexValues, priceBars } from '#features/market/server/prices/prices.tables.ts';
import { getNextTradingDay, type Holidays } from '#features/market/server/trading-days.ts';
import { formatRupees, toPaisa } from '#features/signals/contract/levels/price.ts';
import { calculatePaisaLimits } from '#features/signals/contract/levels/price-limits.ts';
import type { StoredSecond } from './intraday.ts';
import { formatPaisa, type PriceRecord } from './price-records.ts';

/** Returns the reasons why an administrator must confirm the prices of a symbol and a date, which become the last ones if there are none. */
export type CheckPrices = (record: PriceRecord, values: Values) => Promise<string[]>;

/**
 * Creates a check of prices against the company directory and the price limits of their day. Call it by date: the limits follow from
 * the last close before, stored or in the same file, that needs no confirmation.
 */
export async function createPriceCheck(
  db: Queryable,
  records: readonly PriceRecord[],
  holidays: Holidays,
): Promise<CheckPrices> {
  const histories = await readHistories(db, records);
  const getNext = cacheNextTradingDays(holidays);
  const until = [...histories.values()].reduce(
    (last, history) => (history.until > last ? history.until : last),
    '',
  );
  const imported = new Set((await listImportedCompanies(db)).map(({ symbol }) => symbol));
  const closures = new Map<string, Promise<PastClosure[]>>();
  /** Returns the closures with an ex-date after a close until a date. */
  const listClosures = async (symbol: string, after: LocalDate, date: LocalDate) => {
    const own = closures.get(symbol) ?? listClosuresBetween(db, symbol, { after: '', until, holidays });
    closures.set(symbol, own);
    return (await own).filter(({ exDate }) => exDate > after && exDate <= date);
  };
  return async ({ symbol, date }, values) => {
    const doubts: string[] = [];
    if (values.value) {
      const index = histories.get(symbol);
      const last = index?.findLast(date) ?? null;
      const value = toPaisa(values.value);
      const beyond =
        findReplaced(value, index?.findStored(date) ?? null) ??
        (last && findIndexBeyondLimits(value, { date, last, getNext })) ??
        findBeforeNext({ date, close: value }, index?.first ?? null, getNext);
      if (!beyond) index?.accept({ date, close: value, suffix: null });
      return beyond ? [beyond] : [];
    }
    const history = histories.get(symbol);
    // An administrator has confirmed a symbol of which bars are stored. Rights come and go.
    const isExpected =
      findCompany(symbol) !== null || imported.has(symbol) || isRight({ symbol, name: symbol });
    if (!isExpected && !history?.first) doubts.push(`${symbol} is not in the company directory.`);
    const last = history?.findLast(date) ?? null;
    if (last && countTradingDays(last.date, date, getNext) > MAX_DAYS)
      doubts.push(
        `There is no close in the ${MAX_DAYS} trading days before, so no price limits follow. The last one is that of ${formatShortDate(last.date)} (${formatPrice(last.close)}).`,
      );
    const beyond =
      last &&
      (await findBeyondLimits(values, { date, last, getNext }, () => listClosures(symbol, last.date, date)));
    if (beyond) doubts.push(beyond);
    const next = history?.first && history.first.date > date && values.close ? history.first : null;
    if (next && doubts.length === 0) {
      const own = { date, close: toPaisa(values.close as string), suffix: values.suffix ?? null };
      const contradicted = await findBeyondLimits(
        { close: formatPaisa(next.close) },
        { date: next.date, last: own, getNext },
        () => listClosures(symbol, date, next.date),
      );
      if (contradicted) doubts.push(`The next close is stored: ${contradicted}`);
    }
    if (doubts.length === 0 && values.close)
      history?.accept({ date, close: toPaisa(values.close), suffix: values.suffix ?? null });
    return doubts;
  };
}

/** The closes of a symbol, read by date. */
class CloseHistory {
  readonly #stored: ClosePrice[] = [];
  #next = 0;
  #last: ClosePrice | null = null;

  /** The last date of the file or of what is stored. */
  until: LocalDate;

  constructor(until: LocalDate) {
    this.until = until;
  }

  /** The first stored close, or a later one that is not after the file's first date. */
  get first(): ClosePrice | null {
    return this.#stored[0] ?? null;
  }

  add(close: ClosePrice): void {
    if (close.date > this.until) this.until = close.date;
    this.#stored.push(close);
  }

  /** Returns the last close before a date. */
  findLast(date: LocalDate): ClosePrice | null {
    for (
      let close = this.#stored[this.#next];
      close && close.date < date;
      close = this.#stored[++this.#next]
    ) {
      if (this.#last === null || this.#last.date < close.date) this.#last = close;
    }
    return this.#last;
  }

  /** Returns the stored close of a date. */
  findStored(date: LocalDate): ClosePrice | null {
    return this.#stored.find((close) => close.date === date) ?? null;
  }

  /** Adds a close of the file, which replaces the stored one. */
  accept(close: ClosePrice): void {
    this.#last = close;
  }
}

const SYMBOLS_PER_QUERY = 500;

/** Reads the closes, or index values, of the records' dates, the last ones before them and the first ones after them. */
async function readHistories(
  db: Queryable,
  records: readonly PriceRecord[],
): Promise<Map<string, CloseHistory>> {
  const ranges = [...Map.groupBy(records, ({ symbol }) => symbol)].map(([symbol, own]) => {
    const dates = own.map(({ date }) => date).sort();
    return { symbol, from: dates[0] ?? '', until: dates.at(-1) ?? '' };
  });
  const histories = new Map(ranges.map(({ symbol, until }) => [symbol, new CloseHistory(until)]));
  const isIndex = records.some(({ values }) => 'value' in values);
  const [table, columns] = isIndex
    ? [indexValues, sql`date, value as close, null::text as suffix`]
    : [priceBars, sql`date, close, suffix`];
  for (let start = 0; start < ranges.length; start += SYMBOLS_PER_QUERY) {
    const batch = JSON.stringify(ranges.slice(start, start + SYMBOLS_PER_QUERY));
    const { rows } = await db.execute<ClosePrice & { symbol: string }>(sql`
      select given.symbol, stored.date::text as date, stored.close, stored.suffix
      from jsonb_to_recordset(${batch}::jsonb) given(symbol text, "from" date, until date)
      cross join lateral (
        (select ${columns} from ${table} bar
          where bar.symbol = given.symbol and date < given."from" order by date desc limit 1)
        union all
        (select ${columns} from ${table} bar
          where bar.symbol = given.symbol and date between given."from" and given.until)
        union all
        (select ${columns} from ${table} bar
          where bar.symbol = given.symbol and date > given.until order by date limit 1)
      ) stored order by stored.date`);
    for (const { symbol, ...close } of rows) histories.get(symbol)?.add(close);
  }
  return histories;
}

interface Day {
  date: LocalDate;
  /** The last close before it. */
  last: ClosePrice;
  getNext: GetNextTradingDay;
}

/**
 * Returns a sentence about the first price beyond the limits from the last close, or `null`. A price may also be within the limits after
 * the payouts since, whose ex-dates can be estimated.
 */
async function findBeyondLimits(
  values: Values,
  day: Day,
  listClosures: () => Promise<PastClosure[]>,
): Promise<string | null> {
  const prices = listPrices(values);
  const beyond = (limits: Limits) => prices.find((price) => price < limits.lower || price > limits.upper);
  const { date, last } = day;
  if (beyond(calculateLimits(last.close, day)) === undefined) return null;
  const { price: reference } = applyPayouts(last, await listClosures());
  const limits = calculateLimits(reference, day);
  const price = beyond(limits);
  if (price === undefined) return null;
  const [from, to] = [limits.lower, limits.upper].map(formatPrice);
  const after = reference === last.close ? '' : `, ${formatPrice(reference)} after the payouts since`;
  return `${formatPrice(price)} is beyond the price limits of ${formatShortDate(date)} (${from} to ${to}), from the close of ${formatShortDate(last.date)} (${formatPrice(last.close)}${after}).`;
}

/**
 * Returns a sentence about an index value beyond what its shares can move, or `null`: each moves by at most 10 % a day, and those below
 * Rs. 10 weigh next to nothing.
 */
function findIndexBeyondLimits(value: number, { date, last, getNext }: Day): string | null {
  const days = countTradingDays(last.date, date, getNext) + 1;
  if (days > MAX_DAYS + 1)
    return `There is no value in the ${MAX_DAYS} trading days before. The last one is that of ${formatShortDate(last.date)} (${formatPaisa(last.close)}).`;
  if (value <= last.close * 1.1 ** days && value >= last.close * 0.9 ** days) return null;
  return `${formatPaisa(value)} is more than 10 % a trading day from ${formatPaisa(last.close)}, the value of ${formatShortDate(last.date)}.`;
}

/** Returns a sentence about a value that is too far from the first stored one, which follows it, or `null`. */
function findBeforeNext(
  { date, close }: Omit<ClosePrice, 'suffix'>,
  next: ClosePrice | null,
  getNext: GetNextTradingDay,
): string | null {
  if (next === null || next.date <= date || countTradingDays(date, next.date, getNext) > MAX_DAYS)
    return null;
  const day = { date: next.date, last: { date, close, suffix: null }, getNext };
  const beyond = findIndexBeyondLimits(next.close, day);
  return beyond === null
    ? null
    : `The next value is stored: ${formatPaisa(next.close)} on ${formatShortDate(next.date)}.`;
}

/** A corrected value is close to the one that it replaces. Another one can be that of another date. */
const MAX_CORRECTION = 0.01;

/** Returns a sentence about a stored value of the same date that is replaced by a very different one, or `null`. */
function findReplaced(value: number, stored: ClosePrice | null): string | null {
  if (stored === null || Math.abs(value - stored.close) <= stored.close * MAX_CORRECTION) return null;
  return `It would replace the stored value ${formatPaisa(stored.close)} by one that differs by more than 1 %.`;
}

const formatPrice = (paisa: number) => formatRupees(formatPaisa(paisa));

function listPrices({ open, high, low, close, prices }: Values): number[] {
  if (prices) return (JSON.parse(prices) as StoredSecond[]).flatMap(([, ...values]) => values);
  return [open, high, low, close].flatMap((price) => (price ? [toPaisa(price)] : []));
}

interface Limits {
  lower: number;
  upper: number;
}

type GetNextTradingDay = (date: LocalDate) => LocalDate;

/** The rows of a file have few dates. */
function cacheNextTradingDays(holidays: Holidays): GetNextTradingDay {
  const days = new Map<LocalDate, LocalDate>();
  return (date) => {
    const next = days.get(date) ?? getNextTradingDay(date, holidays);
    days.set(date, next);
    return next;
  };
}

/** After so many trading days without a close, every price is possible, and needs review. */
const MAX_DAYS = 40;

/** Counts the trading days between two dates, to one more than `MAX_DAYS`. */
function countTradingDays(after: LocalDate, date: LocalDate, getNext: GetNextTradingDay): number {
  let count = 0;
  for (let day = getNext(after); day < date && count <= MAX_DAYS; day = getNext(day)) count += 1;
  return count;
}

/** Calculates the limits of a date that is one or several trading days after a close: each day, the price can move as far as its limits. */
function calculateLimits(close: number, { date, last, getNext }: Day): Limits {
  let { lower, upper } = calculatePaisaLimits(close, date);
  let day = getNext(last.date);
  for (let count = 1; day < date; count += 1) {
    if (count > MAX_DAYS) return { lower: 0, upper: Number.POSITIVE_INFINITY };
    lower = calculatePaisaLimits(lower, date).lower;
    upper = calculatePaisaLimits(upper, date).upper;
    day = getNext(day);
  }
  return { lower, upper };
}
