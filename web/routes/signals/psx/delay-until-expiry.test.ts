import { describe, expect, it } from 'vitest';
import { getDelayUntilExpiry } from './delay-until-expiry.ts';

const EXPIRY = '2026-11-23T10:30:00.000Z';
const open = { call_status: 'in_progress', is_expired: false, expires_at: EXPIRY } as const;

describe('getDelayUntilExpiry', () => {
  it.each([
    ['shortly before the expiry', '2026-11-23T10:29:00Z', 75_000],
    ['after the expiry, while the server still lists it as open', '2026-11-23T10:31:00Z', 15_000],
    ['weeks before, by a slow clock', '2026-10-01T00:00:00Z', 3_600_000],
  ])('returns the delay %s', (_, now, delay) => {
    const later = { ...open, expires_at: '2026-11-24T10:30:00.000Z' };
    expect(getDelayUntilExpiry([later, open], Date.parse(now))).toBe(delay);
  });

  it('returns false if no open signal expires', () => {
    const signals = [
      { ...open, expires_at: null },
      { ...open, is_expired: true },
      { ...open, call_status: 'closed' as const },
    ];
    expect(getDelayUntilExpiry(signals, Date.parse(EXPIRY))).toBe(false);
  });
});
