import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { FairQueue, type Lane } from '#core/server/platform/fair-queue.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import { findPasswordProblem } from '#core/server/platform/password-problem.ts';
import { getClientNetwork, listNetworks } from '#core/server/platform/rate-limits/ip-block.ts';
import type { FailureLimit } from '#core/server/platform/rate-limits/rate-limits.ts';

/** OWASP's minimum for argon2id (Password Storage Cheat Sheet, 2026): 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** A hash takes about 30 ms of one core and 19 MiB. Computing more in parallel would starve other requests. */
const queue = new FairQueue({
  maxRunning: 2,
  maxWaiting: 200,
  createError: () =>
    new HttpError({
      status: 503,
      code: 'too_many_sign_ins',
      body: { detail: 'Too many sign-ins are in progress. Please try again in a few seconds.' },
      headers: { 'Retry-After': '5' },
    }),
});

/** The lane of work that no client requested, such as creating the first accounts. */
const SERVER_LANE: Lane = { client: null, groups: [] };

/** Returns the lane of a signed-in user, a trusted device or the owner of a reset link: no flood of sign-ins is ahead of it. */
export function getUserLane(id: string, networks: readonly string[] = []): Lane {
  const client = `user ${id}`;
  return { client, groups: ['users', ...networks, client] };
}

/**
 * Returns the lane of a sign-in or registration. `trustedBy` is the ID of the account that trusts the device. Anyone can create
 * accounts and have them trust devices, so their networks take turns too.
 */
export function getSignInLane(trustedBy: string | null, clientIp: string): Lane {
  const groups = listNetworks(clientIp);
  return trustedBy === null ? { client: getClientNetwork(clientIp), groups } : getUserLane(trustedBy, groups);
}

const deriveKey = promisify(argon2);

/** Returns a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string, lane = SERVER_LANE): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await queue.run(lane, () => derive(password, salt, MEMORY_KIB, PASSES));
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(hash)}`;
}

/** Who waits for the check of a password, and how wrong ones are limited. */
export interface PasswordAttempt {
  lane?: Lane;
  failures?: FailureLimit;
}

/**
 * Verifies a password. Without a hash (no such account) it takes as long, so that the time reveals nothing. `failures` rejects guesses that
 * have waited for their turn, and counts a wrong one before the next has its turn: simultaneous guesses must not bypass a delay.
 */
export async function verifyPassword(
  password: string,
  phc: string | null,
  { lane = SERVER_LANE, failures }: PasswordAttempt = {},
): Promise<boolean> {
  const match = PHC.exec(phc ?? DUMMY_HASH);
  if (!match) throw new Error('A stored password hash is not in the expected form.');
  const [, memory, passes, salt = '', expected = ''] = match;
  return queue.run(lane, async () => {
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

/** Throws a field error for `field` when a customer's new password is too easy to guess. */
export function rejectGuessablePassword(
  password: string,
  customer: { firstName: string; lastName: string; email: string },
  field: string,
): void {
  const problem = findPasswordProblem(password, [customer.firstName, customer.lastName, customer.email]);
  if (problem) throw new HttpError({ status: 400, code: problem.code, body: { [field]: [problem.message] } });
}
