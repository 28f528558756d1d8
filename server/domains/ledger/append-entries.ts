import { createHash, randomBytes } from 'node:crypto';
import {
  canonicalize,
  FIRST_PREVIOUS,
  getCommitmentText,
  getHashText,
  type JsonValue,
} from '#contract/record/verify-record.mjs';
import type { Transaction } from '#server/platform/database.ts';
import { findLastEntry, insertEntries, lockChain } from './ledger.queries.ts';

/** What another domain records in the ledger. */
export interface NewEntry {
  /** Public from the start, such as `signal.published`. */
  kind: string;
  /** What the entry records. Unique, for example `signal-version:ID:2`. Never public. */
  reference: string;
  /** What the entry is about, for example `signal:ID`. Its sealed entries are released together. Never public. */
  subject: string;
  /** The content. It must hold nothing personal: it becomes public and is never deleted. */
  payload: JsonValue;
  /** The content is public from the start. Otherwise the entry is sealed until `releaseSubjects`. */
  isOpen: boolean;
  recordedAt: Date;
}

/** A batch has fewer parameters than a statement may have. */
const MAX_BATCH_ENTRIES = 2_000;

/**
 * Appends entries to the chain, in their order, and returns the sequence of the first. Call it at the end of the transaction: it
 * blocks all other writers of the ledger until the commit. No transaction may hold a lock that is taken after this one and then wait
 * for the chain.
 *
 * The times of the chain never go back. If a clock did, an entry has the time of the one before it.
 */
export async function appendEntries(tx: Transaction, entries: readonly NewEntry[]): Promise<number> {
  await lockChain(tx);
  const last = await findLastEntry(tx);
  const first = (last?.sequence ?? 0) + 1;
  let sequence = first - 1;
  let previous = last?.hash ?? FIRST_PREVIOUS;
  let earliest = last?.recordedAt ?? entries[0]?.recordedAt ?? new Date(0);
  for (let start = 0; start < entries.length; start += MAX_BATCH_ENTRIES) {
    const rows = entries.slice(start, start + MAX_BATCH_ENTRIES).map(({ payload, ...entry }) => {
      sequence += 1;
      const recordedAt = entry.recordedAt < earliest ? earliest : entry.recordedAt;
      // 256 random bits: without them, a guess of the content could be compared with the commitment.
      const salt = randomBytes(32).toString('hex');
      const commitment = sha256(getCommitmentText({ payload, salt }));
      const chained = { commitment, kind: entry.kind, previous, sequence, time: recordedAt.toISOString() };
      const hash = sha256(getHashText(chained));
      const row = { ...entry, ...chained, recordedAt, hash, salt, payload: canonicalize(payload) };
      previous = hash;
      earliest = recordedAt;
      return row;
    });
    await insertEntries(tx, rows);
  }
  return first;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
