import type { SignalEvent, StreamEnd, StreamReady } from '#contract/signals/stream.ts';
import { formatPositions, type Positions } from './positions.ts';

/** Keeps connections open through proxies, which close silent ones. A comment, so it is no event. */
export const HEARTBEAT = Buffer.from(':\n\n');

/** Prices, which every list contains, have changed. Without an ID, because it is no change of a signal to resume after. */
export const RELOAD = Buffer.from('event: reload\ndata: {}\n\n');

/** Formats the fields of an event that are the same in every stream. */
export const formatBody = ({ kind, ...data }: SignalEvent): string =>
  `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;

/** Formats an event; the client resumes after `positions`. */
export const formatEvent = (body: string, positions: Positions): string =>
  `id: ${formatPositions(positions)}\n${body}`;

/** Formats the first event. `retryMs` is the delay before the client reconnects. */
export const formatReady = (data: StreamReady, positions: Positions, retryMs: number): string =>
  `retry: ${retryMs}\nid: ${formatPositions(positions)}\nevent: ready\ndata: ${JSON.stringify(data)}\n\n`;

/** Formats the last event. */
export const formatEnd = (data: StreamEnd, retryMs: number): Buffer =>
  Buffer.from(`retry: ${retryMs}\nevent: end\ndata: ${JSON.stringify(data)}\n\n`);
