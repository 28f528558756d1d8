import { expect, it } from 'vitest';
import { toMajorUnits } from './amount.ts';

it.each([
  ['3000', 'USD', '30.00'],
  ['5', 'USD', '0.05'],
  ['0', 'USD', '0.00'],
  ['-1250', 'EUR', '-12.50'],
  ['4500', 'JPY', '4500'],
  ['9900', 'KRW', '9900'],
  ['12345', 'KWD', '12.345'],
  ['299000', 'HUF', '2990.00'],
  ['840000', 'PKR', '8400.00'],
  ['999999999999999', 'USD', '9999999999999.99'],
])('converts %s in the smallest unit of %s to %s', (amount, currency, expected) => {
  expect(toMajorUnits(amount, currency)).toBe(expected);
});
