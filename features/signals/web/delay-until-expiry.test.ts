import { describe, expect, it } from 'vitest';
import { getDelayUntilExpiry } from './delay-until-expiry.ts';

const EXPIRY = '2026-11-23T10:30:00.000Z';
const LATER = '2026-11-24T10:30:00.000Z';

describe('getDelayUntilExpiry', () => {
  it.each([
    ['shortly before the expiry', '2026-11-23T10:29:00Z', 75_000],
    ['after the expiry, while the server still lists it as open', '2026-11-23T10:31:00Z', 15_000],
    ['weeks before, by a slow clock', '2026-10-01T00:00:00Z', 3_600_000],
  ])('returns the delay %s', (_, now, delay) => {
    expect(getDelayUntilExpiry([LATER, null, EXPIRY], Date.parse(now))).toBe(delay);
  });

  it('returns false if no signal expires', () => {
    for (const expiries of [[], [null], [undefined]])
      expect(getDelayUntilExpiry(expiries, Date.parse(EXPIRY))).toBe(false);
  });
});
