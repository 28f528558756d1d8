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
