import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { isoDate, text } from '#core/contract/fields.ts';

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

export const NOTICE_MAX_LENGTH = 100;

/** A holiday of the exchange or of banks, as administrators send it. */
export const HolidayBody = z.object({
  date: isoDate,
  name: text({ maxLength: 100 }),
  is_tentative: z.boolean(),
  /** The previous date of a holiday that moves, for example because the moon was sighted a day later. */
  moved_from: z.optional(isoDate),
  notice: z.optional(z.nullable(text({ maxLength: NOTICE_MAX_LENGTH }))),
});

const HolidayDate = z.object({ date: z.string() });

export const listMarketHolidays = defineEndpoint({
  method: 'GET',
  path: '/market/holidays/',
  summary: 'List the weekdays on which the exchange is closed, by date',
  access: 'open',
  scope: 'dates:read',
  topics: ['market'],
  response: z.object({ results: z.array(MarketHoliday) }),
});

/** Adds a holiday or changes the one on the date. */
export const saveMarketHoliday = defineEndpoint({
  method: 'POST',
  path: '/admin/market/holidays/',
  summary: 'Add or change a market holiday',
  access: 'administrator',
  body: HolidayBody,
  response: MarketHoliday,
});

export const removeMarketHoliday = defineEndpoint({
  method: 'DELETE',
  path: '/admin/market/holidays/:date/',
  summary: 'Remove a market holiday',
  access: 'administrator',
  params: HolidayDate,
  status: 204,
  response: z.undefined(),
});
