import { boolean, date, pgTable, text } from 'drizzle-orm/pg-core';

/** Weekdays on which the exchange is closed. Migrations add the published ones, administrators maintain them. */
export const marketHolidays = pgTable('market_holidays', {
  date: date({ mode: 'string' }).primaryKey(),
  name: text().notNull(),
  isTentative: boolean('is_tentative').notNull().default(false),
});
