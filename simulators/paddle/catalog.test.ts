import { describe, expect, it } from 'vitest';
import { calculateTotals, formatMoney, getTaxRate } from '#simulators/paddle/catalog.ts';

describe('calculateTotals', () => {
  it.each([
    ['US', 3000n, '3000', '0', '3000'],
    ['PK', 3000n, '3000', '0', '3000'],
    ['DE', 3000n, '2521', '479', '3000'],
    ['GB', 2999n, '2499', '500', '2999'],
    ['CA', 3010n, '3010', '151', '3161'],
    [null, 0n, '0', '0', '0'],
  ])('splits an amount in %s: %s', (country, amount, subtotal, tax, total) => {
    expect(calculateTotals(amount, country)).toEqual({ subtotal, discount: '0', tax, total });
  });

  it('getTaxRate returns the tax rate as a decimal', () => {
    expect(['DE', 'CA', 'PK', null].map(getTaxRate)).toEqual(['0.19', '0.05', '0', '0']);
  });

  it.each([
    ['3000', 'USD', '$30.00'],
    ['5', 'USD', '$0.05'],
    ['123456789', 'USD', '$1,234,567.89'],
    ['4500', 'JPY', '¥4,500'],
    ['2521', 'EUR', '€25.21'],
  ] as const)('formatMoney formats %s %s as %s', (amount, currency, shown) => {
    expect(formatMoney(amount, currency)).toBe(shown);
  });
});
