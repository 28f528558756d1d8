import { describe, expect, it } from 'vitest';
import { makeId } from './state.ts';

describe('makeId', () => {
  it('returns a prefix and a ULID', () => {
    const state = { lastId: { ms: 0, random: '0' } };
    expect(makeId(state, 'sub', Date.parse('2026-11-21T05:42:00Z'))).toMatch(
      /^sub_01[0-9a-hjkmnp-tv-z]{24}$/,
    );
  });

  it('returns IDs that sort by creation, even within a millisecond and when the clock is set back', () => {
    const state = { lastId: { ms: 0, random: '0' } };
    const ids = [5, 5, 5, 9, 3, 9, 10].map((ms) => makeId(state, 'txn', ms));
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });
});
