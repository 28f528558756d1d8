import { describe, expect, it } from 'vitest';
import type { PayoutPart } from '#features/corporate-actions/contract/book-closures.ts';
import { describePayout } from '#features/corporate-actions/web/public/book-closures/closure-cells.tsx';

const createPart = (given: Partial<PayoutPart>): PayoutPart => ({
  kind: 'cash',
  percent: '250',
  period: null,
  rupees_per_share: null,
  premium_per_share: null,
  ...given,
});

describe('describePayout', () => {
  it.each([
    ['final', 'Rs. 25.00 a share (final)'],
    [1, 'Rs. 25.00 a share (1st interim)'],
    [3, 'Rs. 25.00 a share (3rd interim)'],
    [4, 'Rs. 25.00 a share (4th interim)'],
    [null, 'Rs. 25.00 a share'],
  ] as const)('describes the cash per share and its period: %s', (period, text) => {
    const payouts = [createPart({ period, rupees_per_share: '25.00' })];
    expect(describePayout({ payouts, rupees_per_share: '25.00', is_face_value_assumed: false })).toEqual([
      text,
    ]);
  });

  it('mentions an assumed face value', () => {
    const payouts = [createPart({ percent: '244', period: 3, rupees_per_share: '24.40' })];
    expect(describePayout({ payouts, rupees_per_share: '24.40', is_face_value_assumed: true })).toEqual([
      'Rs. 24.40 a share (3rd interim), assuming face value Rs. 10',
    ]);
  });

  it('adds up all cash', () => {
    const payouts = [createPart({ period: 'final' }), createPart({ period: 2 })];
    expect(describePayout({ payouts, rupees_per_share: '30.00', is_face_value_assumed: false })).toEqual([
      'Rs. 30.00 a share (final and 2nd interim)',
    ]);
  });

  it('lists cash first, then shares', () => {
    const payouts = [
      createPart({ kind: 'bonus', percent: '10' }),
      createPart({ percent: '200', period: 'final' }),
    ];
    expect(describePayout({ payouts, rupees_per_share: '20.00', is_face_value_assumed: false })).toEqual([
      'Rs. 20.00 a share (final)',
      '10% bonus: 1 share for every 10',
    ]);
  });

  it.each([
    ['20', '20% bonus: 1 share for every 5'],
    ['15', '15% bonus: 3 shares for every 20'],
    ['12.5', '12.5% bonus: 1 share for every 8'],
    ['100', '100% bonus: 1 share for every one'],
    ['250', '250% bonus: 5 shares for every 2'],
    ['7', '7% bonus: 7 shares for every 100'],
    ['23.855376', '23.855376% bonus: 23.855376 shares for every 100'],
  ])('describes a bonus of %s % in shares', (percent, text) => {
    const payouts = [createPart({ kind: 'bonus', percent })];
    expect(describePayout({ payouts, rupees_per_share: null, is_face_value_assumed: false })).toEqual([text]);
  });

  it('includes the premium of a right', () => {
    const payouts = [createPart({ kind: 'right', percent: '50', premium_per_share: '10.00' })];
    expect(describePayout({ payouts, rupees_per_share: null, is_face_value_assumed: true })).toEqual([
      '50% right: 1 share for every 2 at a premium of Rs. 10.00',
    ]);
  });

  it('returns nothing for an unreadable payout', () => {
    expect(describePayout({ payouts: [], rupees_per_share: null, is_face_value_assumed: false })).toEqual([]);
  });
});
