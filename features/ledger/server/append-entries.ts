import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import type { Config } from '#core/server/config/config.ts';
import { addMilliseconds, SECOND } from '#core/server/platform/clock.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { conflict, type HttpError } from '#core/server/platform/http-error.ts';
import { getDemoSecret } from '#core/server/startup/secrets.ts';
import {
  canonicalize,
  getCommitmentText,
  getHashText,
  getSignedText,
  type JsonValue,
  KEY_STARTED,
  type RecordHead,
} from '#features/ledger/contract/verify-record.mjs';
import {
  type ChainEnd,
  findEnd,
  insertEntries,
  insertHead,
  insertReleases,
  listKeyEntries,
  lockChain,
} from './ledger.queries.ts';

export interface EntryContent {
  /** It must hold nothing personal: it becomes public and is never deleted. */
  payload: { readonly [key: string]: JsonValue };
  /** What the entry is about, for example `signal:ID`. Its sealed entries are released together. */
  subject: string;
  /** The content is public from the start. Otherwise the entry is sealed until `releaseSubjects`. */
  isOpen: boolean;
}

/** What another feature records in the ledger. */
export interface NewEntry extends EntryContent {
  /** The kind is public from the start, for example `signal.published`. */
  kind: string;
  /** What the entry records. Unique, for example `signal-version:ID:2`. Never public. */
  reference: string;
  recordedAt: Date;
  /** The entry may be dated so much later at most, because one before it has a later time. Without it, any delay is accepted. */
  maxDelayMs?: number;
}

/** A batch has fewer parameters than a statement may have. */
const MAX_BATCH_ENTRIES = 2_000;

/**
 * Appends entries to the chain, in their order, signs its head if there is a key, and returns the sequence of the first. Call it at the end of the
 * transaction: it blocks all other writers of the ledger until the commit. No transaction may hold a lock that is taken after this one
 * and then wait for the chain.
 *
 * The times of the chain never go back. If a clock did, an entry has the time of the entry or the head before it. Throws an error for the
 * administrator if that is too late for an entry.
 */
export async function appendEntries(
  tx: Transaction,
  entries: readonly NewEntry[],
  signingKey: SigningKey | null,
): Promise<number> {
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

/**
 * Returns the time that the next entry will have: now, or that of the end of the chain if another server's clock is ahead. Contents with a
 * time of their own use it. Blocks all other writers of the ledger until the commit, as `appendEntries`.
 */
export async function getEntryTime(tx: Transaction, now: Date): Promise<Date> {
  await lockChain(tx);
  const { time, head } = await findEnd(tx);
  return new Date(Math.max(...[now, time, head?.signedAt ?? now].map(Number)));
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
      const delayMs = recordedAt.getTime() - entry.recordedAt.getTime();
      if (delayMs > (entry.maxDelayMs ?? delayMs)) throw recordAhead(delayMs);
      // 256 random bits: without them, a guess of the content could be compared with the commitment.
      const salt = randomBytes(32).toString('hex');
      const payload = toCommitted(entry);
      const commitment = sha256(getCommitmentText({ payload, salt }));
      const chained = { commitment, kind: entry.kind, previous, sequence, time: recordedAt.toISOString() };
      const hash = sha256(getHashText(chained));
      const { maxDelayMs: _, ...stored } = entry;
      const row = { ...stored, ...chained, recordedAt, hash, salt, payload: canonicalize(payload) };
      previous = hash;
      earliest = recordedAt;
      return row;
    });
    await insertEntries(tx, rows);
  }
  return { sequence, hash: previous, time: earliest, head };
}

function recordAhead(delayMs: number): HttpError {
  const seconds = Math.ceil(delayMs / SECOND);
  return conflict(
    'record_ahead',
    `The last entry of the public record has a time that is ${seconds} seconds ahead of the clock of this server, so the time of this change could not be entered. Nothing was saved, and your entries are still here: send them again in ${seconds} seconds. If this happens again, ask your operator to synchronize the clocks (see System).`,
  );
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Returns the content that an entry commits to. It has the subject and whether it is open, so that neither can be changed later: both
 * decide when the content becomes public.
 */
const toCommitted = ({ payload, subject, isOpen }: EntryContent) => ({
  ...payload,
  entry: { is_open: isOpen, subject, version: 2 },
});

interface StoredContent {
  subject: string;
  isOpen: boolean;
  /** Canonical JSON. */
  payload: string;
}

/** Returns whether an entry has this content. Version 1 of the format, of earlier releases, commits to the payload only. */
export function hasContent(stored: StoredContent, expected: EntryContent): boolean {
  if (stored.subject !== expected.subject) return false;
  if (getFormatVersion(stored) === 1) return stored.payload === canonicalize(expected.payload);
  return stored.isOpen === expected.isOpen && stored.payload === canonicalize(toCommitted(expected));
}

export const getFormatVersion = ({ payload }: Pick<StoredContent, 'payload'>): 1 | 2 =>
  (JSON.parse(payload) as { entry?: object }).entry === undefined ? 1 : 2;

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

/** Signs the heads of the chain. */
export interface SigningKey {
  /** In hexadecimal. */
  publicKey: string;
  signHead(head: Omit<RecordHead, 'signature' | 'key'>): RecordHead;
}

/** Returns the configured key of the record, or the demo's generated one; `null`: the record is not signed. */
export async function getSigningKey(config: Config): Promise<SigningKey | null> {
  const { ledgerSigningKey, mode } = config;
  if (ledgerSigningKey !== null) return createSigningKey(ledgerSigningKey);
  if (mode === 'production') return null;
  return createSigningKey(await getDemoSecret(config, 'ledger-signing-key', generateSigningKey));
}

/** Creates the key from a private Ed25519 key in PKCS #8 (DER), in Base64. Throws if it is not one. */
export function createSigningKey(text: string): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key');
  const publicKey = getRawPublicKey(privateKey);
  return {
    publicKey,
    signHead(unsigned) {
      const head = { ...unsigned, key: publicKey };
      return { ...head, signature: sign(null, Buffer.from(getSignedText(head)), privateKey).toString('hex') };
    },
  };
}

function getRawPublicKey(privateKey: KeyObject): string {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('hex');
}

/** Returns a new private key as `createSigningKey` reads it. */
export const generateSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
