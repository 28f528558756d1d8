import { SECOND } from '#core/server/platform/clock.ts';

/** Reads a `Retry-After` of seconds or a date, from a second to `longestMs`; `null` without a valid one. */
export function readRetryAfter(headers: Headers, longestMs: number): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const ms = /^\d{1,6}$/.test(value) ? Number(value) * SECOND : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, SECOND), longestMs) : null;
}
