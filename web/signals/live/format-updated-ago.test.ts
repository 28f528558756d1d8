import { describe, expect, it } from 'vitest';
import { formatUpdatedAgo } from './format-updated-ago.ts';

const AT = Date.parse('2026-11-23T05:00:00Z');

describe('formatUpdatedAgo', () => {
  it.each([
    [-3, 'Updated just now'],
    [9, 'Updated just now'],
    [10, 'Updated 10 seconds ago'],
    [59, 'Updated 50 seconds ago'],
    [60, 'Updated 1 minute ago'],
    [3_599, 'Updated 59 minutes ago'],
    [3_600, 'Updated 1 hour ago'],
    [10_000, 'Updated 2 hours ago'],
  ])('formats an age of %i seconds as %s', (seconds, text) => {
    expect(formatUpdatedAgo(AT, AT + seconds * 1_000)).toBe(text);
  });
});
