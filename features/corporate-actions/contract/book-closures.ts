import * as z from 'zod/mini';
import { paginated } from '#core/contract/api/paginated.ts';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, timestamp } from '#core/contract/fields.ts';
import { EventFilters, optionalExDate } from './fields.ts';

export const BOOK_CLOSURES_PAGE_SIZE = 20;
export const BOOK_CLOSURE_ORDERINGS = ['-bc_from', 'bc_from', 'company_name', '-company_name'] as const;
export type BookClosureOrdering = (typeof BOOK_CLOSURE_ORDERINGS)[number];
export const DEFAULT_BOOK_CLOSURE_ORDERING: BookClosureOrdering = '-bc_from';

/** One part of a payout: `200%(F) 10%(B)` has two. */
export const PayoutPart = z.object({
  kind: z.enum(['cash', 'bonus', 'right']),
  /** The percentage of the face value, for example `23.855376`; `null` if an amount of cash is announced instead. */
  percent: z.nullable(decimal),
  /** `final`, or the number of the interim payout; `null` when not announced. */
  period: z.nullable(z.union([z.literal('final'), z.int()])),
  /** For cash: the amount per share. For bonus and right: `null`. */
  rupees_per_share: z.nullable(decimal),
  /** For a right: the announced premium above the face value of a share. */
  premium_per_share: z.nullable(decimal),
});
export type PayoutPart = z.infer<typeof PayoutPart>;

export const BookClosure = z.object({
  id: z.int(),
  /** `null` when the company is not in the directory. */
  symbol: z.nullable(z.string()),
  company_name: z.string(),
  /** Rupees with two decimals; `null` when unknown. */
  face_value: z.nullable(decimal),
  /** As announced. */
  payout: z.string(),
  /** The first and the last day of the closure, in Karachi. */
  bc_from: z.iso.date(),
  bc_to: z.nullable(z.iso.date()),
  is_active: z.boolean(),
  is_upcoming: z.boolean(),
  note: z.nullable(z.string()),
  /** The parts of `payout`; empty when there are none or the text cannot be parsed. */
  payouts: z.array(PayoutPart),
  /** The total cash per share, with at least two decimals; `null` when there is none or the payout cannot be parsed. */
  rupees_per_share: z.nullable(decimal),
  /** `true` if `rupees_per_share` assumes the usual face value of Rs. 10 because the actual one is unknown. */
  is_face_value_assumed: z.boolean(),
  /** The first trading day on which a buyer does not get the payout, and the last on which a buyer does. */
  ex_date: z.iso.date(),
  last_buying_day: z.iso.date(),
  /** `true` if both were calculated from the closure, the settlement cycle and the holidays; `false` for a published ex-date. */
  is_ex_date_estimated: z.boolean(),
  /** `true` if a tentative holiday affects the estimated ex-date or the last buying day, which may still change. */
  depends_on_tentative_holiday: z.boolean(),
  /** Why they are not those of an ordinary week: days without trading or settlement, and notices of the clearing company. */
  date_reasons: z.array(z.string()),
  /** The closure as it was announced before it was revised, oldest first. */
  earlier: z.array(z.object({ bc_from: z.iso.date(), bc_to: z.nullable(z.iso.date()), payout: z.string() })),
});
export type BookClosure = z.infer<typeof BookClosure>;

export const BookClosureFilters = z.extend(EventFilters, {
  /** Closures whose published or calculated ex-date is in this range, both dates included. */
  ex_date_from: z.optional(optionalExDate),
  ex_date_to: z.optional(optionalExDate),
  ordering: z.optional(z.enum(BOOK_CLOSURE_ORDERINGS)),
});
export type BookClosureFilters = z.output<typeof BookClosureFilters>;

export const BookClosureList = paginated(BookClosure);
export type BookClosureList = z.infer<typeof BookClosureList>;

export const listBookClosures = defineEndpoint({
  method: 'GET',
  path: '/book-closures/',
  summary: 'List book closures, latest first by default, twenty per page',
  access: 'open',
  scope: 'dates:read',
  query: z.extend(BookClosureFilters, { page: z.optional(z.string()) }),
  topics: ['corporate-actions', 'market'],
  response: BookClosureList,
});

export const listBookClosureCompanies = defineEndpoint({
  method: 'GET',
  path: '/book-closures/companies/',
  summary: 'List the names of the companies that have book closures',
  access: 'open',
  topics: ['corporate-actions'],
  response: z.object({ companies: z.array(z.string()) }),
});

/** The closures that share an ex-date and may pay something. */
export const LastBuyingDay = z.object({
  /** The last trading day on which a buyer gets the payouts, and the first on which a buyer does not. */
  last_buying_day: z.iso.date(),
  ex_date: z.iso.date(),
  /** The end of trading on the last buying day. */
  trading_ends_at: timestamp,
  /** `true` if the hours of that day are expected, not announced. */
  are_hours_tentative: z.boolean(),
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
  scope: 'dates:read',
  topics: ['corporate-actions', 'market'],
  response: LastBuyingDayList,
});
