import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#core/contract/dates.ts';
import { parseSplit } from '#features/corporate-actions/server/corporate-actions.ts';
import { calculateFactor } from '#features/market/server/prices/adjustments/record-adjustments.ts';
import { adjustBars } from '#features/market/server/prices/list/list-bars.ts';

const bar = (date: string, close: number, volume = 1000) => ({
  date,
  open: close,
  high: close,
  low: close,
  close,
  previousClose: close,
  volume,
  suffix: null,
  importId: null,
});

describe('adjusted prices', () => {
  it('multiplies the prices before an ex-date by the factors of all later changes', () => {
    const bars = [bar('2026-11-16', 40_000), bar('2026-11-17', 20_000), bar('2026-11-18', 10_000)];
    const halves = [
      { exDate: '2026-11-17', factor: '0.5' },
      { exDate: '2026-11-18', factor: '0.5' },
    ];
    expect(adjustBars(bars, halves).map(({ close, volume }) => [close, volume])).toEqual([
      [10_000, 4000],
      [10_000, 2000],
      [10_000, 1000],
    ]);
    expect(bars[0]?.close).toBe(40_000);
  });

  const BARS = fc
    .array(fc.integer({ min: 1_000, max: 2_000_000 }), { minLength: 1, maxLength: 40 })
    .map((closes) => closes.map((close, index) => bar(addDays('2026-01-01', index), close)));
  const CHANGES = fc.array(
    fc.record({
      exDate: fc.integer({ min: -5, max: 45 }).map((days) => addDays('2026-01-01', days)),
      factor: fc.integer({ min: 500, max: 1000 }).map((share) => (share / 1000).toFixed(12)),
    }),
    { maxLength: 4 },
  );

  it('never changes the bars from the last ex-date on, and no bar without changes', () => {
    fc.assert(
      fc.property(BARS, CHANGES, (bars, changes) => {
        const last =
          changes
            .map(({ exDate }) => exDate)
            .sort()
            .at(-1) ?? '';
        const adjusted = adjustBars(bars, changes);
        expect(adjusted.map(({ date }) => date)).toEqual(bars.map(({ date }) => date));
        expect(adjusted.filter(({ date }) => date >= last)).toEqual(bars.filter(({ date }) => date >= last));
        expect(adjustBars(bars, [])).toEqual(bars);
      }),
    );
  });

  it('does not depend on the order of the changes, and rounds each price by at most half a paisa', () => {
    fc.assert(
      fc.property(BARS, CHANGES, (bars, changes) => {
        const adjusted = adjustBars(bars, changes);
        expect(adjustBars(bars, changes.toReversed())).toEqual(adjusted);
        for (const [index, { date, close }] of adjusted.entries()) {
          const factor = changes
            .filter(({ exDate }) => exDate > date)
            .reduce((product, each) => product * Number(each.factor), 1);
          expect(Math.abs(close - (bars[index]?.close ?? 0) * factor)).toBeLessThanOrEqual(0.5 + 1e-6);
        }
      }),
    );
  });
});

describe('the factor of a change', () => {
  it.each([
    ['a bonus of 25 %', { kind: 'bonus', percent: '25', rightPercent: '0' } as const, '0.800000000000'],
    [
      'a bonus of 20 % next to a right of 50 %',
      { kind: 'bonus', percent: '20', rightPercent: '50' } as const,
      '0.882352941176',
    ],
    ['a split of five for one', { kind: 'split', newShares: '5', oldShares: '1' } as const, '0.200000000000'],
    [
      'a right of 50 % at Rs. 10 with a close of Rs. 40',
      { kind: 'right', percent: '50', subscriptionPrice: '10.00' } as const,
      '0.750000000000',
    ],
  ])('the factor of a change is calculated for %s', (_, change, factor) => {
    expect(calculateFactor(change, '40.00')).toBe(factor);
  });

  it('the factor of a change is unknown for a right without a close or above the market price', () => {
    const right = { kind: 'right', percent: '50', subscriptionPrice: '10.00' } as const;
    expect(calculateFactor(right, null)).toBeNull();
    expect(calculateFactor(right, '9.00')).toBeNull();
  });

  it.each([
    ['Stock split 5:1', '5'],
    ['Sub-division of shares 10 for 1', '10'],
    ['Split 1:5', null],
    ['250%(F) (D)', null],
  ])('reads the split in %s', (payout, newShares) => {
    const split = parseSplit(payout);
    expect(split?.kind === 'split' ? split.newShares : null).toBe(newShares);
  });
});
