import { sql } from 'drizzle-orm';
import { boolean, check, date, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { TradingSession } from '#contract/market/schedules.ts';

/** Weekdays on which the exchange is closed. Migrations add the published ones, administrators maintain them. */
export const marketHolidays = pgTable('market_holidays', {
  date: date({ mode: 'string' }).primaryKey(),
  name: text().notNull(),
  isTentative: boolean('is_tentative').notNull().default(false),
});

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
  },
  ({ validFrom, validTo }) => [
    // PostgreSQL 14 has no NULLS NOT DISTINCT.
    uniqueIndex('trading_schedules_dates').on(validFrom, sql`coalesce(${validTo}, 'infinity')`),
    check('trading_schedules_ends_after_start', sql`${validTo} >= ${validFrom}`),
  ],
);
