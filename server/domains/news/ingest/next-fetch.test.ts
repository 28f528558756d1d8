import { describe, expect, it } from 'vitest';
import { nextAfterFailure, nextAfterSuccess, nextAfterUnchanged, readRetryAfter } from './next-fetch.ts';

const now = new Date('2026-11-21T05:00:00Z');
const MIDDLE = () => 0.5;
const minutesTo = (next: Date) => (next.getTime() - now.getTime()) / 60_000;

describe('the wait after a feed was read', () => {
  it.each([
    ['nothing is asked for', null, null, 10],
    ['the ttl is shorter than ours', 1, null, 10],
    ['the ttl is an hour', 60, null, 60],
    ['the ttl is a month', 43_200, null, 1440],
    ['the answer may be kept for half an hour', null, 'public, max-age=1800', 30],
    ['the answer may be kept for a year', null, 'max-age=31536000', 360],
    ['both are asked for', 20, 's-maxage=9, max-age=3600', 60],
    ['the cache header is of another kind', null, 'no-cache, s-maxage=7200', 10],
  ])('when %s', (_case, ttlMinutes, cacheControl, minutes) => {
    expect(minutesTo(nextAfterSuccess(now, { ttlMinutes, cacheControl }, MIDDLE))).toBe(minutes);
  });

  it('is up to a tenth shorter or longer', () => {
    const wait = (random: number) =>
      minutesTo(nextAfterSuccess(now, { ttlMinutes: 100, cacheControl: null }, () => random));
    expect([wait(0), wait(0.75)]).toEqual([90, 105]);
  });

  it.each([
    [60, null, 60],
    [0, null, 10],
    [60, 'max-age=7200', 120],
    [100_000, null, 1440],
  ])('stays %d minutes when nothing changed and the answer says %j', (lastWait, cacheControl, minutes) => {
    const next = nextAfterUnchanged(now, { lastWaitMs: lastWait * 60_000, cacheControl }, MIDDLE);
    expect(minutesTo(next)).toBe(minutes);
  });
});

describe('the wait after failures in a row', () => {
  it.each([
    [1, 5],
    [2, 10],
    [3, 20],
    [4, 40],
    [5, 80],
    [6, 160],
    [7, 320],
    [8, 360],
    [2000, 360],
  ])('of %d is %d minutes', (failures, minutes) => {
    expect(minutesTo(nextAfterFailure(now, { failures, retryAfterMs: null }, MIDDLE))).toBe(minutes);
  });

  it.each([
    ['longer than ours', 3600, 60],
    ['shorter than ours', 10, 5],
    ['a week', 604_800, 1440],
  ])('is what the outlet asks for when that is %s, a day at most', (_case, seconds, minutes) => {
    const next = nextAfterFailure(now, { failures: 1, retryAfterMs: seconds * 1000 }, MIDDLE);
    expect(minutesTo(next)).toBe(minutes);
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['9999999999', 9_999_999_999_000],
    ['Sat, 21 Nov 2026 06:00:00 GMT', 3_600_000],
    ['Sat, 21 Nov 2026 04:00:00 GMT', 0],
    ['soon', null],
    [null, null],
  ])('%j', (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected);
  });
});
