import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { isoDate, text } from '#core/contract/fields.ts';
import { HolidayBody, MarketHoliday, NOTICE_MAX_LENGTH } from './holidays.ts';

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

const DateParam = z.object({ date: z.string() });

/** Adds a bank holiday or changes the one on the date. */
export const saveBankHoliday = defineEndpoint({
  method: 'POST',
  path: '/admin/market/bank-holidays/',
  summary: 'Add or change a bank holiday, on which trades do not settle',
  access: 'administrator',
  body: HolidayBody,
  response: MarketHoliday,
});

export const removeBankHoliday = defineEndpoint({
  method: 'DELETE',
  path: '/admin/market/bank-holidays/:date/',
  summary: 'Remove a bank holiday',
  access: 'administrator',
  params: DateParam,
  status: 204,
  response: z.undefined(),
});

/** Adds the settlement date of the trades of a date or changes it. */
export const saveSettlementDate = defineEndpoint({
  method: 'POST',
  path: '/admin/market/settlement-dates/',
  summary: 'Add or change the settlement date of the trades of a date',
  access: 'administrator',
  body: z.object({
    trade_date: isoDate,
    settlement_date: isoDate,
    notice: text({ maxLength: NOTICE_MAX_LENGTH }),
  }),
  response: SettlementDate,
});

export const removeSettlementDate = defineEndpoint({
  method: 'DELETE',
  path: '/admin/market/settlement-dates/:date/',
  summary: 'Remove the published settlement date of the trades of a date',
  access: 'administrator',
  params: DateParam,
  status: 204,
  response: z.undefined(),
});
