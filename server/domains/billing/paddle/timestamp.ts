import * as z from 'zod/mini';

/** An instant as Paddle tells it: microseconds matter where two messages follow each other closely. */
export interface PaddleTimestamp {
  /** Cut to the millisecond. */
  date: Date;
  /** In UTC with six digits below the second, so that instants compare as their texts do. */
  precise: string;
}

const DIGITS = 6;

/** RFC 3339 with any offset and any number of digits below the second. */
export const paddleTimestamp = z.pipe(z.iso.datetime({ offset: true }), z.transform(parseTimestamp));

function parseTimestamp(text: string): PaddleTimestamp {
  const date = new Date(text);
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  const seconds = date.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  return { date, precise: `${seconds}.${fraction.slice(0, DIGITS).padEnd(DIGITS, '0')}Z` };
}

/** The same of an instant that was kept to the millisecond. */
export const toPaddleTimestamp = (date: Date): PaddleTimestamp => parseTimestamp(date.toISOString());

/**
 * Names which of Paddle's messages about an entity something is from; a later one compares as greater. The entity's own
 * `updated_at` comes first: it is the same clock in every message and answer, while `occurred_at` is when the message was
 * made, up to seconds later, and answers of the API have none.
 */
export function makeVersion(updatedAt: PaddleTimestamp, occurredAt: PaddleTimestamp): string {
  return `${updatedAt.precise} ${occurredAt.precise}`;
}
