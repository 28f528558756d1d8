import type { Queryable } from '#core/server/platform/database.ts';
import type { RecordReceipt } from '#features/ledger/contract/endpoints.ts';
import { canonicalize } from '#features/ledger/contract/verify-record.mjs';
import { findReceipt, type HeadRow, type ListedEntry, listEntries, listHeads } from './ledger.queries.ts';

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
