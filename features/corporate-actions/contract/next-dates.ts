import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { symbolList } from '#features/market/contract/prices.ts';

/** The dates ahead of a company, today included; `null` if none is announced. */
export const NextDates = z.object({
  symbol: z.string(),
  /** The first published or calculated ex-date. */
  ex_date: z.nullable(z.iso.date()),
  /** The first board meeting that is not postponed. */
  meeting_date: z.nullable(z.iso.date()),
});
export type NextDates = z.infer<typeof NextDates>;

export const listNextDates = defineEndpoint({
  method: 'GET',
  path: '/market/next-dates/',
  summary: 'List the next ex-date and the next board meeting of several companies',
  access: 'open',
  scope: 'dates:read',
  query: z.object({ symbols: symbolList }),
  topics: ['corporate-actions', 'market'],
  response: z.object({ results: z.array(NextDates) }),
});
