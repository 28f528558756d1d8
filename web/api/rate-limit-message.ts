import type { ApiError } from './call.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Says when a call that came too often may be made again; `null` for a call that was refused for another reason. */
export function getRateLimitMessage({ status, retryAfterSeconds }: ApiError): string | null {
  if (status !== 429) return null;
  const wait = retryAfterSeconds === null ? 'later' : `in ${duration(retryAfterSeconds)}`;
  return `Too many attempts. Please try again ${wait}.`;
}

/** Rounded up, so that nobody comes back too early. */
function duration(seconds: number): string {
  if (seconds < MINUTE) return count(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds <= HOUR) return count(Math.ceil(seconds / MINUTE), 'minute');
  return count(Math.ceil(seconds / HOUR), 'hour');
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;
