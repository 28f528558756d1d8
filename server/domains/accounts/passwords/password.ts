import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { HttpError } from '#server/platform/http-error.ts';
import { findPasswordProblem } from '#server/platform/password-problem.ts';
import type { FailureLimit } from '#server/platform/rate-limits/rate-limits.ts';

/** OWASP's minimum for argon2id (Password Storage Cheat Sheet, 2026): 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** A hash takes about 30 ms of one core and 19 MiB. Computing more in parallel would starve other requests. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 200;

const deriveKey = promisify(argon2);

/** Returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await inTurn(() => derive(password, salt, MEMORY_KIB, PASSES));
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(hash)}`;
}

/**
 * Verifies a password. Without a hash (no such account) it takes as long, so that the time reveals nothing. `failures` rejects guesses that
 * have waited for their turn, and counts a wrong one before the next has its turn: simultaneous guesses must not bypass a delay.
 */
export async function verifyPassword(
  password: string,
  phc: string | null,
  failures?: Pick<FailureLimit, 'rejectWhileDelayed' | 'countFailure'>,
): Promise<boolean> {
  const match = PHC.exec(phc ?? DUMMY_HASH);
  if (!match) throw new Error('A stored password hash is not in the expected form.');
  const [, memory, passes, salt, expected] = match as unknown as [string, string, string, string, string];
  return inTurn(async () => {
    await failures?.rejectWhileDelayed();
    const actual = await derive(password, Buffer.from(salt, 'base64'), Number(memory), Number(passes));
    const isCorrect = timingSafeEqual(actual, Buffer.from(expected, 'base64')) && phc !== null;
    if (!isCorrect) await failures?.countFailure();
    return isCorrect;
  });
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]{43})$/;
const DUMMY_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

const toUnpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

const derive = (password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> =>
  deriveKey('argon2id', {
    message: password.normalize('NFC'),
    nonce,
    memory,
    passes,
    parallelism: 1,
    tagLength: HASH_BYTES,
  });

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  await acquireSlot();
  try {
    return await work();
  } finally {
    releaseSlot();
  }
}

let running = 0;
const waiting: (() => void)[] = [];

async function acquireSlot(): Promise<void> {
  if (running < MAX_CONCURRENT) {
    running += 1;
    return;
  }
  if (waiting.length >= MAX_WAITING) {
    throw new HttpError({
      status: 503,
      code: 'too_many_sign_ins',
      body: { detail: 'Too many sign-ins are in progress. Please try again in a few seconds.' },
      headers: { 'Retry-After': '5' },
    });
  }
  await new Promise<void>((resolve) => waiting.push(resolve));
}

/** Hands the slot to the next waiter, or frees it. */
function releaseSlot(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

/** Throws a field error for `field` when a customer's new password is too easy to guess. */
export function rejectGuessablePassword(
  password: string,
  customer: { firstName: string; lastName: string; email: string },
  field: string,
): void {
  const problem = findPasswordProblem(password, [customer.firstName, customer.lastName, customer.email]);
  if (problem) throw new HttpError({ status: 400, code: problem.code, body: { [field]: [problem.message] } });
}
