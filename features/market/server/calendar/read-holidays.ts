import type { LocalDate } from '#core/contract/dates.ts';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import type { MarketHoliday } from '#features/market/contract/holidays.ts';
import { type Holidays, toHolidays } from '#features/market/server/trading-days.ts';
import { listHolidays } from './holidays.ts';
import { listBankHolidays, listSettlementDates } from './settlement.ts';

/** The holidays with what explains the dates that follow from them. */
export interface ExplainedHolidays extends Holidays {
  exchangeDays: ReadonlyMap<LocalDate, MarketHoliday>;
  bankDays: ReadonlyMap<LocalDate, MarketHoliday>;
  /** The days of either whose dates are expected, not confirmed. */
  tentative: ReadonlySet<LocalDate>;
  /** The notices of `settlementDates`, by the date of the trade. */
  notices: ReadonlyMap<LocalDate, string>;
}

/** Returns a function that reads the holidays and caches them until they change. */
export const cacheHolidays = ({ db, changes }: Database): (() => Promise<ExplainedHolidays>) =>
  cachedUntilChange(changes, 'market', () => readHolidays(db));

/** Reads the holidays of the exchange and of banks, and the published settlement dates. */
export async function readHolidays(db: Queryable): Promise<ExplainedHolidays> {
  const exchange = await listHolidays(db);
  const banks = await listBankHolidays(db);
  const settlements = await listSettlementDates(db);
  const toDates = (days: readonly MarketHoliday[]) => days.map(({ date }) => date);
  const byDate = (days: readonly MarketHoliday[]) => new Map(days.map((day) => [day.date, day]));
  return {
    ...toHolidays(
      toDates(exchange),
      toDates(banks),
      settlements.map((row) => [row.trade_date, row.settlement_date] as const),
    ),
    exchangeDays: byDate(exchange),
    bankDays: byDate(banks),
    tentative: new Set(toDates([...exchange, ...banks].filter((day) => day.is_tentative))),
    notices: new Map(settlements.map((row) => [row.trade_date, row.notice])),
  };
}
