import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { timestamp } from '#contract/fields.ts';
import { BookClosure } from './book-closures.ts';

/** The closures that share an ex-date and may pay something. */
export const LastBuyingDay = z.object({
  /** The last trading day on which a buyer gets the payouts, and the first on which a buyer does not. */
  last_buying_day: z.iso.date(),
  ex_date: z.iso.date(),
  /** The end of trading on the last buying day. */
  trading_ends_at: timestamp,
  /** `true` if the ex-date of any of the closures is calculated. */
  is_ex_date_estimated: z.boolean(),
  /** `true` if a tentative holiday may still change the dates of any of the closures. */
  depends_on_tentative_holiday: z.boolean(),
  /** The number of closures; `closures` contains the first of them. */
  count: z.int(),
  closures: z.array(BookClosure),
});
export type LastBuyingDay = z.infer<typeof LastBuyingDay>;

export const LastBuyingDayList = z.object({ results: z.array(LastBuyingDay) });
export type LastBuyingDayList = z.infer<typeof LastBuyingDayList>;

export const listLastBuyingDays = defineEndpoint({
  method: 'GET',
  path: '/book-closures/last-buying-days/',
  summary: 'List the next last days to buy shares for a payout, soonest first',
  access: 'open',
  topics: ['corporate-actions', 'market'],
  status: 200,
  response: LastBuyingDayList,
});
