import { expect, it } from 'vitest';
import { getPageNumbers } from './pagination.tsx';

it.each([
  [1, 1, '1'],
  [1, 2, '1 2'],
  [1, 4, '1 2 3 4'],
  [1, 5, '1 2 3 gap 5'],
  [3, 5, '1 2 3 4 5'],
  [4, 7, '1 2 3 4 5 6 7'],
  [5, 9, '1 gap 3 4 5 6 7 gap 9'],
  [6, 20, '1 gap 4 5 6 7 8 gap 20'],
  [20, 20, '1 gap 18 19 20'],
  [30, 20, '1 gap 20'],
])('offers on page %i of %i the pages %s', (page, pages, numbers) => {
  expect(getPageNumbers(page, pages).join(' ')).toBe(numbers);
});
