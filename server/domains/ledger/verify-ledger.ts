import nodeCrypto from 'node:crypto';
import { createNodeCryptography, type RecordReport, verifyBytes } from '#contract/record/verify-record.mjs';
import type { Queryable } from '#server/platform/database.ts';
import { findLastEntry, listNewestHeads } from './ledger.queries.ts';
import { listLines } from './list-lines.ts';

/** Verifies the whole chain in the database, with the content of sealed entries. */
export async function verifyLedger(
  db: Queryable,
  onProgress: (entries: number) => void = () => {},
): Promise<RecordReport> {
  const last = await findLastEntry(db);
  const [head] = await listNewestHeads(db, 1);
  const lines = listLines(db, {
    from: 1,
    // A head after the last entry names a removed one.
    until: Math.max(last?.sequence ?? 0, head?.sequence ?? 0),
    lastRelease: null,
    signedUntil: head?.signedAt ?? new Date(0),
  });
  const report = await verifyBytes(toBytes(lines), {
    cryptography: createNodeCryptography(nodeCrypto),
    saved: head ? [{ sequence: head.sequence, hash: head.hash }] : [],
    onProgress,
  });
  if (!report.isValid || report.sealed === 0) return { ...report, compared: 0 };
  const message = `The content of ${report.sealed} entries is missing from the database.`;
  return { ...report, isValid: false, problem: { line: null, message } };
}

async function* toBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
