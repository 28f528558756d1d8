import { eq } from 'drizzle-orm';
import type { MarketHoliday } from '#contract/market/holidays.ts';
import { holidayOnWeekend, holidayOutOfRange } from '#server/domains/market/market.errors.ts';
import { marketHolidays } from '#server/domains/market/market.tables.ts';
import type { Transaction } from '#server/platform/database.ts';
import { presentHoliday } from './holidays.ts';
import { isWeekend } from './trading-calendar.ts';

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
