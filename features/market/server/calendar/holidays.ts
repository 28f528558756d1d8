import { asc, eq } from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import { isoDate } from '#core/contract/fields.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import type { MarketHoliday } from '#features/market/contract/holidays.ts';
import { marketHolidays } from '#features/market/server/market.tables.ts';
import { isWeekend } from '#features/market/server/trading-days.ts';

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
