import { describe, expect, it } from 'vitest';
import { formatRupees, toPaisa } from './price.ts';

describe('prices', () => {
  it.each([
    ['471.00', 'Rs. 471.00'],
    ['471.5', 'Rs. 471.50'],
    ['471', 'Rs. 471.00'],
    ['0.05', 'Rs. 0.05'],
    ['9999999999.99', 'Rs. 9999999999.99'],
  ])('formats %s as %s', (price, formatted) => {
    expect(formatRupees(price)).toBe(formatted);
  });

  it.each([
    ['471.00', 47_100],
    ['0.29', 29],
    ['1.1', 110],
    ['9999999999.99', 999_999_999_999],
  ])('converts %s to exactly %i paisa', (price, paisa) => {
    expect(toPaisa(price)).toBe(paisa);
  });
});
