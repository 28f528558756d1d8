import { readFileSync } from 'node:fs';
import type { Queryable } from '#core/server/platform/database.ts';
import type { RecordKey, RecordReceipt, RecordSummary } from '#features/ledger/contract/endpoints.ts';
import { canonicalize } from '#features/ledger/contract/verify-record.mjs';
import {
  findLastEntry,
  findReceipt,
  findSealed,
  type HeadRow,
  type ListedEntry,
  listEntries,
  listHeads,
  listKeyEntries,
  listNewestEntries,
  listNewestHeads,
} from './ledger.queries.ts';

interface LineRange {
  from: number;
  /** The last entry. Later ones are left out, so that a response matches its ETag. */
  until: number;
  /** Releases after this position do not count; `null`: every entry has its content. Never `null` in a response. */
  lastRelease: number | null;
  /** Heads that were signed later are left out. */
  signedUntil: Date;
}

/** The rows that are in memory at a time. */
const BATCH_ENTRIES = 1_000;

/** Yields the record as text, some hundred lines at a time: each entry, followed by the heads that sign it. */
export async function* listLines(
  db: Queryable,
  { from, until, lastRelease, signedUntil }: LineRange,
): AsyncGenerator<string> {
  for (let next = from; next <= until; ) {
    const entries = await listEntries(db, { from: next, until, limit: BATCH_ENTRIES, lastRelease });
    const last = entries.at(-1);
    if (!last) return;
    const heads = await listHeads(db, { from: next, until: last.sequence, signedUntil });
    const headsOf = Map.groupBy(heads, ({ sequence }) => sequence);
    const lines = entries.flatMap((entry) => [
      toEntryLine(entry),
      ...(headsOf.get(entry.sequence) ?? []).map(toHeadLine),
    ]);
    yield `${lines.join('\n')}\n`;
    next = last.sequence + 1;
  }
}

/** Writes the canonical form. The stored content is canonical already, and is written as it is. */
function toEntryLine({
  sequence,
  recordedAt,
  kind,
  commitment,
  previous,
  hash,
  content,
}: ListedEntry): string {
  const members = [
    `"commitment":"${commitment}"`,
    `"hash":"${hash}"`,
    `"kind":"${kind}"`,
    ...(content ? [`"payload":${content.payload}`] : []),
    `"previous":"${previous}"`,
    ...(content ? [`"salt":"${content.salt}"`] : []),
    `"sequence":${sequence}`,
    `"time":"${recordedAt.toISOString()}"`,
    '"type":"entry"',
  ];
  return `{${members.join(',')}}`;
}

const toHeadLine = (head: HeadRow) => canonicalize({ type: 'head', ...presentHead(head) });

/** Presents a head as the verification reads it. */
export const presentHead = ({ sequence, hash, signedAt, key, signature }: HeadRow) => ({
  sequence,
  hash,
  time: signedAt.toISOString(),
  key,
  signature,
});

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

const NEWEST_ENTRIES = 10;

/** Returns the state of the record for its page. */
export async function readSummary(
  db: Queryable,
  { publicAfterDays, verifier }: { publicAfterDays: number; verifier: string },
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
    verifier_sha256: verifier,
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
async function listKeys(db: Queryable): Promise<RecordKey[]> {
  const rows = await listKeyEntries(db);
  return rows.map(({ sequence, recordedAt, payload }, index) => ({
    key: (JSON.parse(payload) as { public_key: string }).public_key,
    from_sequence: sequence,
    valid_from: recordedAt.toISOString(),
    valid_until: rows[index + 1]?.recordedAt.toISOString() ?? null,
  }));
}

/**
 * Yields the record until now with the content of every entry, also of sealed ones. Not for visitors: a page or a file for them calls
 * `listLines` with the last release.
 */
export async function* listWholeRecord(db: Queryable): AsyncGenerator<string> {
  const until = (await findLastEntry(db))?.sequence ?? 0;
  const [head] = await listNewestHeads(db, 1);
  yield* listLines(db, { from: 1, until, lastRelease: null, signedUntil: head?.signedAt ?? new Date(0) });
}

/** Returns the newest heads and all keys, as `/record/heads.json` has them. */
export async function writeHeads(db: Queryable, limit: number): Promise<string> {
  const heads = await listNewestHeads(db, limit);
  return `${JSON.stringify({ heads: heads.map(presentHead), keys: await listKeys(db) }, null, 2)}\n`;
}

/** Returns the script with which visitors verify the record. */
export const readVerificationScript = (): string =>
  readFileSync(new URL('../contract/verify-record.mjs', import.meta.url), 'utf8');
