import { describe, expect, it } from 'vitest';
import { HttpError } from '#core/server/platform/http-error.ts';
import { toHolidays } from '#features/market/server/trading-days.ts';
import { recognizePrices } from './layouts.ts';
import type { PriceKind } from './price-records.ts';

// Invented rows in the forms of the sources.
const SUMMARY = [
  '20NOV2026|LUCK|0804|Lucky CementXD|812.00|820.50|808.10|818.25|120500|811.00|||',
  '20NOV2026|PPL|0820|Pak PetroleumXDXB|0|0|0|186.40|0|186.40|||',
  '20NOV2026|LUCK-NOV|40|Lucky Cement|812.00|820.50|808.10|818.25|500|811.00|||',
  '20NOV2026|AKBLTFC6|36|Askari Bank(TFC6)|100|100|100|100|5|100|||',
  '20NOV2026|HBL|0807|Habib Bank|abc|320|310|318|100|311|||',
].join('\n');
const SERIES =
  '{"status":1,"message":"","data":[[1795172400,635.09,244578,640.97],[1794913200,639.62,286082,639]]}';
const HISTORY = `<table><thead><tr><th>DATE</th><th>OPEN</th><th>HIGH</th><th>LOW</th><th>CLOSE</th><th>VOLUME</th></tr></thead>
<tbody><tr><td data-order="1">Nov 20, 2026</td><td>637.00</td><td>638.50</td><td>629.00</td><td>630.30</td><td>337,455</td></tr></tbody></table>`;
const WATCH = `<table><tr><th>SYMBOL</th><th>SECTOR</th><th>LISTED IN</th><th>LDCP</th><th>OPEN</th><th>HIGH</th><th>LOW</th><th>CURRENT</th><th>CHANGE</th><th>CHANGE (%)</th><th>VOLUME</th></tr>
<tr><td><a>CNERGY</a> <div>NC</div> <div>XD</div></td><td>0825</td><td>ALLSHR</td><td>13.32</td><td>13.35</td><td>13.49</td><td>13.03</td><td>13.09</td><td>-0.23</td><td>-1.73%</td><td>56,532,151</td></tr></table>`;

function parse(fileName: string, content: string, kind: PriceKind = 'prices') {
  const recognized = recognizePrices(kind, { fileName, content });
  const rows = [...recognized.rows({ holidays: toHolidays() })].flat().map((row) => {
    if ('rejection' in row) return row.rejection;
    if ('omission' in row) return `Left out: ${row.omission}`;
    const { symbol, date, values } = row.record;
    return { symbol, date, ...values };
  });
  return { name: recognized.name, rows };
}

function getRejection(fileName: string, content: string, kind: PriceKind = 'prices'): unknown {
  try {
    parse(fileName, content, kind);
  } catch (error) {
    if (error instanceof HttpError) return (error.body as { content: string[] }).content[0];
    throw error;
  }
  return null;
}

describe('intraday prices', () => {
  // Monday 6 July 2026, 15:29:27 and 15:29:58 in Karachi.
  const series = (rows: unknown[]) => JSON.stringify({ status: 1, message: '', data: rows });
  const read = (fileName: string, content: string) => parse(fileName, content, 'intraday-prices');

  it('intraday prices are read from the series of the exchange, newest first, as the prices of each second', () => {
    const rows = [
      [1783333798, 318.14, 100],
      [1783333767, 318, 50],
      [1783333767, 317.5, 20],
      [1783333767, 319, 500],
    ];
    expect(read('HBL.json', series(rows))).toEqual({
      name: 'PSX intraday series',
      rows: [
        {
          symbol: 'HBL',
          date: '2026-07-06',
          prices: '[[1783333767,31900,31900,31750,31800],[1783333798,31814,31814,31814,31814]]',
        },
      ],
    });
  });

  it('intraday prices are read from a table with a time and a price, as one row for each symbol and day', () => {
    const content = [
      'symbol,date,time,price,volume',
      'HBL,2026-07-06,09:32:00,318.14,100',
      'HBL,2026-07-06,10:00,317.50,50',
      'LUCK,2026-07-07,2:15 PM,800,1',
    ].join('\n');
    expect(read('any.csv', content).rows).toEqual([
      expect.objectContaining({
        symbol: 'HBL',
        prices: '[[1783312320,31814,31814,31814,31814],[1783314000,31750,31750,31750,31750]]',
      }),
      expect.objectContaining({ symbol: 'LUCK', date: '2026-07-07' }),
    ]);
  });

  it('intraday prices are rejected as a whole with a row that cannot be read', () => {
    expect(
      read(
        'HBL.json',
        series([
          [1783333798, 318.14, 100],
          [1783333767, 318, 50, 317],
        ]),
      ).rows,
    ).toEqual([
      'The row is not a list of a time, a price and a volume.',
      'Correct line 2 first: a day is imported as a whole.',
    ]);
    expect(read('HBL.csv', 'date,time,price\n2026-07-06,2:15,318').rows).toEqual([
      expect.stringContaining('Add AM or PM.'),
    ]);
  });
});

