import type { ApiError } from './call.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Returns when to retry a rate-limited call, or `null` if the call failed for another reason. */
export function getRateLimitMessage({ status, retryAfterSeconds }: ApiError): string | null {
  if (status !== 429) return null;
  const wait = retryAfterSeconds === null ? 'later' : `in ${formatDuration(retryAfterSeconds)}`;
  return `Too many attempts. Please try again ${wait}.`;
}

/** Rounds up, so that users do not retry too early. */
function formatDuration(seconds: number): string {
  if (seconds < MINUTE) return pluralize(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds <= HOUR) return pluralize(Math.ceil(seconds / MINUTE), 'minute');
  return pluralize(Math.ceil(seconds / HOUR), 'hour');
}

const pluralize = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;
