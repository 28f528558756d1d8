import { describe, expect, it } from 'vitest';
import { formatLongPakistanTime } from './long-time.ts';

describe('the long form of a moment', () => {
  it.each([
    ['2026-11-21T05:42:00Z', 'November 21, 2026 at 10:42 AM PKT'],
    ['2026-11-21T07:05:00.000Z', 'November 21, 2026 at 12:05 PM PKT'],
    ['2026-12-31T19:00:00Z', 'January 1, 2027 at 12:00 AM PKT'],
    ['2026-08-17T18:59:59+05:00', 'August 17, 2026 at 6:59 PM PKT'],
  ])('of %s is %s', (timestamp, long) => {
    expect(formatLongPakistanTime(timestamp)).toBe(long);
  });
});
