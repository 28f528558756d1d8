import { describe, expect, it } from 'vitest';
import { eventLayouts } from '#features/corporate-actions/server/import/layouts/layouts.ts';
import type { ImportKind, Repairs } from '#features/imports/contract/imports.ts';
import { recognizePrices } from '#features/market/server/prices/import/layouts.ts';
import { toHolidays } from '#features/market/server/trading-days.ts';
import { recognizeLayout } from './recognize-layout.ts';
import type { ImportRecord, ParsedRow } from './records.ts';
import { repairLines } from './repairs.ts';

const LINES = ['header', 'a', '', 'b c', 'd'];

describe('repairLines', () => {
  it.each<[string, NonNullable<Repairs['rows']>, string[], number[]]>([
    ['replaces a line', [{ line: 2, text: 'x' }], ['header', 'x', '', 'b c', 'd'], [1, 2, 3, 4, 5]],
    ['splits a line', [{ line: 4, text: 'b\r\nc' }], ['header', 'a', '', 'b', 'c', 'd'], [1, 2, 3, 4, 4, 5]],
    [
      'joins over a blank line',
      [{ line: 4, joins: true }],
      ['header', 'a b c', '', '', 'd'],
      [1, 2, 3, 4, 5],
    ],
    [
      'joins several lines in their order',
      [
        { line: 5, joins: true },
        { line: 4, joins: true },
      ],
      ['header', 'a b c d', '', '', ''],
      [1, 2, 3, 4, 5],
    ],
    [
      'joins a replaced line',
      [{ line: 5, text: ' e', joins: true }],
      ['header', 'a', '', 'b c e', ''],
      [1, 2, 3, 4, 5],
    ],
  ])('%s', (_, repairs, lines, numbers) => {
    expect(repairLines(LINES, repairs)).toEqual({ lines, numbers });
  });

  it.each<[string, NonNullable<Repairs['rows']>]>([
    ['a line after the last one', [{ line: 6, text: 'x' }]],
    ['the first line, which has none before it', [{ line: 1, joins: true }]],
  ])('rejects %s', (_, repairs) => {
    expect(() => repairLines(LINES, repairs)).toThrow('import_file_rejected');
  });
});

const MEETINGS =
  'symbol,company_name,subject,meeting_date\nLUCK,,Accounts,31.02.2026\nHUBC,,Accounts,2026-11-24';
const NEWSPAPER = [
  'Company            From        To         Dividend/Bonus',
  'Lucky Cement',
  'Limited 18-08-2026 25-08-2026 50%',
].join('\n');

function read(content: string, kind: ImportKind, repairs?: Repairs): ParsedRow<ImportRecord>[] {
  const file =
    kind === 'prices'
      ? recognizePrices(kind, { fileName: 'LUCK.csv', content, repairs })
      : recognizeLayout(content, kind, eventLayouts, repairs);
  return [...file.rows({ holidays: toHolidays([]) })].flat() as ParsedRow<ImportRecord>[];
}

const show = (rows: ParsedRow<ImportRecord>[]) =>
  rows.map((row) => {
    const { line } = row;
    if (!('record' in row)) return [line, 'rejection' in row ? row.rejection : row.omission];
    const values = row.record.values as Record<string, unknown>;
    return [line, row.record.symbol, values.meetingDate ?? values.bcFrom ?? values.close];
  });

