import { asc, eq } from 'drizzle-orm';
import { addDays, getWeekday, type LocalDate } from '#contract/dates.ts';
import { isoDate } from '#contract/fields.ts';
import type { MarketHoliday } from '#contract/market/holidays.ts';
import { marketHolidays } from '#server/domains/market/market.tables.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { HttpError, notFound } from '#server/platform/http-error.ts';

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

/** Removes the holiday on a date, if there is one. */
export async function removeHolidayIfAny(tx: Transaction, date: string): Promise<void> {
  await tx.delete(marketHolidays).where(eq(marketHolidays.date, date));
}

const presentHoliday = ({
  date,
  name,
  isTentative,
  notice,
}: typeof marketHolidays.$inferSelect): MarketHoliday => ({ date, name, is_tentative: isTentative, notice });

const FIRST_DATE = '1990-01-01';
const LAST_DATE = '2100-12-31';

/**
 * Adds or changes the holiday on a date; `movedFrom` is the date that it moves from. Throws `holidayOnWeekend` and
 * `holidayOutOfRange`.
 */
export async function saveHoliday(
  tx: Transaction,
  { movedFrom, ...holiday }: typeof marketHolidays.$inferSelect & { movedFrom: string | null },
): Promise<MarketHoliday> {
  const { date, name, isTentative, notice } = holiday;
  checkHolidayDate(date);
  if (movedFrom !== null && movedFrom !== date)
    await tx.delete(marketHolidays).where(eq(marketHolidays.date, movedFrom));
  await tx
    .insert(marketHolidays)
    .values(holiday)
    .onConflictDoUpdate({ target: marketHolidays.date, set: { name, isTentative, notice } });
  return presentHoliday(holiday);
}

/** Throws `holidayOnWeekend` or `holidayOutOfRange` if a date cannot be a holiday of the exchange or of banks. */
export function checkHolidayDate(date: LocalDate): void {
  if (date < FIRST_DATE || date > LAST_DATE) throw holidayOutOfRange();
  if (isWeekend(date)) throw holidayOnWeekend();
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

/** The days on which the exchange does not trade or the banks do not settle. `settlement.ts` has the rules of settlement. */
export interface Holidays {
  /** The weekdays on which the exchange is closed, as dates such as `2026-08-14`. */
  exchange: ReadonlySet<LocalDate>;
  /** The weekdays on which banks are closed. On those that are not in `exchange`, shares are traded but nothing settles. */
  banks: ReadonlySet<LocalDate>;
  /** The settlement dates that the clearing company published, by the date of the trade. */
  settlementDates: ReadonlyMap<LocalDate, LocalDate>;
}

/** Creates holidays of the exchange, of banks, and published settlement dates. */
export const toHolidays = (
  exchange: Iterable<LocalDate> = [],
  banks: Iterable<LocalDate> = [],
  settlementDates: Iterable<readonly [LocalDate, LocalDate]> = [],
): Holidays => ({
  exchange: new Set(exchange),
  banks: new Set(banks),
  settlementDates: new Map(settlementDates),
});

const SUNDAY = 0;
const SATURDAY = 6;

export function isTradingDay(date: string, holidays: Holidays): boolean {
  return !isWeekend(date) && !holidays.exchange.has(date);
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

function findNearestTradingDay(date: string, step: 1 | -1, holidays: Holidays): string {
  let candidate = addDays(date, step);
  while (!isTradingDay(candidate, holidays)) candidate = addDays(candidate, step);
  return candidate;
}
