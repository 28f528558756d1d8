import { asc } from 'drizzle-orm';
import type { MarketHoliday } from '#contract/market/holidays.ts';
import { marketHolidays } from '#server/domains/market/market.tables.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import type { Database, Queryable } from '#server/platform/database.ts';
import type { Holidays } from './trading-calendar.ts';

/** Gives the holidays of the exchange, read once until they change. */
export const cacheHolidays = ({ db, changes }: Database): (() => Promise<Holidays>) =>
  cachedUntilChange(changes, 'market', async () => new Set((await listHolidays(db)).map(({ date }) => date)));

/** Every holiday, by date. */
export async function listHolidays(db: Queryable): Promise<MarketHoliday[]> {
  const rows = await db.select().from(marketHolidays).orderBy(asc(marketHolidays.date));
  return rows.map(presentHoliday);
}

export const presentHoliday = ({
  date,
  name,
  isTentative,
}: typeof marketHolidays.$inferSelect): MarketHoliday => ({ date, name, is_tentative: isTentative });
