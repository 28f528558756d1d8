import { expect, it } from 'vitest';
import { formatPrice } from './format-price.ts';

it.each([
  ['30.00', 'USD', '$30.00'],
  ['0.50', 'USD', '$0.50'],
  ['999.99', 'USD', '$999.99'],
  ['1200.00', 'USD', '$1,200.00'],
  ['1234567.00', 'USD', '$1,234,567.00'],
  ['8400.00', 'PKR', 'PKR 8,400.00'],
  ['4500', 'JPY', 'JPY 4,500'],
  ['1234.5678', 'KWD', 'KWD 1,234.5678'],
])('formats %s %s as %s', (price, currency, text) => {
  expect(formatPrice({ price, currency })).toBe(text);
});
