import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Plan } from './plan.ts';

/** Rows hashed before yielding to the event loop: a few milliseconds of work. */
const ROWS_PER_TURN = 1000;

/**
 * Returns a hash of every row that writes something, or would once it is confirmed: its status, values and changes. Two
 * plans of a file with equal counts can differ, for example if one new row has become a change and another the reverse.
 */
export async function fingerprintPlan({ rows }: Plan<unknown>): Promise<string> {
  const hash = createHash('sha256');
  for (const [index, { key, status, review, changes, record }] of rows.entries()) {
    if (status === 'new' || status === 'changed' || review) {
      hash.update(JSON.stringify([key, status, review?.status ?? null, changes, record?.values ?? null]));
    }
    if (index % ROWS_PER_TURN === 0) await yieldToEventLoop();
  }
  return hash.digest('base64url');
}
