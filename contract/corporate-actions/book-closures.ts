import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { text } from '#contract/fields.ts';
import { paginated } from '#contract/paginated.ts';
import { companyNames, day, EVENTS_SEARCH_MAX_LENGTH } from './fields.ts';

export const BOOK_CLOSURES_PAGE_SIZE = 20;
export const BOOK_CLOSURE_ORDERINGS = ['-bc_from', 'bc_from', 'company_name', '-company_name'] as const;
export type BookClosureOrdering = (typeof BOOK_CLOSURE_ORDERINGS)[number];
export const DEFAULT_BOOK_CLOSURE_ORDERING: BookClosureOrdering = '-bc_from';

/** One part of a payout: `200%(F) 10%(B)` has two. */
export const PayoutPart = z.object({
  kind: z.enum(['cash', 'bonus', 'right']),
  /** Of the face value, for example `23.855376`. */
  percent: z.string(),
  /** `final`, or the number of the interim payout; `null` when it is not said. */
  period: z.nullable(z.union([z.literal('final'), z.int()])),
  /** Cash: what a share pays. Bonus and right: `null`. */
  rupees_per_share: z.nullable(z.string()),
  /** Right: what a share is offered above its face value, where it is said. */
  premium_per_share: z.nullable(z.string()),
});
export type PayoutPart = z.infer<typeof PayoutPart>;

export const BookClosure = z.object({
  id: z.int(),
  /** `null` when the company is not in the directory. */
  symbol: z.nullable(z.string()),
  company_name: z.string(),
  /** Rupees with two decimals; `null` when it is not known. */
  face_value: z.nullable(z.string()),
  /** As it was announced. */
  payout: z.string(),
  /** The first and the last day of the closure, in Karachi. */
  bc_from: z.iso.date(),
  bc_to: z.nullable(z.iso.date()),
  is_active: z.boolean(),
  is_upcoming: z.boolean(),
  note: z.nullable(z.string()),
  /** What `payout` says; empty when it says nothing or cannot be read. */
  payouts: z.array(PayoutPart),
  /** All cash together, with at least two decimals; `null` when none is paid or it cannot be read. */
  rupees_per_share: z.nullable(z.string()),
  /** The face value is not known and the usual Rs. 10 was taken. */
  is_face_value_assumed: z.boolean(),
  /** The first day on which a buyer does not get the payout, and the last on which they do. */
  ex_date: z.iso.date(),
  last_buying_day: z.iso.date(),
  /** They were reckoned from the closure, the settlement cycle and the holidays; `false` when the ex-date was published. */
  is_ex_date_estimated: z.boolean(),
});
export type BookClosure = z.infer<typeof BookClosure>;

/** The filters that the list, the calendar and the download share. */
export const BookClosureFilters = z.object({
  search: z.optional(text({ minLength: 0, maxLength: EVENTS_SEARCH_MAX_LENGTH })),
  company_name: z.optional(companyNames),
  /** Symbols joined by commas, or repeated. */
  symbol: z.optional(companyNames),
  /** Closures that begin on these days or between them. */
  from_date: z.optional(day),
  to_date: z.optional(day),
  ordering: z.optional(z.enum(BOOK_CLOSURE_ORDERINGS)),
});
export type BookClosureFilters = z.output<typeof BookClosureFilters>;

export const BookClosureList = paginated(BookClosure);
export type BookClosureList = z.infer<typeof BookClosureList>;

export const listBookClosures = defineEndpoint({
  method: 'GET',
  path: '/book-closures/',
  summary: 'Book closures, latest first unless asked otherwise, twenty a page',
  access: 'open',
  query: z.extend(BookClosureFilters, { page: z.optional(z.string()) }),
  topics: ['corporate-actions', 'market'],
  status: 200,
  response: BookClosureList,
});

export const listBookClosureCompanies = defineEndpoint({
  method: 'GET',
  path: '/book-closures/companies/',
  summary: 'The names of the companies that have book closures',
  access: 'open',
  topics: ['corporate-actions'],
  status: 200,
  response: z.object({ companies: z.array(z.string()) }),
});
