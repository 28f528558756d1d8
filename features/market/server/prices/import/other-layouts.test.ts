import { describe, expect, it } from 'vitest';
import { toHolidays } from '#features/market/server/trading-days.ts';
import { recognizePrices } from './layouts.ts';
import type { PriceKind } from './price-records.ts';

function parse(fileName: string, content: string, kind: PriceKind = 'prices') {
  const recognized = recognizePrices(kind, { fileName, content });
  return [...recognized.rows({ holidays: toHolidays([]) })].flat().map((row) => {
    if ('rejection' in row) return row.rejection;
    if ('omission' in row) return `Left out: ${row.omission}`;
    const { symbol, date, values, doubts } = row.record;
    return { symbol, date, ...values, ...(doubts ? { doubts } : {}) };
  });
}

const FUTURE = 'Left out: The row is about a futures contract.';
const DEBT = 'Left out: The row is about a debt instrument.';
const luck = { symbol: 'LUCK', date: '2026-11-20', close: '818.25' };

describe('tables of prices of other programs', () => {
  it.each([
    ['Company,Date,Price\nLucky Cement Limited,20/11/2026,818.25', [luck]],
    ['Company,Date,Price\nLUCK,2026-11-20,818.25', [luck]],
    [
      'Company,Date,Price\nThorn Limited,2026-11-20,8',
      [expect.stringContaining('"Thorn Limited" is not in the')],
    ],
    ['ticker;trade_date;closing_price\nLUCK;20-Nov-2026;818.25', [luck]],
    ['[{"symbol":"LUCK","date":"2026-11-20T00:00:00.000Z","close":818.25}]', [luck]],
    // 19 November in UTC, 20 November in Karachi
    ['[{"symbol":"LUCK","date":"2026-11-19T19:00:00Z","closePrice":"818.25"}]', [luck]],
    ['symbol,timestamp,last_price\nLUCK,1795161600,818.25', [luck]],
    ['symbol,date,time,price\nLUCK,2026-11-20,10:00,818.25', []],
  ])('reads %j', (content, rows) => {
    if (rows.length > 0) expect(parse('any.csv', content)).toEqual(rows);
    else expect(() => parse('any.csv', content)).toThrow();
  });

  it('reads prices with other names of all columns, and the suffix of a symbol or a name', () => {
    const content = [
      'Symbol,Trade_Date,Name,Open_Price,High_Price,Low_Price,Close_Price,LDCP,Volume',
      'LUCK XD,20NOV2026,Lucky Cement,812,820.5,808.1,818.25,811,"120,500"',
      'GHGL,20NOV2026,Ghani Glass LtdXR,40,41,39,40.5,40,1.25M',
    ].join('\n');
    const bar = { open: '812.00', high: '820.50', low: '808.10', previousClose: '811.00', volume: '120500' };
    expect(parse('any.csv', content)).toEqual([
      { ...luck, ...bar, suffix: 'XD' },
      expect.objectContaining({ symbol: 'GHGL', suffix: 'XR', volume: null }),
    ]);
  });

  it('reads dates month first if the file has days in second place and none in first place', () => {
    const rows = 'Date,Price,Open\n11/20/2026,630.3,637\n11/02/2026,620,621';
    expect(parse('MARI.csv', rows)).toEqual([
      expect.objectContaining({ symbol: 'MARI', date: '2026-11-20' }),
      expect.objectContaining({ symbol: 'MARI', date: '2026-11-02' }),
    ]);
    expect(parse('MARI.csv', `${rows}\n20/11/2026,1,1`)[0]).toContain('there is no such month');
  });

  it.each([
    ['11/03/2026', '11/04/2026', '2026-11-03', 'can be 11 Mar 2026'],
    ['3-11-2026', '4-11-2026', '2026-11-03', 'can be 11 Mar 2026'],
  ])('has dates such as %s wait if no date of the file shows its order', (one, other, date, reading) => {
    const [first] = parse('HBL.csv', `Date,Close\n${one},318\n${other},319`);
    expect(first).toMatchObject({ date, doubts: [expect.stringContaining(reading)] });
    const [same] = parse('HBL.csv', 'Date,Close\n11/11/2026,318');
    expect(same).not.toHaveProperty('doubts');
    const [written] = parse('HBL.csv', 'Date,Close\n3 Nov 2026,318\n4 Nov 2026,319');
    expect(written).not.toHaveProperty('doubts');
  });

  it.each([
    ['HBLXD', 'HBL', 'XD'],
    ['OGDC-XD', 'OGDC', 'XD'],
    ['LUCKXDXB', 'LUCK', 'XD XB'],
    ['HBL (XR)', 'HBL', 'XR'],
    // Without a company of the rest, the letters are a part of the symbol.
    ['ROSEXD', 'ROSEXD', undefined],
    ['KELNC', 'KEL', undefined],
  ])('splits the symbol %s', (text, symbol, suffix) => {
    const [row] = parse('any.csv', `symbol,date,close\n${text},2026-11-20,.82`);
    expect(row).toEqual({ symbol, date: '2026-11-20', close: '0.82', ...(suffix ? { suffix } : {}) });
  });

  it.each([
    ['808.0999755859375', '808.10'],
    ['0.81999999284744263', '0.82'],
    ['12.339999999999998', '12.34'],
    // Adjusted prices, and numbers of 32 bits that are those of two amounts.
    ['808.123456', null],
    ['808.0951', null],
    ['169600.40625', null],
  ])('rounds %s to %s', (text, close) => {
    const { rows } = recognizePrices('prices', {
      fileName: 'HBL.csv',
      content: `Date,Close\n2026-11-20,${text}`,
    });
    const [row] = [...rows({ holidays: toHolidays([]) })].flat();
    if (close === null) expect(row).toHaveProperty('rejection');
    else
      expect(row).toMatchObject({
        record: { values: { close } },
        cells: [{}, { text, role: `Close, rounded to ${close}` }],
      });
  });

  it.each([
    ['MARI.csv', 'TIME,OPEN,HIGH,LOW,CLOSE,VOLUME\n"Nov 20, 2026",637,638.5,629,630.3,"337,455"'],
    ['any.csv', 'Symbol,TIME,Close\nMARI,2026-11-20,630.3'],
  ])('reads dates below the header TIME of %s', (fileName, content) => {
    expect(parse(fileName, content)).toEqual([
      expect.objectContaining({ symbol: 'MARI', date: '2026-11-20', close: '630.30' }),
    ]);
  });

  it.each([
    ['2026-11-20 21:14:02', 'Closed', '2026-11-20', false],
    ['Market Summary as on Friday, 20 Nov 2026 05:10 PM', '', '2026-11-20', false],
    ['Nov 20, 2026 4:10 PM', 'Closed', '2026-11-20', false],
    ['2026-11-20 11:14:02', '', '2026-11-20', true],
    ['2026-11-20 21:14:02', 'Open', '2026-11-20', true],
    ['Printed on 20 Nov 2026', '', null, false],
  ])('reads the market summary page with the heading %s', (heading, status, date, isDoubtful) => {
    const cells = (...texts: string[]) => `<tr>${texts.map((text) => `<td>${text}</td>`).join('')}</tr>`;
    const [luck, closed] = [
      '<td data-srip="LUCK">Lucky Cem. (XD)</td>',
      '<td data-srip="DSFL">D.S. [ DEFAULTER SEGMENT ]</td>',
    ];
    const page =
      `<html><body><ul><li>KSE 100 Index</li><li>Power</li></ul><h4>${heading}</h4><table><tr><td>Status: ${status}</td></tr></table>` +
      `<table><tr><th colspan="8">CEMENT</th></tr>${cells('SCRIP', 'LDCP', 'OPEN', 'HIGH', 'LOW', 'CURRENT', 'CHANGE', 'VOLUME')}` +
      `<tr>${luck}<td>811.00</td><td>812.0</td><td>820.5</td><td>808.1</td><td>818.25</td><td></td><td>120,500</td></tr>` +
      `<tr>${closed}<td>.8</td><td>.81</td><td>.83</td><td>.8</td><td>.82</td><td></td><td>5</td></tr></table></body></html>`;
    const rows = parse('page.html', page);
    if (date === null) expect(rows.at(-1)).toContain('The table has no date.');
    else
      expect(rows).toEqual([
        expect.objectContaining({ symbol: 'LUCK', date, close: '818.25', suffix: 'XD' }),
        expect.objectContaining({ symbol: 'DSFL', date, close: '0.82', suffix: null }),
      ]);
    expect(rows.filter((row) => typeof row === 'object' && 'doubts' in row).length).toBe(isDoubtful ? 2 : 0);
  });

  it.each([
    ['LUCK-NOV,0804', FUTURE],
    ['SYS-MAYB,', FUTURE],
    ['OGDC-CNOV,', FUTURE],
    ['LUCK,40', FUTURE],
    ['LUCK,FUTURE CONTRACTS', FUTURE],
    ['HBLTFC2,', DEBT],
    ['KELSC5,', DEBT],
    ['MUGHALSTSC,', DEBT],
    ['P05GIS080227,', DEBT],
    ['PK12TB021025,', DEBT],
    ['ABCD,BILLS AND BONDS', DEBT],
    ['ABCD,0036', DEBT],
  ])('leaves out %s in tables, also in the Tezi layout', (row, omission) => {
    const [symbol = '', sector = ''] = row.split(',');
    for (const header of ['symbol,sector_code,date,close', 'Ticker,Sector,Trade Date,Close Price'])
      expect(parse('any.csv', `${header}\n${symbol},${sector},2026-11-20,10`)).toEqual([omission]);
    const day = `symbol,sector,ldcp,close,volume\n${symbol},${sector},9,10,5`;
    expect(parse('prices-2026-11-20.csv', day)).toEqual([omission]);
  });

  it('does not take the symbol of a share for that of a debt instrument', () => {
    const rows = parse('any.csv', 'symbol,date,close\nPNSC,2026-11-20,10\nHUBC,2026-11-20,10');
    expect(rows).toEqual([
      expect.objectContaining({ symbol: 'PNSC' }),
      expect.objectContaining({ symbol: 'HUBC' }),
    ]);
  });

  it('doubts a market summary whose date is not that in the name of its file', () => {
    const summary = '20NOV2026|LUCK|0804|Lucky CementXDNC|812.00|820.50|808.10|818.25|120500|811.00|||';
    expect(parse('2026-11-20.Z', summary)).toEqual([
      expect.not.objectContaining({ doubts: expect.anything() }),
    ]);
    expect(parse('2026-11-19.Z', summary)).toEqual([
      expect.objectContaining({
        suffix: 'XD',
        doubts: ['The file is named after 2026-11-19, but its row is of 2026-11-20.'],
      }),
    ]);
  });
});

