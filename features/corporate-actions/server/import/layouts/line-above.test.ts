import { expect, it } from 'vitest';
import { parse } from '#tests/support/imports/layouts.ts';

const readSymbols = (content: string, kind: 'board-meetings' | 'book-closures') =>
  parse(content, kind).rows.map(([, row]) =>
    typeof row === 'object' && row !== null && 'symbol' in row ? row.symbol : null,
  );

it.each(['Symbol', 'Ticker', 'Scrip', 'Code', 'Company Code'])(
  'the column %s names the company of a closure, whatever is above the table',
  (column) => {
    const rows = 'AGTL,2026-08-18,2026-08-25\nLUCK,2026-08-18,2026-08-25';
    for (const above of ['Arif Habib Limited', 'HBL', 'Services'])
      expect(
        readSymbols(`${above}\n${column},Book Closure From,Book Closure To\n${rows}`, 'book-closures'),
      ).toEqual(['AGTL', 'LUCK']);
  },
);

it('a name of the column names the company of a meeting, whatever is above the table', () => {
  const content =
    'Arif Habib Limited\nCompany Name,Meeting Date\nLucky Cement Limited,2026-08-18\nHBL,2026-08-19';
  expect(readSymbols(content, 'board-meetings')).toEqual(['LUCK', 'HBL']);
});

it.each(['LUCK', 'LUCK - Lucky Cement Limited', 'Lucky Cement Limited (LUCK)', 'Symbol: LUCK'])(
  'the line %s above names the company of a table of payouts',
  (line) => {
    const table =
      '<table><tr><th>Dividend Announcement</th><th>Date/Time</th><th>Book Closure</th></tr><tr><td>250%(F) (D)</td><td>August 10, 2026 4:15 PM</td><td>18/08/2026 - 25/08/2026</td></tr></table>';
    expect(readSymbols(`<h2>${line}</h2>${table}`, 'book-closures')).toEqual(['LUCK']);
    expect(
      readSymbols(`<h2>${line}</h2>${table}<h2>HBL</h2><p>Payouts</p>${table}`, 'book-closures'),
    ).toEqual([
      'LUCK',
      // The header of the second table.
      null,
      'HBL',
    ]);
  },
);

it.each(['Services', 'Power', 'NEXT', 'Refinery'])(
  'the heading %s names no company of payouts',
  (heading) => {
    const content = `${heading}\nDate\tFinancial Results\tDetails\tBook Closure\nAugust 10, 2026\tAnnual\t250%(F) (D)\t18/08/2026 - 25/08/2026`;
    expect(readSymbols(content, 'book-closures')).toEqual([null]);
  },
);

it('a table below the name of an unlisted company is not that of the listed one before it', () => {
  const table = (payout: string) =>
    `<table><tr><th>Dividend Announcement</th><th>Date/Time</th><th>Book Closure</th></tr><tr><td>${payout}</td><td>August 10, 2026 4:15 PM</td><td>18/08/2026 - 25/08/2026</td></tr></table>`;
  const page = `<h2>LUCK</h2>${table('250%(F) (D)')}<h2>Rose Mills Limited</h2>${table('40%(ii) (D)')}`;
  const symbols = readSymbols(page, 'book-closures');
  expect(symbols.filter((symbol) => symbol === 'LUCK')).toHaveLength(1);
});
