import { expect, it } from 'vitest';
import { formatCount } from './format-count.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [12_500, '12,500'],
  [1_234_567, '1,234,567'],
])('formats %s as "%s"', (count, expected) => {
  expect(formatCount(count)).toBe(expected);
});
