import { describe, expect, it } from 'vitest';
import { formatMoney, taxRateIn, totalsOf } from './totals.ts';

describe('totals', () => {
  it.each([
    ['US', 3000n, '3000', '0', '3000'],
    ['PK', 3000n, '3000', '0', '3000'],
    ['DE', 3000n, '2521', '479', '3000'],
    ['GB', 2999n, '2499', '500', '2999'],
    ['CA', 3010n, '3010', '151', '3161'],
    [null, 0n, '0', '0', '0'],
  ])('in %s split %s', (country, amount, subtotal, tax, total) => {
    expect(totalsOf(amount, country)).toEqual({ subtotal, discount: '0', tax, total });
  });

  it('tell the share of tax as a decimal', () => {
    expect(['DE', 'CA', 'PK', null].map(taxRateIn)).toEqual(['0.19', '0.05', '0', '0']);
  });

  it.each([
    ['3000', 'USD', '$30.00'],
    ['5', 'USD', '$0.05'],
    ['123456789', 'USD', '$1,234,567.89'],
    ['4500', 'JPY', '¥4,500'],
    ['2521', 'EUR', '€25.21'],
  ] as const)('show %s %s as %s', (amount, currency, shown) => {
    expect(formatMoney(amount, currency)).toBe(shown);
  });
});
