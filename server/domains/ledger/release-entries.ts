import type { Transaction } from '#server/platform/database.ts';
import { insertReleases, lockChain } from './ledger.queries.ts';

/**
 * Makes the content of all sealed entries of the subjects public. Returns their number. Call it at the end of the transaction: it
 * blocks all other writers of the ledger until the commit.
 */
export async function releaseSubjects(
  tx: Transaction,
  subjects: readonly string[],
  now: Date,
): Promise<number> {
  if (subjects.length === 0) return 0;
  await lockChain(tx);
  return insertReleases(tx, [...subjects], now);
}
