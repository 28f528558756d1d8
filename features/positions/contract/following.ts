import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal } from '#core/contract/fields.ts';

/** Why the customer's result differs from the record's, in the order in which they are listed. */
export const CAUSES = [
  'later_entry',
  'other_price',
  'fewer_shares',
  'earlier_exit',
  'later_exit',
  'still_open',
  'costs',
] as const;
export type Cause = (typeof CAUSES)[number];

const date = z.iso.date();

export const FollowedSignal = z.object({
  signal_id: z.string(),
  symbol: z.string(),
  /** `null` if the customer may not read the signal, or it was not filled. */
  record: z.nullable(
    z.object({
      /** The published result: after the costs that the record assumes; of an open signal at the last close. */
      r_multiple: decimal,
      is_final: z.boolean(),
      /** For the planned shares. */
      rupees: decimal,
      filled_on: date,
      ended_on: z.nullable(date),
    }),
  ),
  mine: z.object({
    /** `null` without the levels of the signal. */
    r_multiple: z.nullable(decimal),
    is_final: z.boolean(),
    /** After costs; of shares that are still held at the last close, `null` without one. */
    rupees: z.nullable(decimal),
    shares: z.int(),
    planned_shares: z.int(),
    opened_on: date,
    closed_on: z.nullable(date),
  }),
  /** In rupees they add up to the difference; empty without one. `fewer_shares` is also of more shares than planned. */
  causes: z.array(z.object({ cause: z.enum(CAUSES), r_multiple: decimal, rupees: decimal })),
});
export type FollowedSignal = z.infer<typeof FollowedSignal>;

export const Following = z.object({
  results: z.array(FollowedSignal),
  summary: z.object({
    followed: z.int(),
    /** Buy signals that the customer could read since the first that was followed; `null` without one. */
    published: z.nullable(z.int()),
    /** Of the followed signals with both results. */
    compared: z.int(),
    record_r: decimal,
    mine_r: decimal,
    record_rupees: decimal,
    mine_rupees: decimal,
  }),
});
export type Following = z.infer<typeof Following>;

export const readFollowing = defineEndpoint({
  method: 'GET',
  path: '/customers/positions/following/',
  summary: 'Compare the results of followed signals with what the signed-in customer earned with them',
  access: 'customer',
  response: Following,
});
