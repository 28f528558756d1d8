import nodeCrypto from 'node:crypto';
import type { Queryable } from '#core/server/platform/database.ts';
import {
  createNodeCryptography,
  type RecordReport,
  verifyBytes,
} from '#features/ledger/contract/verify-record.mjs';
import {
  countRemovedReleases,
  findLastEntry,
  listChangedSubjects,
  listNewestHeads,
} from './ledger.queries.ts';
import { listLines } from './list-lines.ts';

/** Verifies the whole chain in the database, with the content of sealed entries. Nothing can be dated after `now`, in milliseconds. */
export async function verifyLedger(db: Queryable, now: number): Promise<RecordReport> {
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
    now,
  });
  const message = report.isValid ? await findContradiction(db, report.sealed) : null;
  return message === null
    ? { ...report, compared: 0 }
    : { ...report, compared: 0, isValid: false, problem: { line: null, message } };
}

/** Finds what the lines of the record do not contain. */
async function findContradiction(db: Queryable, withoutContent: number): Promise<string | null> {
  if (withoutContent > 0) return `The content of ${withoutContent} entries is missing from the database.`;
  const [changed] = await listChangedSubjects(db, 1);
  if (changed !== undefined)
    return `Entry ${changed} is not released with its signal: its subject, or that it is open, was changed.`;
  const removed = await countRemovedReleases(db);
  return removed === 0
    ? null
    : `Content was sealed again: ${removed} releases were removed from the database.`;
}

async function* toBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
