import { expect, it } from 'vitest';
import type { PreviewedRow } from '#contract/imports/imports.ts';
import { rejectedRowsToCsv } from '#web/routes/admin/imports/previewed-rows.tsx';

const makeRejected = (line: number, summary: string, reason: string): PreviewedRow => ({
  key: String(line),
  line,
  status: 'rejected',
  symbol: null,
  company_name: '',
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
    '"Line","Reason","Row"\r\n"3","There is no 31 February.","LUCK,""Lucky Cement, Ltd"",31/02/2026"\r\n',
  );
});

it.each(['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '\t=1'])(
  'escapes a row that a spreadsheet would run as a formula: %s',
  (summary) => {
    expect(rejectedRowsToCsv([makeRejected(1, summary, 'No date.')])).toContain(
      `"'${summary.replaceAll('"', '""')}"`,
    );
  },
);
