import type { Queryable } from '#core/server/platform/database.ts';
import type { RecordKey, RecordSummary } from '#features/ledger/contract/endpoints.ts';
import { findSealed, listKeyEntries, listNewestEntries, listNewestHeads } from './ledger.queries.ts';
import { presentHead } from './list-lines.ts';

const NEWEST_ENTRIES = 10;

/** Returns the state of the record for its page. */
export async function readSummary(
  db: Queryable,
  { publicAfterDays }: { publicAfterDays: number },
): Promise<RecordSummary> {
  const [head] = await listNewestHeads(db, 1);
  const sealed = await findSealed(db);
  const newest = await listNewestEntries(db, NEWEST_ENTRIES);
  const [last] = newest;
  return {
    last_entry: last
      ? { sequence: last.sequence, time: last.recordedAt.toISOString(), hash: last.hash }
      : null,
    head: head ? presentHead(head) : null,
    keys: await listKeys(db),
    sealed: sealed.count,
    sealed_since: sealed.since?.toISOString() ?? null,
    public_after_days: publicAfterDays,
    newest_entries: newest.map(({ sequence, recordedAt, kind, hash, isPublic }) => ({
      sequence,
      time: recordedAt.toISOString(),
      kind,
      hash,
      is_public: isPublic,
    })),
  };
}

/** Returns the public keys that the chain announces. Each is valid until the next one. */
export async function listKeys(db: Queryable): Promise<RecordKey[]> {
  const rows = await listKeyEntries(db);
  return rows.map(({ sequence, recordedAt, payload }, index) => ({
    key: (JSON.parse(payload) as { public_key: string }).public_key,
    from_sequence: sequence,
    valid_from: recordedAt.toISOString(),
    valid_until: rows[index + 1]?.recordedAt.toISOString() ?? null,
  }));
}
