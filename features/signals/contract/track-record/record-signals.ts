import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, timestamp } from '#core/contract/fields.ts';
import { Signal } from '#features/signals/contract/signal.ts';
import { AppliedDecision, Evaluation } from './signal-details.ts';

/** A page has the signals whose publications are among so many entries, so that a release moves no signal to another page. */
export const RECORD_SIGNALS_ENTRIES = 1_000;

/** A signal as its page shows it to visitors, as far as the record contains that. The verification compares both. */
export const RecordSignal = z.extend(
  z.pick(Signal, {
    id: true,
    title: true,
    signal_type: true,
    symbol: true,
    sector: true,
    order_type: true,
    entry_price: true,
    stop_loss: true,
    target_points: true,
    leverage: true,
    shariah_type: true,
    risk_type: true,
    call_status: true,
    analyst_name: true,
    analyst_registration: true,
    rationale: true,
    horizon_days: true,
    disclosures: true,
    notes: true,
    created_at: true,
    published_levels: true,
    state: true,
  }),
  {
    /** The sequence of the entry of its publication. */
    sequence: z.int(),
    deleted_at: z.nullable(timestamp),
    /** The evaluation that applies. */
    evaluation: z.nullable(
      z.pick(Evaluation, {
        state: true,
        reason: true,
        fill_date: true,
        fill_price: true,
        exits: true,
        targets_hit: true,
        r_multiple: true,
        percent: true,
        ended_on: true,
      }),
    ),
    decision: z.nullable(z.omit(AppliedDecision, { counts: true })),
    /** What the figures of `/performance/` count it as; `null` if it is in none. */
    counts_as: z.nullable(
      z.enum(['closed', 'not_filled', 'unproven', 'no_prices', 'overdue', 'voided', 'in_progress']),
    ),
    /** The result after costs, in R with four decimals, of one that counts as closed. */
    headline_r: z.nullable(decimal),
  },
);
export type RecordSignal = z.infer<typeof RecordSignal>;

/** There are as many URLs as pages, so that no request can fill the cache with others. */
const PAGE_START = /^(?:0|[1-9]\d{0,11}000)$/;

export const listRecordSignals = defineEndpoint({
  method: 'GET',
  path: '/record/signals/',
  summary:
    'List the signals whose publication is public in the record as their pages show them, oldest first, by 1,000 entries of the record',
  access: 'open',
  query: z.object({
    /** The sequence of the entry after which the page begins, a multiple of 1,000. */
    after: z._default(z.string().check(z.regex(PAGE_START, 'Enter a multiple of 1000.')), '0'),
  }),
  topics: ['signals', 'market', 'prices', 'track-record'],
  response: z.object({
    results: z.array(RecordSignal),
    /** `after` of the next page; `null` on the last one. */
    next: z.nullable(z.int()),
  }),
});
