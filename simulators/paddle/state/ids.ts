import { randomBytes } from 'node:crypto';
import type { State } from './state.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;
const RANDOM_BYTES = 10;
const RANDOM_LIMIT = 1n << BigInt(RANDOM_BYTES * 8);

export type IdPrefix =
  | 'sub'
  | 'ctm'
  | 'add'
  | 'txn'
  | 'txnitm'
  | 'evt'
  | 'ntf'
  | 'ntflog'
  | 'ntfset'
  | 'cpls'
  | 'paymtd';

/** Creates an ID like Paddle's: a prefix and a lower-case ULID that sorts after all earlier ones. */
export function makeId(state: Pick<State, 'lastId'>, prefix: IdPrefix, nowMs: number): string {
  const { ms, random } = state.lastId;
  const isNewMillisecond = nowMs > ms;
  const next = isNewMillisecond
    ? BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`)
    : (BigInt(`0x${random}`) + 1n) % RANDOM_LIMIT;
  state.lastId = { ms: Math.max(nowMs, ms), random: next.toString(16) };
  return `${prefix}_${encode(BigInt(state.lastId.ms), TIME_LENGTH)}${encode(next, RANDOM_LENGTH)}`;
}

function encode(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 32n) text = ALPHABET.charAt(Number(rest % 32n)) + text;
  return text;
}
