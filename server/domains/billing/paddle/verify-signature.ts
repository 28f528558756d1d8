import { createHmac, timingSafeEqual } from 'node:crypto';
import { SECOND } from '#server/platform/clock.ts';

/**
 * The maximum difference between Paddle's clock and ours. A replay within it has no effect, because events are stored once.
 */
const TOLERANCE_MS = 30 * SECOND;

const TIMESTAMP = /^\d{1,12}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;
/** There are two signatures while a secret is rotated; many are never legitimate. */
const MAX_PARTS = 10;

/**
 * Verifies that a webhook's `Paddle-Signature` (`ts=…;h1=…`) was made recently over these exact bytes with one of our
 * secrets. Accepts any of several `h1` and any of several secrets, so that either side can rotate first.
 */
export function verifySignature(
  body: Buffer,
  header: string | undefined,
  secrets: readonly string[],
  now: Date,
): boolean {
  const parts = parseHeader(header ?? '');
  const timestamps = getValues('ts', parts);
  const signatures = getValues('h1', parts).filter((value) => SIGNATURE.test(value));
  const [timestamp = ''] = timestamps;
  if (timestamps.length !== 1 || !TIMESTAMP.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * SECOND) > TOLERANCE_MS) return false;

  let isValid = false;
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(`${timestamp}:`).update(body).digest();
    for (const signature of signatures) {
      isValid = timingSafeEqual(expected, Buffer.from(signature, 'hex')) || isValid;
    }
  }
  return isValid;
}

function parseHeader(header: string): string[][] {
  return header
    .split(';', MAX_PARTS)
    .map((part) => part.trim().split('='))
    .filter((part) => part.length === 2);
}

const getValues = (name: string, parts: string[][]) =>
  parts.filter(([key]) => key === name).map(([, value = '']) => value);
