import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { timestamp } from '#core/contract/fields.ts';

/** A period in which the state of the market does not change. */
export const MarketPeriod = z.object({
  /** When it begins; it ends when the next one begins. */
  from: timestamp,
  state: z.enum(['open', 'pre_open', 'closed', 'holiday']),
  /** When the market closes, if it is open, or opens next. */
  until: timestamp,
  /** The state in words, such as `Closed, opens Mon 09:32 PKT`. */
  text: z.string(),
});
export type MarketPeriod = z.infer<typeof MarketPeriod>;

export const readMarketStatus = defineEndpoint({
  method: 'GET',
  path: '/market/status/',
  summary: 'Get whether the market is open, now and in the next periods',
  access: 'open',
  topics: ['market'],
  response: z.object({
    /** When the response was created. The first period contains it. */
    as_of: timestamp,
    periods: z.array(MarketPeriod),
  }),
});

export interface MarketStatus {
  as_of: string;
  periods: MarketPeriod[];
}
