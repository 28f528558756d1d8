import { describe, expect, it } from 'vitest';
import { describeState } from './live-status.tsx';

const AT = Date.parse('2026-11-23T05:00:00Z');
const HOUR_MS = 3_600_000;

describe('describeState', () => {
  it.each([
    [-3, 'Updated just now'],
    [9, 'Updated just now'],
    [10, 'Updated 10 seconds ago'],
    [59, 'Updated 50 seconds ago'],
    [60, 'Updated 1 minute ago'],
    [3_599, 'Updated 59 minutes ago'],
    [3_600, 'Updated 1 hour ago'],
    [10_000, 'Updated 2 hours ago'],
  ])('describes an age of %i seconds as %s', (seconds, text) => {
    expect(describeState('polling', AT, AT + seconds * 1_000)).toBe(text);
  });

  it('describes the age by the clock after the computer has slept', () => {
    expect(describeState('polling', AT, AT + 5_000)).toBe('Updated just now');
    expect(describeState('polling', AT, AT + 8 * HOUR_MS)).toBe('Updated 8 hours ago');
  });

  it('describes a clock that was set back as no age', () => {
    expect(describeState('polling', AT, AT - 8 * HOUR_MS)).toBe('Updated just now');
  });

  it('describes a stream regardless of the age of the list, which it keeps up to date', () => {
    expect(describeState('live', AT, AT + 8 * HOUR_MS)).toBe('Live');
    expect(describeState('reconnecting', AT, AT + 8 * HOUR_MS)).toBe('Reconnecting');
  });

  it('describes nothing before anything is known', () => {
    expect(describeState('connecting', AT, AT)).toBeNull();
    expect(describeState('polling', 0, AT)).toBeNull();
  });
});
