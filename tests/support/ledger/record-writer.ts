import nodeCrypto, { createHash, randomBytes } from 'node:crypto';
import {
  canonicalize,
  FIRST_PREVIOUS,
  getCommitmentText,
  getHashText,
  getSignedText,
  type JsonValue,
  type RecordHead,
} from '#features/ledger/contract/verify-record.mjs';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const BEGIN = Date.UTC(2025, 10, 24, 5);

interface EntryOptions {
  kind?: string;
  isSealed?: boolean;
  /** By default a second after the entry before. */
  time?: string;
}

/** Writes a record, entry by entry, as an operator with the signing key can. */
export function createRecord() {
  const lines: string[] = [];
  const heads: RecordHead[] = [];
  let keyPair = nodeCrypto.generateKeyPairSync('ed25519');
  let sequence = 0;
  let previous = FIRST_PREVIOUS;
  const getTime = () => new Date(BEGIN + sequence * 1000).toISOString();
  const getKey = () =>
    Buffer.from(keyPair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');

  function add(payload: JsonValue, { kind = 'signal.published', isSealed = false, time }: EntryOptions = {}) {
    sequence += 1;
    const salt = randomBytes(32).toString('hex');
    const commitment = sha256(getCommitmentText({ payload, salt }));
    const entry = { commitment, kind, previous, sequence, time: time ?? getTime() };
    previous = sha256(getHashText(entry));
    lines.push(
      canonicalize({ ...entry, hash: previous, type: 'entry', ...(isSealed ? {} : { payload, salt }) }),
    );
  }

  function announceKey(time?: string): void {
    keyPair = nodeCrypto.generateKeyPairSync('ed25519');
    add({ public_key: getKey() }, time ? { kind: 'key.started', time } : { kind: 'key.started' });
  }

  function sign(time = getTime()): void {
    const head = { sequence, hash: previous, time, key: getKey() };
    const signature = nodeCrypto
      .sign(null, Buffer.from(getSignedText(head)), keyPair.privateKey)
      .toString('hex');
    heads.push({ ...head, signature });
    lines.push(canonicalize({ ...head, signature, type: 'head' }));
  }

  const toBytes = () => Buffer.from(lines.map((line) => `${line}\n`).join(''));
  return { add, announceKey, sign, toBytes, heads, lines };
}
