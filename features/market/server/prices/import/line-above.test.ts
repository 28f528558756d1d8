import { describe, expect, it } from 'vitest';
import { toHolidays } from '#features/market/server/trading-days.ts';
import { recognizePrices } from './layouts.ts';
import type { PriceKind } from './price-records.ts';

/** Returns the symbol of each row, with `?` if it waits, or `-` if it was rejected. */
function readSymbols(content: string, { kind = 'prices' as PriceKind, fileName = 'any.csv' } = {}): string[] {
  const recognized = recognizePrices(kind, { fileName, content });
  return [...recognized.rows({ holidays: toHolidays([]) })].flat().map((row) => {
    if (!('record' in row)) return '-';
    return row.record.symbol + (row.record.doubts?.length ? '?' : '');
  });
}

const COLUMNS = [
  'Symbol',
  'Ticker',
  'Scrip',
  'Code',
  'ID',
  'Company',
  'Name',
  'Scrip Code',
  'company_id',
  'Symbol Code',
  'Symbols',
  'Name of Company',
  'Equity',
  'share',
];

describe('a column of companies', () => {
  it.each(COLUMNS)('%s names the company of each row, whatever is above the table', (column) => {
    const rows = 'AGTL,2021-03-01,351\nHBL,2021-03-01,120';
    expect(readSymbols(`Arif Habib Limited\n${column},Date,Close\n${rows}`)).toEqual(['AGTL', 'HBL']);
    expect(readSymbols(`LUCK\n\nDaily prices\n${column};Date;Close\n${rows.replaceAll(',', ';')}`)).toEqual([
      'AGTL',
      'HBL',
    ]);
  });

  it.each(COLUMNS)('%s waits if all rows are of one company, and the line above names another', (column) => {
    const content = (above: string) =>
      `${above}\n${column},Date,Close\nAGTL,2021-03-01,351\nAGTL,2021-03-02,352`;
    expect(readSymbols(content('Arif Habib Limited'))).toEqual(['AGTL?', 'AGTL?']);
    expect(readSymbols(content('AHL'))).toEqual(['AGTL?', 'AGTL?']);
    expect(readSymbols(content('AGTL'))).toEqual(['AGTL', 'AGTL']);
    expect(readSymbols(content('Al-Ghazi Tractors Limited'))).toEqual(['AGTL', 'AGTL']);
    expect(readSymbols(content('Prices by a broker'))).toEqual(['AGTL', 'AGTL']);
  });

  it('says which companies contradict each other', () => {
    const recognized = recognizePrices('prices', {
      fileName: 'any.csv',
      content: 'Arif Habib Limited\nTicker,Date,Close\nAGTL,2021-03-01,351',
    });
    const [row] = [...recognized.rows({ holidays: toHolidays([]) })].flat();
    expect(row).toMatchObject({
      record: { symbol: 'AGTL', doubts: ['A line above the table names AHL, and the row AGTL.'] },
    });
  });

  it.each(['Issuer Code', 'Share Name'])('%s, which no layout knows, leaves the company open', (column) => {
    expect(readSymbols(`Arif Habib Limited\n${column},Date,Close\nAGTL,2021-03-01,351`)).toEqual(['-']);
  });

  it('with numbers of rows names no company, and neither does the line above then', () => {
    expect(readSymbols('LUCK\nID,Date,Close\n1,2021-03-01,351\n786,2021-03-02,352')).toEqual(['-', '-']);
    expect(readSymbols('ID,Symbol,Date,Close\n1,LUCK,2021-03-01,351')).toEqual(['LUCK']);
  });

  it('also names the company of intraday prices and of the prices of one day', () => {
    expect(
      readSymbols('Arif Habib Limited\nTicker,Date,Time,Price\nAGTL,2026-11-20,10:00:00,351', {
        kind: 'intraday-prices',
      }),
    ).toEqual(['AGTL?']);
    expect(
      readSymbols(
        'Arif Habib Limited\n2026-11-20\nScrip,Open,High,Low,Close,Volume\nAGTL,1,3,1,2,5\nHBL,1,3,1,2,5',
      ),
    ).toEqual(['AGTL', 'HBL']);
  });
});

describe('a line above a table without a column of companies', () => {
  const TABLE = 'Date,Close\n2021-03-01,351';

  it.each([
    ['LUCK', 'LUCK'],
    ['Lucky Cement Limited', 'LUCK'],
    ['lucky cement ltd.', 'LUCK'],
    ['Systems Limited', 'SYS'],
    ['Pakistan Services Limited', 'PSEL'],
    // Words of menus and headings, some of which are symbols or all that is special in a name
    ['Services', '-'],
    ['Services Limited', '-'],
    ['Power', '-'],
    ['POWER', '-'],
    ['Refinery', '-'],
    ['Next', '-'],
    ['NEXT', '-'],
    ['Systems', '-'],
    ['Cash', '-'],
    // Symbols are written in capital letters, and only a whole line is one.
    ['luck', '-'],
    ['Prices of LUCK', '-'],
    ['Lucky', '-'],
  ])('%j is read as %s', (line, symbol) => {
    expect(readSymbols(`${line}\n${TABLE}`)).toEqual([symbol]);
  });

  it('names no company together with another one', () => {
    expect(readSymbols(`LUCK\nHBL\n${TABLE}`)).toEqual(['-']);
    expect(readSymbols(`Arif Habib Limited\nPrices\nLUCK\n${TABLE}`, { fileName: 'LUCK.csv' })).toEqual([
      '-',
    ]);
  });

  it('is no word of the menu of a page', () => {
    const page = (menu: string) =>
      `<html><body><ul><li>${menu}</li></ul><table><tr><th>Date</th><th>Close</th></tr><tr><td>2021-03-01</td><td>351</td></tr></table></body></html>`;
    for (const word of ['Services', 'Power', 'Refinery', 'Next'])
      expect(readSymbols(page(word))).toEqual(['-']);
    expect(readSymbols(page('LUCK'))).toEqual(['LUCK']);
  });
});

