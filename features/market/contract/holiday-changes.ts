import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { isoDate, multilineText, text } from '#core/contract/fields.ts';
import { MarketHoliday, SettlementDate } from './holidays.ts';

export const NOTICE_MAX_LENGTH = 100;

/** A holiday of the exchange or of banks, as administrators send it. */
const HolidayBody = z.object({
  date: isoDate,
  name: text({ maxLength: 100 }),
  is_tentative: z.boolean(),
  /** The previous date of a holiday that moves, for example because the moon was sighted a day later. */
  moved_from: z.optional(isoDate),
  notice: z.optional(z.nullable(text({ maxLength: NOTICE_MAX_LENGTH }))),
});

const DateParam = z.object({ date: z.string() });

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
  params: DateParam,
  status: 204,
  response: z.undefined(),
});

/** A holiday of the exchange or of banks in a notice. */
const NoticeDay = z.object({ date: isoDate, name: text({ maxLength: 100 }), is_tentative: z.boolean() });
export type NoticeDay = z.infer<typeof NoticeDay>;

const NoticeSettlement = z.object({ trade_date: isoDate, settlement_date: isoDate });

/** More than a notice has: a year of holidays, or three months of settlement dates. */
const MAX_DAYS = 100;

export const NoticeReading = z.object({
  holidays: z.array(NoticeDay),
  bank_holidays: z.array(NoticeDay),
  settlement_dates: z.array(NoticeSettlement),
  /** Lines with dates that are not certain, with the reason. */
  left_out: z.array(z.object({ line: z.string(), reason: z.string() })),
});
export type NoticeReading = z.infer<typeof NoticeReading>;

/** Stores nothing. */
export const readMarketNotice = defineEndpoint({
  method: 'POST',
  path: '/admin/market/notices/read/',
  summary: 'Read the holidays and the settlement dates in the text of a notice',
  access: 'administrator',
  changesNothing: true,
  body: z.object({ text: multilineText({ maxLength: 20_000, maxLines: 500 }) }),
  response: z.extend(NoticeReading, {
    /** The tentative holidays that the notice replaces by other dates: those of the same event within a few days. */
    replaced: z.array(NoticeDay),
  }),
});

/** Stores the days that an administrator confirmed, and removes those that they replace. */
export const importMarketNotice = defineEndpoint({
  method: 'POST',
  path: '/admin/market/notices/',
  summary: 'Store the confirmed days of a notice',
  access: 'administrator',
  body: z.object({
    /** Its number or date. */
    notice: text({ maxLength: NOTICE_MAX_LENGTH }),
    holidays: z.array(NoticeDay).check(z.maxLength(MAX_DAYS)),
    bank_holidays: z.array(NoticeDay).check(z.maxLength(MAX_DAYS)),
    settlement_dates: z.array(NoticeSettlement).check(z.maxLength(MAX_DAYS)),
    /** The dates of holidays to remove. */
    removed: z.array(isoDate).check(z.maxLength(MAX_DAYS)),
  }),
  status: 204,
  response: z.undefined(),
});

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