describe('the layouts of prices', () => {
  it('reads the Tezi table, in which a missing column gives no value', () => {
    const content = [
      'symbol,date,open,high,low,close,volume,previous_close,suffix',
      'luck,2026-11-20,812,820.5,808.10,818.25,"120,500",811.00,xd',
      'MARI,20 Nov 2026,,,,630.30,,,',
    ].join('\n');
    expect(parse('any.csv', content)).toEqual({
      name: 'Tezi table of prices',
      rows: [
        {
          symbol: 'LUCK',
          date: '2026-11-20',
          open: '812.00',
          high: '820.50',
          low: '808.10',
          close: '818.25',
          previousClose: '811.00',
          volume: '120500',
          suffix: 'XD',
        },
        {
          symbol: 'MARI',
          date: '2026-11-20',
          open: null,
          high: null,
          low: null,
          close: '630.30',
          previousClose: null,
          volume: null,
          suffix: null,
        },
      ],
    });
    expect(parse('any.csv', 'symbol,date,close\nMARI,2026-11-20,630.30').rows).toEqual([
      { symbol: 'MARI', date: '2026-11-20', close: '630.30' },
    ]);
  });

  it.each([
    ['a price with three decimals', 'MARI,2026-11-20,630.305', 'The close "630.305" is not an amount'],
    ['a negative price', 'MARI,2026-11-20,-1', 'The close "-1" is not an amount'],
    ['a price in exponential notation', 'MARI,2026-11-20,1e5', 'The close "1e5" is not an amount'],
    ['a price of zero', 'MARI,2026-11-20,0.00', 'The close is missing.'],
    ['a price that is too large', 'MARI,2026-11-20,99999999', 'The close "99999999" is too large.'],
    ['an invalid symbol', '<b>,2026-11-20,1', '"<b>" is not a valid symbol.'],
    ['an index', 'KSE100,2026-11-20,1', 'KSE100 is an index. Import it as index values.'],
    ['an invalid date', 'MARI,2026-02-30,1', '2026-02-30'],
  ])('rejects %s', (_, row, reason) => {
    expect(parse('any.csv', `symbol,date,close\n${row}`).rows).toEqual([expect.stringContaining(reason)]);
  });

  it('reads the market summary with the suffixes in its names, without debt and futures', () => {
    expect(parse('2026-11-20', SUMMARY)).toEqual({
      name: 'PSX market summary, without a header',
      rows: [
        {
          symbol: 'LUCK',
          date: '2026-11-20',
          open: '812.00',
          high: '820.50',
          low: '808.10',
          close: '818.25',
          previousClose: '811.00',
          volume: '120500',
          suffix: 'XD',
        },
        {
          symbol: 'PPL',
          date: '2026-11-20',
          open: null,
          high: null,
          low: null,
          close: '186.40',
          previousClose: '186.40',
          volume: '0',
          suffix: 'XD XB',
        },
        'Left out: The row is about a futures contract.',
        'Left out: The row is about a debt instrument.',
        'The open "abc" is not an amount with at most two decimals.',
      ],
    });
  });

  it('reads a time series as close-only bars of the symbol in the name of the file or above', () => {
    const expected = [
      { symbol: 'MARI', date: '2026-11-20', close: '635.09', volume: '244578', open: '640.97' },
      { symbol: 'MARI', date: '2026-11-17', close: '639.62', volume: '286082', open: '639.00' },
    ];
    expect(parse('MARI.json', SERIES)).toEqual({ name: 'PSX time series', rows: expected });
    expect(parse('Table pasted', `MARI\n${SERIES}`).rows).toEqual(expected);
    expect(parse('KSE100', SERIES, 'index-values').rows[0]).toEqual({
      symbol: 'KSE100',
      date: '2026-11-20',
      value: '635.09',
    });
    expect(getRejection('Table pasted', SERIES)).toContain('names no symbol');
  });

  it.each([
    ['{"data":[[1,', 'The time series is not valid JSON.'],
    [`{"data":[[1,2,3,4]]}${'x'.repeat(2_000_000)}`, 'The time series is larger than 2 MB.'],
    [`{"data":${'['.repeat(100_000)}`, 'The time series is not valid JSON.'],
  ])('rejects the hostile time series %#', (content, reason) => {
    expect(getRejection('MARI.json', content)).toBe(reason);
  });

  it('rejects the rows of a time series that are no points', () => {
    const content = '{"data":[[1e300,1,1,1],["a",1,1,1],[1795172400],{"a":1},[1795172400,1.005,1,1]]}';
    expect(parse('MARI.json', content).rows).toEqual([
      'The time is not a number of seconds since 1970.',
      'The row is not a list of a time, a close, a volume and an open.',
      'The row is not a list of a time, a close, a volume and an open.',
      'The row is not a list of a time, a close, a volume and an open.',
      'The close "1.005" is not an amount with at most two decimals.',
    ]);
  });

  it('reads the historical table as HTML and as pasted text', () => {
    const bar = {
      symbol: 'MARI',
      date: '2026-11-20',
      open: '637.00',
      high: '638.50',
      low: '629.00',
      close: '630.30',
      volume: '337455',
    };
    expect(parse('MARI.html', HISTORY)).toEqual({ name: 'PSX historical prices', rows: [bar] });
    const pasted =
      'MARI\nDATE\tOPEN\tHIGH\tLOW\tCLOSE\tVOLUME\nNov 20, 2026\t637.00\t638.50\t629.00\t630.30\t337,455';
    expect(parse('Table pasted', pasted).rows).toEqual([bar]);
    expect(parse('Table pasted', pasted.slice(5)).rows).toEqual([
      'The table names no company. Add a line with its symbol above the table.',
    ]);
  });

  it('reads the market watch of the date in the name of the file', () => {
    expect(parse('market-watch-2026-11-20.html', WATCH)).toEqual({
      name: 'PSX market watch',
      rows: [
        {
          symbol: 'CNERGY',
          date: '2026-11-20',
          open: '13.35',
          high: '13.49',
          low: '13.03',
          close: '13.09',
          previousClose: '13.32',
          volume: '56532151',
          suffix: 'XD',
        },
      ],
    });
    expect(parse('market-watch.html', WATCH).rows).toEqual([
      'The table has no date. Add a line with the date above the table.',
    ]);
  });

  it('reads index values from the Tezi table, the list of indices and a historical table', () => {
    const value = { symbol: 'KSE100', date: '2026-11-20', value: '169600.40' };
    expect(parse('a.csv', 'index,date,value\nKSE-100,2026-11-20,"169,600.40"', 'index-values').rows).toEqual([
      value,
    ]);
    const list = '2026-11-20\nSYMBOL\tNAME\tLDCP\tCURRENT\nKSE100\tKSE 100\t1\t169,600.40\nALLSHR\tAll\t1\t2';
    expect(parse('a.txt', list, 'index-values').rows).toEqual([value, 'Left out: The index is not stored.']);
    const history = 'KSE100\nDATE\tOPEN\tHIGH\tLOW\tCLOSE\nNov 20, 2026\t1\t2\t1\t169,600.40';
    expect(parse('a.txt', history, 'index-values').rows).toEqual([value]);
  });

  it('says what a file of another kind contains', () => {
    expect(getRejection('a.csv', 'index,date,value\nKSE100,2026-11-20,1')).toBe(
      'This file contains index values (Tezi table of index values), not prices. Import it as index values.',
    );
    expect(getRejection('a.csv', 'a,b\n1,2')).toContain('The layout of the file is not supported.');
  });
});
