import { describe, expect, it } from 'vitest';
import { formatRupees, toPaisa } from './price.ts';

describe('an amount in rupees', () => {
  it.each([
    ['471.00', 'Rs. 471.00'],
    ['471.5', 'Rs. 471.50'],
    ['471', 'Rs. 471.00'],
    ['0.05', 'Rs. 0.05'],
    ['9999999999.99', 'Rs. 9999999999.99'],
  ])('%s is shown as %s', (price, shown) => {
    expect(formatRupees(price)).toBe(shown);
  });

  it.each([
    ['471.00', 47_100],
    ['0.29', 29],
    ['1.1', 110],
    ['9999999999.99', 999_999_999_999],
  ])('%s is exactly %i paisa', (price, paisa) => {
    expect(toPaisa(price)).toBe(paisa);
  });
});
