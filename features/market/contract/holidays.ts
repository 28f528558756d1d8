import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';

/** A weekday on which the exchange is closed. */
export const MarketHoliday = z.object({
  date: z.iso.date(),
  name: z.string(),
  /** The date is expected, not confirmed: it depends on the sighting of the moon, or sources differ. */
  is_tentative: z.boolean(),
  /** The notice that has it; `null` if it was entered without one. */
  notice: z.nullable(z.string()),
});
export type MarketHoliday = z.infer<typeof MarketHoliday>;

export const listMarketHolidays = defineEndpoint({
  method: 'GET',
  path: '/market/holidays/',
  summary: 'List the weekdays on which the exchange is closed, by date',
  access: 'open',
  scope: 'dates:read',
  topics: ['market'],
  response: z.object({ results: z.array(MarketHoliday) }),
});

/** The date on which the trades of another date settle, from a notice of the clearing company. */
export const SettlementDate = z.object({
  trade_date: z.iso.date(),
  settlement_date: z.iso.date(),
  /** What published it. */
  notice: z.string(),
});
export type SettlementDate = z.infer<typeof SettlementDate>;

export const listSettlementCalendar = defineEndpoint({
  method: 'GET',
  path: '/market/settlement/',
  summary: 'List the bank holidays, on which trades do not settle, and the published settlement dates',
  access: 'open',
  topics: ['market'],
  response: z.object({ bank_holidays: z.array(MarketHoliday), settlement_dates: z.array(SettlementDate) }),
});
