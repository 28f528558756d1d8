import { expect, it } from 'vitest';
import { isOnlySplit, parseSplit } from './split.ts';

it.each([
  ['Stock split 5:1', '5', '1', true],
  ['Split 2 for 1', '2', '1', true],
  ['Split 5 to 2', '5', '2', true],
  ['Sub-division of shares 1:10', '10', '1', true],
  ['SUB-DIVISION OF SHARES FROM FACE VALUE OF RS. 10/- TO RS. 2/- EACH', '5', '1', true],
  ['Subdivision of each share of Rs. 10 into five shares of Rs. 2 each', '5', '1', true],
  ['Sub-division of 1 ordinary share into 10 ordinary shares', '10', '1', true],
  ['10%(F) (D) and stock split 2:1', '2', '1', false],
])('reads the split in %j', (text, newShares, oldShares, isOnly) => {
  expect(parseSplit(text)).toEqual({ kind: 'split', newShares, oldShares });
  expect(isOnlySplit(text)).toBe(isOnly);
});

it.each([
  'Stock split',
  'Stock split 1:5',
  'Stock split on 5-10-2026',
  'Sub-division of shares from Rs. 10 to Rs. 3',
  'Sub-division of shares from Rs. 2 to Rs. 10',
  '250%(F) (D)',
  '5:1',
])('finds no certain split in %j', (text) => {
  expect(parseSplit(text)).toBeNull();
  expect(isOnlySplit(text)).toBe(false);
});