it.each<[string, string, string[]]>([
  [
    'another company in a cell without a role',
    'LUCK\nFirm,Date,Close\nHBL,2026-11-19,140\n,2026-11-20,900',
    ['LUCK?', 'LUCK'],
  ],
  [
    'the symbol of another section',
    'LUCK\nDate,Close\n2026-11-19,900\nHUBC\nDate,Close\n2026-11-19,140',
    ['LUCK', '-', '-', 'HUBC'],
  ],
  [
    'a section of an unlisted company',
    'LUCK\nDate,Close\n2026-11-19,900\nRose Mills Limited\n2026-11-19,140',
    ['LUCK', '-', '-'],
  ],
  [
    'a name of another company than the symbol',
    'Symbol,Company,Date,Close\nLUCK,The Hub Power Company Limited,2026-11-20,140',
    ['LUCK?'],
  ],
  [
    'a name of preference shares',
    'Symbol,Company,Date,Close\nLUCK,Lucky Cement Limited (Pref),2026-11-20,90',
    ['LUCK?'],
  ],
  [
    'a quotation mark that is not closed',
    'Symbol,Company,Date,Close\nLUCK,"Lucky Cement,2026-11-20,900\nHUBC,Hub Power Company,2026-11-20,140\nPSO,"Pakistan State Oil",2026-11-20,150',
    ['-', 'HUBC', 'PSO'],
  ],
  [
    'a footer below the rows of one company',
    'Arif Habib Limited\nTicker,Date,Close\nAGTL,2026-11-20,351\nSource: PSX',
    ['AGTL?', '-'],
  ],
  [
    'numbers of the rows',
    'Arif Habib Limited\nId,Ticker,Date,Close\n1,AGTL,2026-11-19,351\n2,AGTL,2026-11-20,352',
    ['AGTL?', 'AGTL?'],
  ],
])('a row is not given to the wrong company by %s', (_, content, expected) => {
  expect(readSymbols(content)).toEqual(expected);
});

it.each<[string, string[], string, string[]]>([
  [
    'a blank cell',
    ['symbol', 'date', 'close', 'previous_close'],
    'HUBC   20 Nov 2026            139.00\nLUCK   20 Nov 2026   950.00   940.00',
    ['-', 'LUCK'],
  ],
  [
    'no chosen company',
    ['', 'date', 'close'],
    'Arif Habib Limited\nAGTL   2021-03-01   351.00\nLUCK   2021-03-01   900.00',
    ['-', 'AHL?', 'AHL?'],
  ],
])('chosen columns do not shift or hide the company with %s', (_, columns, content, expected) => {
  const repairs = { columns };
  const file = recognizePrices('prices', { fileName: 'any.csv', content, repairs });
  const rows = [...file.rows({ holidays: toHolidays([]) })].flat();
  expect(
    rows.map((row) => ('record' in row ? row.record.symbol + (row.record.doubts?.length ? '?' : '') : '-')),
  ).toEqual(expected);
});

it('waits if the name of the file has another date than the page', () => {
  const page =
    '<p>PSX Notice of 2 Nov 2026</p><table><tr><th>Symbol</th><th>LDCP</th><th>Open</th><th>Current</th></tr><tr><td>LUCK</td><td>900</td><td>901</td><td>950</td></tr></table>';
  expect(readSymbols(page, { fileName: 'market-watch-2026-11-20.html' })).toEqual(['LUCK?']);
  expect(readSymbols(page, { fileName: 'market-watch-2026-11-02.html' })).toEqual(['LUCK']);
});

it('reads all tables of prices on a page', () => {
  const page = [
    '<table><tr><th>Symbol</th><th>Date</th><th>Close</th></tr><tr><td>LUCK</td><td>20 Nov 2026</td><td>950</td></tr></table>',
    '<p>Others</p>',
    '<table><tr><th>Symbol</th><th>Date</th><th>Close</th><th>Volume</th></tr><tr><td>HUBC</td><td>20 Nov 2026</td><td>140</td><td>5</td></tr></table>',
  ].join('');
  const file = recognizePrices('prices', { fileName: 'page.html', content: page });
  const rows = [...file.rows({ holidays: toHolidays([]) })].flat();
  expect(rows.flatMap((row) => ('record' in row ? row.record.symbol : []))).toEqual(['LUCK', 'HUBC']);
  expect(new Set(rows.map(({ line }) => line)).size).toBe(rows.length);
});

it('compares the rows of all tables of a page with the line above', () => {
  const table = (symbol: string, last: string) =>
    `<table><tr><th>Symbol</th><th>Date</th><th>Close</th>${last}</tr><tr><td>${symbol}</td><td>20 Nov 2026</td><td>140</td></tr></table>`;
  const page = `<h2>LUCK</h2>${table('LUCK', '')}<h2>LUCK</h2>${table('HUBC', '<th>Volume</th>')}`;
  const rows = [
    ...recognizePrices('prices', { fileName: 'page.html', content: page }).rows({ holidays: toHolidays([]) }),
  ];
  const doubtful = rows
    .flat()
    .flatMap((row) => ('record' in row && row.record.doubts?.length ? row.record.symbol : []));
  expect(doubtful).toEqual(['HUBC']);
});
