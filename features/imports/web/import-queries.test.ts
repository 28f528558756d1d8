import { expect, it } from 'vitest';
import { formatWrittenRows } from './import-queries.ts';

it.each([
  [48, 2, '48 new and 2 changed rows'],
  [1, 0, '1 new row'],
  [0, 1, '1 changed row'],
  [2, 1, '2 new and 1 changed row'],
  [12_500, 0, '12,500 new rows'],
  [0, 0, 'no rows'],
])('formats %d new and %d changed rows', (added, changed, text) => {
  expect(formatWrittenRows({ new: added, changed })).toBe(text);
});
