import * as z from 'zod/mini';

/** A timestamp with the microseconds that order events in quick succession. */
export interface PaddleTimestamp {
  /** Truncated to the millisecond. */
  date: Date;
  /** In UTC with six fractional digits, so that timestamps can be compared as strings. */
  precise: string;
}

const DIGITS = 6;

/** RFC 3339 with any offset and any number of fractional digits. */
export const paddleTimestamp = z.pipe(z.iso.datetime({ offset: true }), z.transform(parseTimestamp));

function parseTimestamp(text: string): PaddleTimestamp {
  const date = new Date(text);
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  const seconds = date.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  return { date, precise: `${seconds}.${fraction.slice(0, DIGITS).padEnd(DIGITS, '0')}Z` };
}

/** Converts a date with millisecond precision. */
export const toPaddleTimestamp = (date: Date): PaddleTimestamp => parseTimestamp(date.toISOString());

/**
 * Returns the version of an entity in an event or response; later versions compare as greater. `updated_at` comes first
 * because it is the same clock in all events and responses. `occurred_at` is the time at which the event was created, up to
 * seconds later, and is missing in API responses.
 */
export function makeVersion(updatedAt: PaddleTimestamp, occurredAt: PaddleTimestamp): string {
  return `${updatedAt.precise} ${occurredAt.precise}`;
}
