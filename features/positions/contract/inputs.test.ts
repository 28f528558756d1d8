import { describe, expect, it } from 'vitest';
import { type CostPreset, calculateCosts } from './costs.ts';
import { isLevelReached } from './levels.ts';
import { findTradeProblem, TradeBody } from './trades.ts';

const VALID = { symbol: 'luck', side: 'buy', date: '2026-11-20', shares: 100, price: '812.5', costs: 122 };

describe('a trade', () => {
  it('is read with its default values', () => {
    expect(TradeBody.parse(VALID)).toEqual({
      ...{ symbol: 'LUCK', side: 'buy', kind: 'trade', date: '2026-11-20' },
      ...{ shares: 100, price: '812.50', costs: '122.00' },
    });
    expect(TradeBody.parse({ ...VALID, price: '0812.12340', costs: undefined })).toMatchObject({
      ...{ price: '812.1234', costs: '0.00' },
    });
  });

  it.each([
    ['shares', 0, 'Enter a whole number of shares.'],
    ['shares', 1.5, 'Enter a whole number of shares.'],
    ['shares', -5, 'Enter a whole number of shares.'],
    ['shares', 1_000_000_001, 'Enter at most 1,000,000,000 shares.'],
    ['price', '-1', 'A valid number is required.'],
    ['price', '1e5', 'A valid number is required.'],
    ['price', '', 'A valid number is required.'],
    ['price', '1.00001', 'Ensure that there are no more than 4 decimal places.'],
    ['costs', '1.005', 'Ensure that there are no more than 2 decimal places.'],
    ['price', '1000000001', 'Enter at most Rs. 1,000,000,000.'],
    ['symbol', 'A B', 'Enter the symbol of a company.'],
    ['date', '2026-02-30', expect.any(String)],
    ['side', 'short', expect.any(String)],
  ])('is rejected with %s %j', (field, value, message) => {
    const { error } = TradeBody.safeParse({ ...VALID, [field]: value });
    expect(error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]]);
  });

  it.each([
    [{ side: 'sell', kind: 'opening' }, 'kind'],
    [{ side: 'sell', kind: 'allotment' }, 'kind'],
    [{ price: '0.00' }, 'price'],
    [{ shares: 10_000_000, price: '100.01' }, 'price'],
  ] as const)('cannot be %j', (change, field) => {
    const trade = { side: 'buy', kind: 'trade', shares: 10, price: '5.00', ...change } as const;
    expect(findTradeProblem(trade)?.field).toBe(field);
  });

  it('may cost nothing if shares come in without a purchase', () => {
    const gift = { side: 'buy', kind: 'allotment', shares: 10, price: '0.00' } as const;
    expect(findTradeProblem(gift)).toBeNull();
    expect(findTradeProblem({ ...gift, side: 'sell', kind: 'transfer' })).toBeNull();
  });
});

describe('costs', () => {
  const preset: CostPreset = {
    ...{ id: 1, name: 'Usual costs', note: '', valid_from: '2019-10-01', valid_to: null },
    ...{ commission_per_share: '0.03', commission_percent: '0.15', commission_minimum: '0' },
    ...{ sales_tax_percent: '15', depository_per_share: '0.005', levies_percent: '0' },
  };

  it.each([
    // 0.15 % of 81,250 is 121.875, and 15 % of it 18.28.
    [100, '812.50', '140.66'],
    // Rs. 0.03 a share is more than 0.15 % of Rs. 2.
    [1_000, '2.00', '39.50'],
    [1, '10.00', '0.04'],
  ])('of %i shares at %s are %s', (shares, price, costs) => {
    expect(calculateCosts(preset, { shares, price })).toBe(costs);
  });

  it('are at least the minimum of the broker', () => {
    const other = { ...preset, commission_minimum: '50', sales_tax_percent: '0', levies_percent: '0.01' };
    expect(calculateCosts(other, { shares: 10, price: '100.0000' })).toBe('50.15');
  });
});

describe('a level', () => {
  it.each([
    ['above', '800.00', 80_000, null, false],
    ['above', '800.00', 80_001, null, true],
    ['below', '800.00', 79_999, null, true],
    ['change', '5.00', 10_500, 10_000, false],
    ['change', '5.00', 9_499, 10_000, true],
    ['change', '5.00', 20_000, null, false],
  ] as const)('%s %s is reached by %d after %j: %s', (kind, value, close, previousClose, isReached) => {
    expect(isLevelReached({ kind, value }, { close, previousClose })).toBe(isReached);
  });
});