describe('repairs of a file', () => {
  it('reads edited cells by the columns of the table', () => {
    const cells = { Symbol: 'LUCK', Subject: 'Accounts', 'Meeting date': '2026-02-27' };
    expect(show(read(MEETINGS, 'board-meetings', { rows: [{ line: 2, cells }] }))).toEqual([
      [2, 'LUCK', '2026-02-27'],
      [3, 'HUBC', '2026-11-24'],
    ]);
  });

  it('gives rejected rows their cells, so that they can be edited', () => {
    expect(read(MEETINGS, 'board-meetings')[0]?.cells).toEqual([
      { text: 'LUCK', role: 'Symbol' },
      { text: 'Accounts', role: 'Subject' },
      { text: '31.02.2026', role: 'Meeting date' },
    ]);
  });

  it('splits a row into two, and numbers the rows after it as in the file', () => {
    const text = 'LUCK,,Accounts,2026-11-23\nPSO,,Accounts,2026-11-23';
    expect(show(read(MEETINGS, 'board-meetings', { rows: [{ line: 2, text }] }))).toEqual([
      [2, 'LUCK', '2026-11-23'],
      [2, 'PSO', '2026-11-23'],
      [3, 'HUBC', '2026-11-24'],
    ]);
  });

  it('reads the cells of a row of text by the columns of our own layout', () => {
    const cells = { symbol: 'HUBC', company_name: '', bc_from: '2026-08-19', bc_to: '', payout: '20%' };
    const rows = read(NEWSPAPER, 'book-closures', { rows: [{ line: 3, cells }] });
    expect(show(rows)).toContainEqual([3, 'HUBC', '2026-08-19']);
    expect(rows.every(({ isText }) => isText)).toBe(true);
  });

  it('joins a row of text with the line before', () => {
    expect(show(read(NEWSPAPER, 'book-closures', { rows: [{ line: 3, joins: true }] }))).toEqual(
      expect.arrayContaining([[2, 'LUCK', '2026-08-18']]),
    );
  });

  it.each<[string, string, ImportKind, string[], unknown[]]>([
    [
      'meetings between semicolons',
      'Firma;Tag\nLUCK;23.11.2026',
      'board-meetings',
      ['symbol', 'meeting_date'],
      [
        [1, 'The line is a heading.'],
        [2, 'LUCK', '2026-11-23'],
      ],
    ],
    [
      'prices between spaces, with a column that is not read',
      'LUCK   x1   2026-11-20   950.50\nHUBC   x2   2026-11-20   140.25',
      'prices',
      ['symbol', '', 'date', 'close'],
      [
        [1, 'LUCK', '950.50'],
        [2, 'HUBC', '140.25'],
      ],
    ],
  ])('reads %s by chosen columns', (_, content, kind, columns, expected) => {
    expect(() => read(content, kind)).toThrow('import_file_rejected');
    expect(show(read(content, kind, { columns }))).toEqual(expected);
  });

  it('edits one of several rows in a line', () => {
    const json = JSON.stringify(
      ['LUCK', 'HUBC', 'PSO'].map((symbol) => ({
        symbol,
        date: '20 Nov 2026',
        close: symbol === 'HUBC' ? 'x' : '9',
      })),
    );
    const cells = { symbol: 'HUBC', date: '2026-11-20', close: '140.25' };
    expect(show(read(json, 'prices', { rows: [{ line: 1, row: 2, cells }] }))).toEqual([
      [1, 'LUCK', '9.00'],
      [1, 'HUBC', '140.25'],
      [1, 'PSO', '9.00'],
    ]);
    const text = 'LUCK,,Accounts,2026-11-23\nPSO,,Accounts,x';
    const edited = { symbol: 'PSO', subject: 'Accounts', meeting_date: '2026-11-24' };
    const rows = [
      { line: 2, text },
      { line: 2, row: 2, cells: edited },
    ];
    expect(show(read(MEETINGS, 'board-meetings', { rows }))).toEqual([
      [2, 'LUCK', '2026-11-23'],
      [2, 'PSO', '2026-11-24'],
      [3, 'HUBC', '2026-11-24'],
    ]);
  });

  it('keeps the doubts about a row whose cells are edited', () => {
    const summary = 'Date,Symbol,Close\n03/04/2026,LUCK,900\n05/04/2026,HUBC,140';
    const cells = { Date: '03/04/2026', Symbol: 'LUCK', Close: '950' };
    const doubts = (repairs?: Repairs) =>
      read(summary, 'prices', repairs).map((row) => ('record' in row ? row.record.doubts : null));
    expect(doubts()[0]).not.toEqual([]);
    expect(doubts({ rows: [{ line: 2, cells }] })).toEqual(doubts());
    const rejected = 'Arif Habib Limited\nTicker,Date,Close\nAGTL,31.02.2021,351';
    const [repaired] = read(rejected, 'prices', {
      rows: [{ line: 3, cells: { Ticker: 'AGTL', Date: '2021-03-01', Close: '351' } }],
    });
    expect(repaired && 'record' in repaired && repaired.record.doubts).toEqual([
      expect.stringContaining('names AHL'),
    ]);
    const above = 'Arif Habib Limited\nTicker,Date,Close\nAGTL,2021-03-01,351';
    const ofAbove = { rows: [{ line: 3, cells: { Ticker: 'AGTL', Date: '2021-03-01', Close: '352' } }] };
    const [row] = read(above, 'prices', ofAbove);
    expect(row && 'record' in row && row.record.doubts).toEqual([expect.stringContaining('names AHL')]);
  });

  it('reads the date of all rows from a repaired line', () => {
    const watch = 'Closing rates\nsymbol,open,close\nLUCK,900,950';
    expect(show(read(watch, 'prices'))[0]?.[1]).toMatch(/no date/);
    const repairs = { rows: [{ line: 1, text: 'Closing rates of 20 November 2026' }] };
    const [row] = read(watch, 'prices', repairs);
    expect(row && 'record' in row && row.record).toMatchObject({ symbol: 'LUCK', date: '2026-11-20' });
  });

  it.each<[string, string]>([
    ['the lines of JSON', '[{"symbol":"LUCK","date":"2026-11-20","close":"9"}]'],
    ['a time series', '{"status":1,"data":[[1763596800,9,1]]}'],
  ])('rejects repairs of %s', (_, content) => {
    expect(() => read(content, 'prices', { rows: [{ line: 1, text: 'x' }] })).toThrow('import_file_rejected');
  });

  it('rejects edited cells that are not those of a row, and lines without a row', () => {
    const unknown = read(MEETINGS, 'board-meetings', { rows: [{ line: 2, cells: { colour: 'red' } }] });
    expect(show(unknown)[0]?.[1]).toMatch(/lacks the columns/);
    for (const line of [1, 4, 1_000_000])
      expect(() => read(MEETINGS, 'board-meetings', { rows: [{ line, cells: {} }] })).toThrow(
        'import_file_rejected',
      );
  });
});
