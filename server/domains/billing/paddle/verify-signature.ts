import { createHmac, timingSafeEqual } from 'node:crypto';
import { SECOND } from '#server/platform/clock.ts';

/** How far Paddle's clock and ours may be apart. A message that is sent again within it changes nothing. */
const TOLERANCE_MS = 30 * SECOND;

const TIMESTAMP = /^\d{1,12}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;
/** While a secret is rotated there are two signatures; nobody sends many. */
const MAX_PARTS = 10;

/**
 * Whether a webhook's `Paddle-Signature` (`ts=…;h1=…`) was made over these very bytes with one of our secrets, and lately.
 * Any of several `h1` will do, and any of several secrets, so that either side can rotate first.
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

  let isGenuine = false;
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(`${timestamp}:`).update(body).digest();
    for (const signature of signatures) {
      isGenuine = timingSafeEqual(expected, Buffer.from(signature, 'hex')) || isGenuine;
    }
  }
  return isGenuine;
}

function parseHeader(header: string): string[][] {
  return header
    .split(';', MAX_PARTS)
    .map((part) => part.trim().split('='))
    .filter((part) => part.length === 2);
}

const getValues = (name: string, parts: string[][]) =>
  parts.filter(([key]) => key === name).map(([, value = '']) => value);
