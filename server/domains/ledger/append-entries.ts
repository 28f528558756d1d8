import { createHash, randomBytes } from 'node:crypto';
import {
  canonicalize,
  getCommitmentText,
  getHashText,
  KEY_STARTED,
} from '#contract/record/verify-record.mjs';
import { addMilliseconds } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/database.ts';
import { type EntryContent, toCommitted } from './entry-format.ts';
import {
  type ChainEnd,
  findEnd,
  insertEntries,
  insertHead,
  insertReleases,
  listKeyEntries,
  lockChain,
} from './ledger.queries.ts';
import type { SigningKey } from './signing-key.ts';

/** What another domain records in the ledger. */
export interface NewEntry extends EntryContent {
  /** Public from the start, such as `signal.published`. */
  kind: string;
  /** What the entry records. Unique, for example `signal-version:ID:2`. Never public. */
  reference: string;
  recordedAt: Date;
}

/** A batch has fewer parameters than a statement may have. */
const MAX_BATCH_ENTRIES = 2_000;

/** The key of this process; `null`: its entries are not signed. */
let signingKey: SigningKey | null = null;

/** Sets the key with which this process signs every head that it adds to the chain. */
export const signHeadsWith = (key: SigningKey | null): void => {
  signingKey = key;
};

/**
 * Appends entries to the chain, in their order, signs its head and returns the sequence of the first. Call it at the end of the
 * transaction: it blocks all other writers of the ledger until the commit. No transaction may hold a lock that is taken after this one
 * and then wait for the chain.
 *
 * The times of the chain never go back. If a clock did, an entry has the time of the entry or the head before it.
 */
export async function appendEntries(tx: Transaction, entries: readonly NewEntry[]): Promise<number> {
  await lockChain(tx);
  let end = await findEnd(tx);
  const first = entries[0];
  if (!first) return end.sequence + 1;
  if (signingKey)
    end = await announceKey(tx, end, { publicKey: signingKey.publicKey, now: first.recordedAt });
  const { sequence } = end;
  end = await extendChain(tx, end, entries);
  if (signingKey) await signEnd(tx, end, { signingKey, now: end.time });
  return sequence + 1;
}

/** Announces a key in the chain, if it is not the one of the last head. Returns the end of the chain. The caller holds the lock. */
export async function announceKey(
  tx: Transaction,
  end: ChainEnd,
  { publicKey, now }: { publicKey: string; now: Date },
): Promise<ChainEnd> {
  if (end.head?.key === publicKey) return end;
  const announced = await listKeyEntries(tx);
  const reference = `ledger-key:${announced.length + 1}`;
  const payload = { public_key: publicKey };
  return extendChain(tx, end, [
    { kind: KEY_STARTED, reference, subject: reference, payload, isOpen: true, recordedAt: now },
  ]);
}

/** Signs the end of the chain. The caller holds the lock. */
export async function signEnd(
  tx: Transaction,
  { sequence, hash, time, head }: ChainEnd,
  { signingKey, now }: { signingKey: SigningKey; now: Date },
): Promise<void> {
  const times = [now, time, head ? addMilliseconds(head.signedAt, 1) : now];
  const signedAt = new Date(Math.max(...times.map(Number)));
  const { key, signature } = signingKey.signHead({ sequence, hash, time: signedAt.toISOString() });
  await insertHead(tx, { sequence, hash, signedAt, key, signature });
}

async function extendChain(
  tx: Transaction,
  { head, ...end }: ChainEnd,
  entries: readonly NewEntry[],
): Promise<ChainEnd> {
  let { sequence, hash: previous } = end;
  let earliest = head && head.signedAt > end.time ? head.signedAt : end.time;
  for (let start = 0; start < entries.length; start += MAX_BATCH_ENTRIES) {
    const rows = entries.slice(start, start + MAX_BATCH_ENTRIES).map((entry) => {
      sequence += 1;
      const recordedAt = entry.recordedAt < earliest ? earliest : entry.recordedAt;
      // 256 random bits: without them, a guess of the content could be compared with the commitment.
      const salt = randomBytes(32).toString('hex');
      const payload = toCommitted(entry);
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
  return { sequence, hash: previous, time: earliest, head };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

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
