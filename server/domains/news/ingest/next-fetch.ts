import { addMilliseconds, DAY, HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';

const MIN_WAIT_MS = 10 * MINUTE;
const MAX_CACHE_AGE_MS = 6 * HOUR;
/** Limits the delay that a feed can ask for. */
export const MAX_WAIT_MS = DAY;
const FIRST_RETRY_MS = 5 * MINUTE;
const MAX_RETRY_MS = 6 * HOUR;
/** The share by which delays vary, so that sources do not synchronize. */
const JITTER = 0.1;

/** Schedules the next fetch after a success: at least ten minutes later, and not before the feed allows. */
export function scheduleAfterSuccess(
  now: Date,
  { ttlMinutes, cacheControl }: { ttlMinutes: number | null; cacheControl: string | null },
  random: () => number,
): Date {
  const ttlMs = Math.min((ttlMinutes ?? 0) * MINUTE, MAX_WAIT_MS);
  const maxAgeMs = Math.min(getMaxAgeSeconds(cacheControl) * SECOND, MAX_CACHE_AGE_MS);
  return addMilliseconds(now, applyJitter(Math.max(MIN_WAIT_MS, ttlMs, maxAgeMs), random));
}

/** Schedules the next fetch of an unchanged feed. A 304 response does not repeat the TTL, so the last wait applies again. */
export function scheduleAfterUnchanged(
  now: Date,
  { lastWaitMs, cacheControl }: { lastWaitMs: number; cacheControl: string | null },
  random: () => number,
): Date {
  const next = scheduleAfterSuccess(now, { ttlMinutes: null, cacheControl }, random);
  const repeated = addMilliseconds(now, Math.min(lastWaitMs, MAX_WAIT_MS));
  return next > repeated ? next : repeated;
}

/** Schedules the next attempt with exponential backoff, and not before `retryAfterMs`. */
export function scheduleAfterFailure(
  now: Date,
  { failures, retryAfterMs }: { failures: number; retryAfterMs: number | null },
  random: () => number,
): Date {
  const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
  return addMilliseconds(
    now,
    Math.max(applyJitter(backoffMs, random), Math.min(retryAfterMs ?? 0, MAX_WAIT_MS)),
  );
}

/** Parses a `Retry-After` header (RFC 9110, section 10.2.3: seconds or a date) into milliseconds. */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * SECOND;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

function getMaxAgeSeconds(cacheControl: string | null): number {
  return Number(/(?:^|[\s,])max-age="?(\d{1,9})/i.exec(cacheControl ?? '')?.[1] ?? 0);
}

const applyJitter = (durationMs: number, random: () => number) =>
  Math.round(durationMs * (1 - JITTER + 2 * JITTER * random()));
