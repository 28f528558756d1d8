import { after, DAY, HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';

const SHORTEST_MS = 10 * MINUTE;
const LONGEST_MAX_AGE_MS = 6 * HOUR;
/** No feed may ask to be left alone for good. */
export const LONGEST_WAIT_MS = DAY;
const FIRST_RETRY_MS = 5 * MINUTE;
const LONGEST_RETRY_MS = 6 * HOUR;
/** A tenth sooner or later, so that sources do not fall into step. */
const JITTER = 0.1;

/** When to ask a feed again that was read: not before it asks to be, and every ten minutes at most. */
export function nextAfterSuccess(
  now: Date,
  { ttlMinutes, cacheControl }: { ttlMinutes: number | null; cacheControl: string | null },
  random: () => number,
): Date {
  const ttlMs = Math.min((ttlMinutes ?? 0) * MINUTE, LONGEST_WAIT_MS);
  const maxAgeMs = Math.min(maxAgeSeconds(cacheControl) * SECOND, LONGEST_MAX_AGE_MS);
  return after(now, jittered(Math.max(SHORTEST_MS, ttlMs, maxAgeMs), random));
}

/** When to ask a feed again that has not changed: it does not say its ttl again, so the last wait is kept. */
export function nextAfterUnchanged(
  now: Date,
  { lastWaitMs, cacheControl }: { lastWaitMs: number; cacheControl: string | null },
  random: () => number,
): Date {
  const next = nextAfterSuccess(now, { ttlMinutes: null, cacheControl }, random);
  const kept = after(now, Math.min(lastWaitMs, LONGEST_WAIT_MS));
  return next > kept ? next : kept;
}

/** When to try a source again that failed so many times in a row; never before `retryAfterMs`, its own wish. */
export function nextAfterFailure(
  now: Date,
  { failures, retryAfterMs }: { failures: number; retryAfterMs: number | null },
  random: () => number,
): Date {
  const backOffMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
  return after(now, Math.max(jittered(backOffMs, random), Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS)));
}

/** The wish of a `Retry-After` header (RFC 9110 10.2.3: seconds or a date); `null` when it has none that can be read. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * SECOND;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

function maxAgeSeconds(cacheControl: string | null): number {
  return Number(/(?:^|[\s,])max-age="?(\d{1,9})/i.exec(cacheControl ?? '')?.[1] ?? 0);
}

const jittered = (durationMs: number, random: () => number) =>
  Math.round(durationMs * (1 - JITTER + 2 * JITTER * random()));
