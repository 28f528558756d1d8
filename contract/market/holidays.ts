import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { isoDate, text } from '#contract/fields.ts';

/** A weekday on which the exchange is closed. */
export const MarketHoliday = z.object({
  date: z.iso.date(),
  name: z.string(),
  /** Depends on the moon, or sources differ. */
  is_tentative: z.boolean(),
});
export type MarketHoliday = z.infer<typeof MarketHoliday>;

const HolidayDate = z.object({ date: z.string() });

export const listMarketHolidays = defineEndpoint({
  method: 'GET',
  path: '/market/holidays/',
  summary: 'The weekdays on which the exchange is closed, by date',
  access: 'open',
  topics: ['market'],
  status: 200,
  response: z.object({ results: z.array(MarketHoliday) }),
});

/** Adds a holiday, or changes the one that the date has. */
export const saveMarketHoliday = defineEndpoint({
  method: 'POST',
  path: '/admin/market-holidays/',
  summary: 'Add or change a holiday of the exchange',
  access: 'administrator',
  body: z.object({
    date: isoDate,
    name: text({ maxLength: 100 }),
    is_tentative: z.boolean(),
    /** The day that it was on until now, where it is moved: the moon was seen a day later. */
    moved_from: z.optional(isoDate),
  }),
  status: 200,
  response: MarketHoliday,
});

export const removeMarketHoliday = defineEndpoint({
  method: 'DELETE',
  path: '/admin/market-holidays/:date/',
  summary: 'The exchange is open on that day after all',
  access: 'administrator',
  params: HolidayDate,
  status: 204,
  response: z.undefined(),
});
