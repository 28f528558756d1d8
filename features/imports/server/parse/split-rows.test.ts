import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_LINES_PER_ROW, splitRows } from './cells.ts';

const split = (text: string, delimiter = ',') => [...splitRows(text.split('\n'), delimiter, 1)];

describe('splitRows', () => {
  it.each([
    ['a,b', ['a', 'b']],
    [' a , b ', ['a', 'b']],
    ['a,,', ['a', '', '']],
    ['"a,b",c', ['a,b', 'c']],
    ['"a""b", "c" ', ['a"b', 'c']],
    ['5" pipe,b', ['5" pipe', 'b']],
    ['"a\nb",c', ['a\nb', 'c']],
  ])('splits %j', (text, cells) => {
    expect(split(text)).toEqual([{ line: 1, text, cells }]);
  });

  it('numbers rows by the lines of the file, including blank lines', () => {
    const rows = split('a\n\n"b\nc"\n \nd');
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 6]);
  });

  it('drops only the cells of broken rows', () => {
    const rows = split(`a\n"b\n${'c\n'.repeat(30)}${'x'.repeat(10_001)}\nd`);
    expect(rows.filter(({ cells }) => cells === null).map(({ line }) => line)).toEqual([2, 33]);
    expect(rows.length).toBe(34);
    expect(rows.at(-1)).toEqual({ line: 34, text: 'd', cells: ['d'] });
  });

  it('agrees with csv-parse', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', ',', ';', '"', '\n', ' ', 'ß', '𝄞', "'"),
      maxLength: 8,
    });
    const row = fc
      .array(cell, { minLength: 2, maxLength: 4 })
      .filter((cells) => cells.join('').split('\n').length <= MAX_LINES_PER_ROW);
    const table = fc.array(row, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';'), (rows, delimiter) => {
        const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = rows.map((cells) => `${cells.map(quote).join(delimiter)}\n`).join('');
        const expected: string[][] = parse(text, { delimiter, relax_column_count: true });
        const trimmed = expected.map((cells) => cells.map((each) => each.trim()));
        expect(split(text, delimiter).map(({ cells }) => cells)).toEqual(trimmed);
      }),
    );
  });
});
