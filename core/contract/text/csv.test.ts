import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HOSTILE_CELLS, parseStrictCsv } from '#tests/support/csv.ts';
import { writeCsv } from './csv.ts';

const isFormula = (text: string) =>
  /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/.test(text) && !/^-\d+(\.\d+)?$/.test(text);
const toExpected = (text: string) => (isFormula(text) ? `'${text}` : text);

it('writes every text so that a strict parser reads it back', () => {
  const header = ['a', 'b'];
  const rows = HOSTILE_CELLS.map((cell) => [cell, 'x']);
  expect(parseStrictCsv(writeCsv(rows, header))).toEqual([
    header,
    ...rows.map(([cell = '', other = '']) => [toExpected(cell), other]),
  ]);
  const cell = fc.oneof(
    fc.constantFrom(...HOSTILE_CELLS),
    fc.string({
      unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', '=', '-', "'", 'ل', '📈', '\0', '\ud800'),
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }), (table) => {
      const clean = (text: string) => toExpected(text.replaceAll('\0', '').toWellFormed());
      expect(parseStrictCsv(writeCsv(table))).toEqual(table.map((row) => row.map(clean)));
    }),
  );
});

it('leaves numbers as they are, and empty what there is not', () => {
  expect(writeCsv([[-1.5, 0, null, undefined, '-1.50', '-1.5-1']])).toBe("-1.5,0,,,-1.50,'-1.5-1\r\n");
});
