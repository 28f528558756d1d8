import type { TradingSchedule } from '#contract/market/schedules.ts';
import { listHolidays } from '#server/domains/market/holidays/holidays.ts';
import { tradingSchedules } from '#server/domains/market/market.tables.ts';
import { orderSchedules, type TradingCalendar } from '#server/domains/market/sessions/trading-schedule.ts';
import { cachedUntilChange } from '#server/platform/cached-until-change.ts';
import type { Database, Queryable } from '#server/platform/database.ts';

/** Returns a function that reads the holidays and trading hours of the exchange and caches them until they change. */
export const cacheTradingCalendar = ({ db, changes }: Database): (() => Promise<TradingCalendar>) =>
  cachedUntilChange(changes, 'market', () => readTradingCalendar(db));

/** Reads the holidays and trading hours of the exchange. */
export async function readTradingCalendar(db: Queryable): Promise<TradingCalendar> {
  return {
    holidays: new Set((await listHolidays(db)).map(({ date }) => date)),
    schedules: await listSchedules(db),
  };
}

/** Returns all schedules in order of precedence: of those that contain a date the last one applies. */
export async function listSchedules(db: Queryable): Promise<TradingSchedule[]> {
  return orderSchedules((await db.select().from(tradingSchedules)).map(presentSchedule));
}

const presentSchedule = ({
  id,
  name,
  validFrom,
  validTo,
  mondayToThursday,
  friday,
}: typeof tradingSchedules.$inferSelect): TradingSchedule => ({
  id,
  name,
  valid_from: validFrom,
  valid_to: validTo,
  monday_to_thursday: mondayToThursday,
  friday,
});
