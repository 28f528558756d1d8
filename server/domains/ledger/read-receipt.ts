import type { RecordReceipt } from '#contract/record/endpoints.ts';
import type { Queryable } from '#server/platform/database.ts';
import { findReceipt } from './ledger.queries.ts';
import { presentHead } from './list-lines.ts';

/** Returns the receipt of what an entry records. It has the content, so only callers who may read that may see the receipt. */
export async function readReceipt(db: Queryable, reference: string): Promise<RecordReceipt | null> {
  const found = await findReceipt(db, reference);
  if (!found) return null;
  const { entry, payload, head } = found;
  const { sequence, recordedAt, kind, commitment, previous, hash } = entry;
  return {
    entry: {
      sequence,
      time: recordedAt.toISOString(),
      kind,
      commitment,
      previous,
      hash,
      payload: JSON.parse(payload.payload),
      salt: payload.salt,
    },
    head: head && presentHead(head),
  };
}
