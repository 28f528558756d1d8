import { createHash } from 'node:crypto';
import { createTurns } from '#server/platform/take-turns.ts';
import type { Plan } from './plan.ts';

/**
 * Returns a hash of every row that writes something, or would once it is confirmed: its status, values and changes. Two
 * plans of a file with equal counts can differ, for example if one new row has become a change and another the reverse.
 */
export async function fingerprintPlan({ rows }: Plan<unknown>): Promise<string> {
  const hash = createHash('sha256');
  const takeTurns = createTurns();
  for (const { key, status, review, changes, record } of rows) {
    if (status === 'new' || status === 'changed' || review) {
      hash.update(JSON.stringify([key, status, review?.status ?? null, changes, record?.values ?? null]));
    }
    await takeTurns();
  }
  return hash.digest('base64url');
}
