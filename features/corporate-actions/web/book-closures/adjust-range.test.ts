import { describe, expect, it } from 'vitest';
import { adjustRange } from './closure-fields.tsx';

const AUGUST = { from_date: '2026-08-01', to_date: '2026-08-31' };

describe('adjustRange', () => {
  it.each([
    ['from_date', '2026-08-31', { from_date: '2026-08-31', to_date: '2026-08-31' }],
    ['to_date', '2026-08-01', { from_date: '2026-08-01', to_date: '2026-08-01' }],
    ['from_date', '', { from_date: '', to_date: '2026-08-31' }],
    ['to_date', '', { from_date: '2026-08-01', to_date: '' }],
  ] as const)('keeps the other bound when the range is in order: %s %s', (bound, date, range) => {
    expect(adjustRange(AUGUST, { bound, date, isWholeYear: false })).toEqual({ range, notice: null });
  });

  it('keeps an open range open', () => {
    const open = { from_date: '', to_date: '' };
    expect(adjustRange(open, { bound: 'from_date', date: '2026-08-18', isWholeYear: false })).toEqual({
      range: { from_date: '2026-08-18', to_date: '' },
      notice: null,
    });
  });

  it('sets the other bound to the same date when the range would be reversed', () => {
    expect(adjustRange(AUGUST, { bound: 'from_date', date: '2026-09-01', isWholeYear: false })).toEqual({
      range: { from_date: '2026-09-01', to_date: '2026-09-01' },
      notice: 'The end was before the start, so it was set to 1 Sep 2026 as well.',
    });
    expect(adjustRange(AUGUST, { bound: 'to_date', date: '2026-07-31', isWholeYear: false })).toEqual({
      range: { from_date: '2026-07-31', to_date: '2026-07-31' },
      notice: 'The start was after the end, so it was set to 31 Jul 2026 as well.',
    });
  });

  it('clears the other bound when only a year was typed', () => {
    expect(adjustRange(AUGUST, { bound: 'from_date', date: '2027-01-01', isWholeYear: true })).toEqual({
      range: { from_date: '2027-01-01', to_date: '' },
      notice: 'The end was before the start, so it was cleared.',
    });
    expect(adjustRange(AUGUST, { bound: 'to_date', date: '2026-01-01', isWholeYear: true })).toEqual({
      range: { from_date: '', to_date: '2026-01-01' },
      notice: 'The start was after the end, so it was cleared.',
    });
  });
});
