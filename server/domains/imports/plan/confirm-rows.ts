import type { Plan } from './plan.ts';

/**
 * Returns the plan in which the confirmed rows are written. Returns `null` if a key is not of a row that needs review.
 */
export function confirmRows<P extends Plan<unknown>>(plan: P, keys: readonly string[]): P | null {
  const confirmed = new Set(keys);
  const counts = { ...plan.counts };
  const writes = [...plan.writes];
  const rows = plan.rows.map((row) => {
    if (!confirmed.has(row.key) || !row.review) return row;
    confirmed.delete(row.key);
    counts.review -= 1;
    counts[row.review.status] += 1;
    writes.push(row.review.write);
    return { ...row, status: row.review.status, reason: null, review: null };
  });
  return confirmed.size > 0 ? null : { ...plan, rows, writes, counts };
}