describe('tables of index values', () => {
  const value = { symbol: 'KSE100', date: '2026-11-20', value: '169600.40' };
  it.each([
    ['a.csv', 'Date,Index,High,Low,Current\n2026-11-20,KSE-100,170000,169000,"169,600.40"', [value]],
    ['KSE100.csv', 'Date,Index,Change\n20-Nov-26,"169,600.40",+120', [value]],
    ['a.csv', 'Symbol,Date,Index\nKSE100,2026-11-20,169600.4', [value]],
    ['KSE100.csv', 'Date,Open,Close Price\n2026-11-20,1,169600.40', [value]],
    [
      'a.csv',
      'symbol,date,close\nKSE100,2026-11-20,169600.40\nLUCK,2026-11-20,1',
      [value, 'Left out: The index is not stored.'],
    ],
    [
      'indices-2026-11-20.html',
      '<table><tr><th>Index</th><th>High</th><th>Low</th><th>Current</th><th>Change</th></tr><tr><td><a>KSE100</a></td><td>1</td><td>1</td><td>169,600.40</td><td>2</td></tr><tr><td>ALLSHR</td><td>1</td><td>1</td><td>9</td><td>2</td></tr></table>',
      [value, 'Left out: The index is not stored.'],
    ],
  ])('reads %s: %j', (fileName, content, rows) => {
    expect(parse(fileName, content, 'index-values')).toEqual(rows);
  });
});
