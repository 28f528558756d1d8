import { sql } from 'drizzle-orm';
import { boolean, check, date, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';
import type { TradingSession } from '#features/market/contract/schedules.ts';
import type { StatusEdit } from './company-status.ts';

/** Weekdays on which the exchange is closed. Migrations add the published ones, administrators maintain them. */
export const marketHolidays = pgTable('market_holidays', {
  date: date({ mode: 'string' }).primaryKey(),
  name: text().notNull(),
  isTentative: boolean('is_tentative').notNull().default(false),
  /** The notice that has it; `null` if it was entered without one. */
  notice: text(),
});

/**
 * Weekdays on which banks are closed, so that trades do not settle: 1 January, 1 July, the first day of Ramazan. They are no
 * `market_holidays`: the exchange may be open.
 */
export const bankHolidays = pgTable('bank_holidays', {
  date: date({ mode: 'string' }).primaryKey(),
  name: text().notNull(),
  isTentative: boolean('is_tentative').notNull().default(false),
  notice: text(),
});

/** The settlement dates in notices of the clearing company. They override the calculated ones. */
export const settlementDates = pgTable(
  'settlement_dates',
  {
    tradeDate: date('trade_date', { mode: 'string' }).primaryKey(),
    settlementDate: date('settlement_date', { mode: 'string' }).notNull(),
    notice: text().notNull(),
  },
  ({ tradeDate, settlementDate }) => [check('settlement_dates_later', sql`${settlementDate} > ${tradeDate}`)],
);

/**
 * The sessions of the exchange between two dates. Migrations add the published ones, administrators maintain them. Which of
 * several schedules applies is decided in `calendar/sessions.ts`.
 */
export const tradingSchedules = pgTable(
  'trading_schedules',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    /** `null` until further notice. */
    validTo: date('valid_to', { mode: 'string' }),
    mondayToThursday: jsonb('monday_to_thursday').$type<TradingSession[]>().notNull(),
    friday: jsonb().$type<TradingSession[]>().notNull(),
    /** The hours or the dates are expected, not announced. */
    isTentative: boolean('is_tentative').notNull().default(false),
  },
  ({ validFrom, validTo }) => [
    // PostgreSQL 14 has no NULLS NOT DISTINCT.
    uniqueIndex('trading_schedules_dates').on(validFrom, sql`coalesce(${validTo}, 'infinity')`),
    check('trading_schedules_ends_after_start', sql`${validTo} >= ${validFrom}`),
  ],
);

/**
 * The companies that imports added to the directory, or whose name, sector or ISIN they changed. A company of the code that the exchange's
 * list does not change has no row.
 */
export const importedCompanies = pgTable('imported_companies', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  symbol: text().notNull().unique('imported_companies_symbol'),
  name: text().notNull(),
  sectorCode: text('sector_code'),
  isin: text(),
  updatedAt: timestamptz('updated_at').notNull(),
});

/** The statuses that administrators have entered. They override the derived ones (`company-status.ts`). */
export const companyStatuses = pgTable('company_statuses', {
  symbol: text().primaryKey(),
  status: text().$type<StatusEdit['status']>().notNull(),
  date: date({ mode: 'string' }),
  successor: text(),
  note: text(),
});
