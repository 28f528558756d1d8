import { expect, it } from 'vitest';
import type { ImportFile } from '#features/imports/server/imports.ts';
import { importStatement } from '#tests/support/billing/statements/import-statement.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

const plan = (content: string | Uint8Array, more: Partial<ImportFile> = {}) =>
  test.importer.handlers['bank-statement'].plan(test.database.db, {
    kind: 'bank-statement',
    fileName: 'statement.csv',
    content,
    ...more,
  });
const HEADER = 'Date,Description,Debit,Credit,Balance';
const toStatement = (...lines: string[]) => [HEADER, ...lines].join('\n');
const toStatuses = ({ rows }: Awaited<ReturnType<typeof plan>>) => rows.map(({ status }) => status);

const importAll = (content: string) => importStatement(test, content, test.clock.now());

it('reads Urdu digits and decimal commas, and rejects formulas and other texts', async () => {
  const { rows, counts } = await plan(
    toStatement(
      '04/01/2027,FROM ALI,,"۴,۹۶۳.۰۰",',
      '04/01/2027,FROM ALI,,"4.963,00",',
      '04/01/2027,FROM ALI,,=4963+1,',
      '04/01/2027,"=HYPERLINK(""http://a.example"")",,4963.00,',
      '04/01/2027,FROM ALI,,4963.0.0,',
      '32/01/2027,FROM ALI,,4963.00,',
      '04/01/2027,SHOP,120.00,,',
    ),
  );
  expect(counts).toMatchObject({ new: 3, rejected: 3, left_out: 1 });
  const amounts = rows.flatMap(
    ({ record }) => (record?.values as { amountPaisa?: number })?.amountPaisa ?? [],
  );
  expect(amounts).toEqual([496_300, 496_300, 496_300]);
});

it('asks about every credit if the balances fall, because the debits are read as credits', async () => {
  const lines = ['04/01/2027,A,,100.00,900.00', '05/01/2027,B,,200.00,700.00', '06/01/2027,C,,50.00,650.00'];
  expect(toStatuses(await plan(toStatement(...lines)))).toEqual(['new', 'review', 'review']);
  expect(toStatuses(await plan(toStatement(...lines.toReversed())))).toEqual(['review', 'review', 'new']);
});

it('asks about the credit whose balance does not follow', async () => {
  const lines = [
    '04/01/2027,A,,100.00,900.00',
    '05/01/2027,B,,200.00,1100.00',
    '06/01/2027,C,,50.00,1105.00',
  ];
  expect(toStatuses(await plan(toStatement(...lines)))).toEqual(['new', 'new', 'review']);
});

it.each([
  [
    'UTF-16',
    Buffer.from(`\uFEFF${toStatement('04/01/2027,FROM محمد علی,,4963.00,')}`, 'utf16le'),
    'FROM محمد علی',
  ],
  ['Latin-1', Buffer.from(toStatement('04/01/2027,FROM JOSÉ,,4963.00,'), 'latin1'), 'FROM JOSÉ'],
])('reads a file in %s', async (_, content, narration) => {
  const { rows } = await plan(content);
  expect(rows.map(({ record }) => record?.values)).toMatchObject([{ narration, amountPaisa: 496_300 }]);
});

it.each([
  ['HTML', '<!doctype html><html><body><p>Sign in</p></body></html>'],
  ['no table', 'Dear customer,\nyour statement is attached.'],
  ['prices', 'symbol,date,close\nOGDC,2027-01-04,100'],
])('rejects a file with %s', async (_, content) => {
  await expect(plan(content)).rejects.toMatchObject({ status: 400 });
});

it('tells equal credits of a day apart, and asks about one that is printed with another text', async () => {
  const line = '07/01/2027,Funds Transfer,,4321.00,';
  await importAll(toStatement(line));
  expect(toStatuses(await plan(toStatement(line, line)))).toEqual(['unchanged', 'new']);
  const [row] = (await plan(toStatement('07/01/2027,Transfer of funds,,4321.00,'))).rows;
  expect(row).toMatchObject({ status: 'review' });
});

it('recognizes a message by its ID, whatever else a later statement prints', async () => {
  await importAll(toStatement('08/01/2027,FROM ALI MBM77700001,,4321.00,'));
  const later = toStatement('08/01/2027,Raast P2P from ALI KHAN MBM77700001,,4321.00,');
  expect(toStatuses(await plan(later))).toEqual(['unchanged']);
});

it('plans a statement of 20,000 rows', async () => {
  const lines = Array.from(
    { length: 20_000 },
    (_, index) => `09/01/2027,FROM ALI MBM${1_000_000 + index},,${1_000 + (index % 90)}.00,`,
  );
  const { counts } = await plan(toStatement(...lines));
  expect(counts.new).toBe(20_000);
});
