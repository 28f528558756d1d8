import { describe, expect, it } from 'vitest';
import {
  parseRetryAfter,
  scheduleAfterFailure,
  scheduleAfterSuccess,
  scheduleAfterUnchanged,
} from './schedule.ts';

const now = new Date('2026-11-21T05:00:00Z');
const MIDDLE = () => 0.5;
const minutesTo = (next: Date) => (next.getTime() - now.getTime()) / 60_000;

describe('the wait after a successful fetch', () => {
  it.each([
    ['the feed sets no wait', null, null, 10],
    ['the ttl is shorter than ours', 1, null, 10],
    ['the ttl is an hour', 60, null, 60],
    ['the ttl is a month', 43_200, null, 1440],
    ['the response may be cached for half an hour', null, 'public, max-age=1800', 30],
    ['the response may be cached for a year', null, 'max-age=31536000', 360],
    ['the feed sets both', 20, 's-maxage=9, max-age=3600', 60],
    ['the cache header has no max-age', null, 'no-cache, s-maxage=7200', 10],
  ])('limits the wait when %s', (_case, ttlMinutes, cacheControl, minutes) => {
    expect(minutesTo(scheduleAfterSuccess(now, { ttlMinutes, cacheControl }, MIDDLE))).toBe(minutes);
  });

  it('varies the wait by up to a tenth', () => {
    const wait = (random: number) =>
      minutesTo(scheduleAfterSuccess(now, { ttlMinutes: 100, cacheControl: null }, () => random));
    expect([wait(0), wait(0.75)]).toEqual([90, 105]);
  });

  it.each([
    [60, null, 60],
    [0, null, 10],
    [60, 'max-age=7200', 120],
    [100_000, null, 1440],
  ])(
    'repeats a wait of %d minutes after an unchanged feed with the cache header %j',
    (lastWait, cacheControl, minutes) => {
      const next = scheduleAfterUnchanged(now, { lastWaitMs: lastWait * 60_000, cacheControl }, MIDDLE);
      expect(minutesTo(next)).toBe(minutes);
    },
  );
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
  ])('doubles the wait: after %d failures it is %d minutes', (failures, minutes) => {
    expect(minutesTo(scheduleAfterFailure(now, { failures, retryAfterMs: null }, MIDDLE))).toBe(minutes);
  });

  it.each([
    ['longer than ours', 3600, 60],
    ['shorter than ours', 10, 5],
    ['a week', 604_800, 1440],
  ])('respects a Retry-After that is %s, up to a day', (_case, seconds, minutes) => {
    const next = scheduleAfterFailure(now, { failures: 1, retryAfterMs: seconds * 1000 }, MIDDLE);
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
  ])('parses Retry-After from seconds or a date: %j', (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });
});
