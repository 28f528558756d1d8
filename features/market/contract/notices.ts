import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { isoDate, multilineText, text } from '#core/contract/fields.ts';
import { NOTICE_MAX_LENGTH } from './holidays.ts';

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
