import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { ALERT_CHANNELS } from './channels.ts';

/** The dates whose publications are counted, today included. */
export const ARRIVAL_DAYS = 30;
/** With fewer, the 99th percentile would be the slowest alone. */
export const MIN_ARRIVALS = 100;

const Times = z.object({
  count: z.int(),
  /** So many milliseconds at most since the publication; `null` with fewer than `MIN_ARRIVALS`. */
  times: z.nullable(z.object({ p50_ms: z.int(), p99_ms: z.int() })),
});
export type ArrivalTimes = z.infer<typeof Times>;

const ChannelArrivals = z.object({
  channel: z.enum(ALERT_CHANNELS),
  accepted: Times,
  /** Of push messages: until the device reported that it showed them. Devices that are off report later or never. */
  shown: z.nullable(Times),
  /** Not counted, because the customer's settings or the limit on emails deferred them. */
  deferred: z.int(),
  /** Not counted, because the service did not accept them in time. */
  failed: z.int(),
});

export const readArrivalTimes = defineEndpoint({
  method: 'GET',
  path: '/performance/arrival-times/',
  summary: 'Read how fast the alerts of signals arrived on each channel in the last 30 days',
  access: 'open',
  topics: ['alert-arrivals'],
  response: z.object({
    /** The date of the first publication that is counted; `null` before it. */
    since: z.nullable(z.iso.date()),
    /** Those with alerts. */
    channels: z.array(ChannelArrivals),
  }),
});
export type ArrivalReport = z.infer<(typeof readArrivalTimes)['response']>;
