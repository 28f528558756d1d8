import { expect, it } from 'vitest';
import { addRepair, formatWrittenRows } from './import-queries.ts';

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

it('adds repairs without losing those of other rows of the line', () => {
  const first = { line: 2, row: 1, cells: { symbol: 'LUCK' } };
  const second = { line: 2, row: 2, cells: { symbol: 'HUBC' } };
  const both = addRepair({ rows: [first] }, second);
  expect(both.rows).toEqual([first, second]);
  const again = { ...first, cells: { symbol: 'PSO' } };
  expect(addRepair(both, again).rows).toEqual([second, again]);
  // Another text of the line may have other rows.
  const text = addRepair(both, { line: 2, text: 'x' });
  expect(text.rows).toEqual([{ line: 2, text: 'x' }]);
  const joined = addRepair(text, { line: 2, joins: true });
  expect(joined.rows).toEqual([{ line: 2, text: 'x', joins: true }]);
  expect(addRepair(joined, first).rows).toEqual([{ line: 2, text: 'x', joins: true }, first]);
});
