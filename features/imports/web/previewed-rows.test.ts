import { expect, it } from 'vitest';
import type { PreviewedRow } from '#features/imports/contract/imports.ts';
import { parseStrictCsv } from '#tests/support/csv.ts';
import { rejectedRowsToCsv } from './previewed-rows.tsx';

const makeRejected = (line: number, summary: string, reason: string): PreviewedRow => ({
  key: String(line),
  line,
  row: 1,
  status: 'rejected',
  symbol: null,
  company_name: '',
  similar: [],
  needs_company: false,
  summary,
  changes: [],
  reason,
  text: summary,
  cells: [],
  values: [],
});

it('exports rejected rows with their line, reason and original text', () => {
  const rows = [makeRejected(3, 'LUCK,"Lucky Cement, Ltd",31/02/2026', 'There is no 31 February.')];
  expect(rejectedRowsToCsv(rows)).toBe(
    '\ufeffLine,Reason,Row\r\n3,There is no 31 February.,"LUCK,""Lucky Cement, Ltd"",31/02/2026"\r\n',
  );
});

it.each(['=HYPERLINK("x")', '+1', '-1+1', '@SUM(A1)', '\t=1'])(
  'escapes a row that a spreadsheet would run as a formula: %s',
  (summary) => {
    expect(parseStrictCsv(rejectedRowsToCsv([makeRejected(1, summary, 'No date.')]))).toEqual([
      ['Line', 'Reason', 'Row'],
      ['1', 'No date.', `'${summary}`],
    ]);
  },
);
