import { asc, eq } from 'drizzle-orm';
import { addDays, getWeekday } from '#contract/dates.ts';
import { isoDate } from '#contract/fields.ts';
import type { MarketHoliday } from '#contract/market/holidays.ts';
import { marketHolidays } from '#server/domains/market/market.tables.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import type { Database, Queryable, Transaction } from '#server/platform/database.ts';
import { HttpError, notFound } from '#server/platform/http-error.ts';

/** Returns a function that reads the exchange's holidays and caches them until they change. */
export const cacheHolidays = ({ db, changes }: Database): (() => Promise<Holidays>) =>
  cachedUntilChange(changes, 'market', async () => new Set((await listHolidays(db)).map(({ date }) => date)));

/** Returns a function that reads the holidays whose dates are not certain, and caches them until they change. */
export const cacheTentativeHolidays = ({ db, changes }: Database): (() => Promise<Holidays>) =>
  cachedUntilChange(changes, 'market', async () => {
    const tentative = (await listHolidays(db)).filter(({ is_tentative }) => is_tentative);
    return new Set(tentative.map(({ date }) => date));
  });

/** Returns all holidays, ordered by date. */
export async function listHolidays(db: Queryable): Promise<MarketHoliday[]> {
  const rows = await db.select().from(marketHolidays).orderBy(asc(marketHolidays.date));
  return rows.map(presentHoliday);
}

export async function findHoliday(db: Queryable, date: string): Promise<MarketHoliday | null> {
  const [row] = await db.select().from(marketHolidays).where(eq(marketHolidays.date, date));
  return row ? presentHoliday(row) : null;
}

/** Removes the holiday on a date and returns it. Throws `notFound` if there is none. */
export async function removeHoliday(tx: Transaction, date: string): Promise<MarketHoliday> {
  if (!isoDate.safeParse(date).success) throw notFound();
  const [removed] = await tx.delete(marketHolidays).where(eq(marketHolidays.date, date)).returning();
  if (!removed) throw notFound();
  return presentHoliday(removed);
}

const presentHoliday = ({ date, name, isTentative }: typeof marketHolidays.$inferSelect): MarketHoliday => ({
  date,
  name,
  is_tentative: isTentative,
});

const FIRST_DATE = '1990-01-01';
const LAST_DATE = '2100-12-31';

/**
 * Adds or changes the holiday on a date; `movedFrom` is the date that it moves from. Throws `holidayOnWeekend` and
 * `holidayOutOfRange`.
 */
export async function saveHoliday(
  tx: Transaction,
  { movedFrom, ...holiday }: { date: string; name: string; isTentative: boolean; movedFrom: string | null },
): Promise<MarketHoliday> {
  const { date, name, isTentative } = holiday;
  if (date < FIRST_DATE || date > LAST_DATE) throw holidayOutOfRange();
  if (isWeekend(date)) throw holidayOnWeekend();
  if (movedFrom !== null && movedFrom !== date)
    await tx.delete(marketHolidays).where(eq(marketHolidays.date, movedFrom));
  await tx
    .insert(marketHolidays)
    .values(holiday)
    .onConflictDoUpdate({ target: marketHolidays.date, set: { name, isTentative } });
  return presentHoliday(holiday);
}

const holidayOnWeekend = () =>
  new HttpError({
    status: 400,
    code: 'holiday_on_weekend',
    body: { date: ['The exchange is always closed on Saturdays and Sundays. Enter a weekday.'] },
  });

const holidayOutOfRange = () =>
  new HttpError({
    status: 400,
    code: 'holiday_out_of_range',
    body: { date: ['Enter a date from 1990 to 2100.'] },
  });

/** The weekdays on which the exchange is closed, as dates such as `2026-08-14`. */
export type Holidays = ReadonlySet<string>;

const SUNDAY = 0;
const SATURDAY = 6;

/** Trades from this date on settle on the next trading day (T+1). */
const NEXT_DAY_SETTLEMENT_SINCE = '2026-02-09';

export function isTradingDay(date: string, holidays: Holidays): boolean {
  return !isWeekend(date) && !holidays.has(date);
}

export function isWeekend(date: string): boolean {
  const weekday = getWeekday(date);
  return weekday === SUNDAY || weekday === SATURDAY;
}

/** Returns the last trading day before a date. */
export const getPreviousTradingDay = (date: string, holidays: Holidays) =>
  findNearestTradingDay(date, -1, holidays);

/** Returns the first trading day after a date. */
export const getNextTradingDay = (date: string, holidays: Holidays) =>
  findNearestTradingDay(date, 1, holidays);

/** Returns the number of trading days until a trade settles: T+1 or T+2. */
export const getSettlementDays = (tradeDate: string): 1 | 2 =>
  tradeDate < NEXT_DAY_SETTLEMENT_SINCE ? 2 : 1;

/** Returns the date on which a trade settles and the buyer owns the shares. */
export function getSettlementDate(tradeDate: string, holidays: Holidays): string {
  let date = tradeDate;
  for (let remaining = getSettlementDays(tradeDate); remaining > 0; remaining -= 1)
    date = getNextTradingDay(date, holidays);
  return date;
}

function findNearestTradingDay(date: string, step: 1 | -1, holidays: Holidays): string {
  let candidate = addDays(date, step);
  while (!isTradingDay(candidate, holidays)) candidate = addDays(candidate, step);
  return candidate;
}
