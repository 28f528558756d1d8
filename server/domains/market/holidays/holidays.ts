import { asc, eq } from 'drizzle-orm';
import { isoDate } from '#contract/fields.ts';
import type { MarketHoliday } from '#contract/market/holidays.ts';
import { marketHolidays } from '#server/domains/market/market.tables.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import type { Database, Queryable, Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import type { Holidays } from './trading-calendar.ts';

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

export const presentHoliday = ({
  date,
  name,
  isTentative,
}: typeof marketHolidays.$inferSelect): MarketHoliday => ({ date, name, is_tentative: isTentative });
