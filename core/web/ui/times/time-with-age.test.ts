import { describe, expect, it } from 'vitest';
import { formatDateAndAge } from './time-with-age.tsx';

const NOW = Date.parse('2026-11-21T05:42:00Z');

describe('formatDateAndAge', () => {
  it.each([
    ['2026-11-21T05:42:00Z', '21 Nov 2026 · Just now'],
    ['2026-11-21T05:41:01Z', '21 Nov 2026 · Just now'],
    ['2026-11-21T05:45:00Z', '21 Nov 2026 · Just now'],
    ['2026-11-21T05:41:00Z', '21 Nov 2026 · 1 minute ago'],
    ['2026-11-21T05:37:00Z', '21 Nov 2026 · 5 minutes ago'],
    ['2026-11-21T04:42:01Z', '21 Nov 2026 · 59 minutes ago'],
    ['2026-11-21T04:42:00Z', '21 Nov 2026 · 1 hour ago'],
    ['2026-11-20T05:43:00Z', '20 Nov 2026 · 23 hours ago'],
    ['2026-11-20T05:42:00Z', '20 Nov 2026 · 1 day ago'],
    ['2026-11-14T05:43:00Z', '14 Nov 2026 · 6 days ago'],
    ['2026-11-14T05:42:00Z', '14 Nov 2026'],
    // Already the next day in Pakistan.
    ['2026-08-16T20:00:00Z', '17 Aug 2026'],
    ['2026-11-22T05:42:00Z', '22 Nov 2026'],
  ])('formats %s as %s', (timestamp, text) => {
    expect(formatDateAndAge(timestamp, NOW)).toBe(text);
  });
});
