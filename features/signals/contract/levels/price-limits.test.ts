import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPaisa, toPrice } from './price.ts';
import { calculatePriceLimits } from './price-limits.ts';

const DATE = '2026-01-27';

describe('the price limits', () => {
  it.each([
    ['HBL on 27 Jan 2026', '342.80', '308.52', '377.08'],
    // 311.445 and 380.655.
    ['HBL-JAN on 27 Jan 2026, rounded half up', '346.05', '311.45', '380.66'],
    ['a share of exactly Rs. 10', '10.00', '9.00', '11.00'],
    ['a share just above Rs. 10', '10.01', '9.01', '11.01'],
    ['a share below Rs. 10', '9.99', '8.99', '10.99'],
    ['a share of Rs. 2.35', '2.35', '1.35', '3.35'],
    ['a share of Re 1, whose lower limit is one paisa', '1.00', '0.01', '2.00'],
    ['a share below Re 1', '0.37', '0.01', '1.37'],
    ['the highest price of a signal', '9999999999.99', '8999999999.99', '10999999999.99'],
  ])('allows %s 10 % or Re 1 from its close', (_, close, lower, upper) => {
    expect(calculatePriceLimits(close, DATE)).toEqual({ lower, upper });
  });

  it.each([
    ['2024-07-19', '100.00', '92.50', '107.50'],
    // 92.5185 and 107.5215.
    ['2024-07-19', '100.02', '92.52', '107.52'],
    ['2024-07-19', '13.00', '12.00', '14.00'],
    ['2024-07-22', '100.00', '90.00', '110.00'],
  ])('the price limits were 7.5 %% before 22 July 2024: on %s, from %s', (date, close, lower, upper) => {
    expect(calculatePriceLimits(close, date)).toEqual({ lower, upper });
  });

  const paisa = fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 10 ** 12 - 1 }));

  it('equal the exact decimal calculation for any close', () => {
    fc.assert(
      fc.property(paisa, (amount) => {
        const close = new Big(amount).div(100);
        const tenth = close.times('0.1');
        const distance = tenth.gt(1) ? tenth : new Big(1);
        const lower = close.minus(distance).round(2, Big.roundHalfUp);
        expect(calculatePriceLimits(toPrice(amount), DATE)).toEqual({
          lower: (lower.lt('0.01') ? new Big('0.01') : lower).toFixed(2),
          upper: close.plus(distance).round(2, Big.roundHalfUp).toFixed(2),
        });
      }),
    );
  });

  it('contain the close, are positive and never fall when the close rises', () => {
    fc.assert(
      fc.property(paisa, (amount) => {
        const [lower, upper] = Object.values(calculatePriceLimits(toPrice(amount), DATE)).map(toPaisa) as [
          number,
          number,
        ];
        expect(lower).toBeGreaterThanOrEqual(1);
        expect(lower).toBeLessThanOrEqual(amount);
        expect(upper).toBeGreaterThanOrEqual(amount + 100);
        const next = calculatePriceLimits(toPrice(amount + 1), DATE);
        expect(toPaisa(next.lower)).toBeGreaterThanOrEqual(lower);
        expect(toPaisa(next.upper)).toBeGreaterThanOrEqual(upper);
      }),
    );
  });
});
