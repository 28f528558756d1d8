import { describe, expect, it } from 'vitest';
import { getRecordDoubts } from '#features/corporate-actions/server/import/event-record.ts';
import { eventLayouts } from '#features/corporate-actions/server/import/layouts/layouts.ts';
import type { ImportKind } from '#features/imports/contract/imports.ts';
import { recognizeLayout } from '#features/imports/server/parsing.ts';
import { toHolidays } from '#features/market/server/trading-days.ts';

const HOLIDAYS = toHolidays(['2026-08-14', '2026-11-09']);
const HEADER = 'Name From To Div/Bonus/Right BC-2 start Ex-Price AGM/EOGM';
const RESULTS = 'COMPANY YEAR ENDED DIVIDEND/BONUS/RIGHT PROFIT/(LOSS) AFTER TAXATION EPS AGM BOOK CLOSURE';

/** Returns the symbol, the values and the doubts of each row, or the reason why it is none. */
function read(lines: readonly string[], kind: ImportKind = 'book-closures') {
  const { rows } = recognizeLayout(lines.join('\n'), kind, eventLayouts);
  return [...rows({ holidays: HOLIDAYS })].flat().map((row) => {
    if ('rejection' in row) return { rejection: row.rejection, text: row.text };
    if ('omission' in row) return { omission: row.omission, text: row.text };
    const { companyName: _, symbol, ...values } = row.record.values;
    return { symbol, ...values, doubts: getRecordDoubts(row.record, { isTezi: false }) };
  });
}

const isWaiting = (row: object) =>
  'rejection' in row || ('doubts' in row && (row.doubts as string[]).length > 0);

describe('payouts of newspaper tables', () => {
  const systems = {
    symbol: 'SYS',
    bcFrom: '2026-10-16',
    bcTo: '2026-10-23',
    payout: '20% (iii)',
    exDate: '2026-10-15',
    doubts: [],
  };

  it.each([
    ['below a header on one line', [HEADER, 'Systems Limited 16-10-2026 23-10-2026 20%  (iii) 15-10-2026']],
    [
      'below a header over several lines',
      [
        'COMPANY          BOOK CLOSURE             DIVIDEND/   EX-PRICE    AGM/',
        '                 FROM        TO           BONUS       DATE        EOGM',
        'Systems Limited  16-10-2026  23-10-2026   20%   (iii)  15-10-2026',
      ],
    ],
    ['without a header', ['Systems Limited 16-10-2026 23-10-2026 20%  (iii) 15-10-2026']],
  ])('have the period after several spaces %s', (_, lines) => {
    expect(read(lines)).toEqual([systems]);
  });

  it('have the period after several spaces in rows that share a line', () => {
    const rows = read([
      HEADER,
      'Systems Limited 16-10-2026 23-10-2026 20%  (iii) 15-10-2026 Meezan Bank 26-10-2026 02-11-2026 70%  (ii) 23-10-2026',
    ]);
    expect(rows).toMatchObject([systems, { symbol: 'MEBL', payout: '70% (ii)', exDate: '2026-10-23' }]);
  });

  it.each(['12% (Pref)', '12% (F) (Pref)', '12% (F)  (Class B)', '12% (ii'])(
    'wait with brackets that are not read in %s',
    (payout) => {
      const rows = read([HEADER, `Systems Limited 16-10-2026 23-10-2026 ${payout} 15-10-2026`]);
      expect(rows).toHaveLength(1);
      expect(rows.every(isWaiting)).toBe(true);
    },
  );

  it.each([
    [
      [
        'Lucky Cement Limited 30.06.2026 50% (F)  /  20% (B) 5,662.145 12.06 28.10.2026 21.10.2026 to 28.10.2026',
      ],
    ],
    [
      [
        'Lucky Cement Limited 30.06.2026 50% (F) / 5,662.145 12.06 28.10.2026 21.10.2026 to',
        'Yearly 20% (B) 11.00.a.m. 28.10.2026',
      ],
    ],
    [
      [
        'Lucky Cement 30.06.2026 50% (F) 5,662.145 12.06 28.10.2026 21.10.2026 to',
        'Limited 20% (B) 11.00.a.m. 28.10.2026',
      ],
    ],
  ])('of tables of results have both parts, or wait: %j', (lines) => {
    const [row, ...others] = read([RESULTS, ...lines]);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ symbol: 'LUCK', bcFrom: '2026-10-21', bcTo: '2026-10-28' });
    expect(row && 'payout' in row ? row.payout : '').toMatch(/50% \(F\).*20% \(B\)/);
  });

  it.each(['50% (F) 20% (B)', '50% (F) / 20% (B)', '50% (F),20% (B)'])(
    'of a pasted line of dividends have both parts: %s',
    (payout) => {
      const line = `Lucky Cement | 30.06.2026 | ${payout} | 5,662.145 | EPS 12.06 | AGM 28.10.2026 | 21.10.2026 to 28.10.2026`;
      expect(read([line])).toMatchObject([{ symbol: 'LUCK', payout, doubts: [] }]);
    },
  );
});

describe('classes of shares in newspaper tables', () => {
  const CELLS = '21-10-2026 28-10-2026 12% (F) 20-10-2026 28-10-2026';

  it.each([
    ['Javedan Corporation Ltd (Preference Shares)', 'JVDCPS'],
    ['Javedan Corporation (Pref.)', 'JVDCPS'],
    ['Ghani Chemical Industries Limited (Class B)', 'GCILB'],
    ['PIA Holding Company Ltd (Class B)', 'PIAHCLB'],
    ['PIA Holding Company (B)', 'PIAHCLB'],
    ["Ghani Chemical Industries (Class 'B')", 'GCILB'],
  ])('are those of %s', (name, symbol) => {
    expect(read([HEADER, `${name} ${CELLS}`])).toMatchObject([{ symbol, doubts: [] }]);
  });

  it.each([
    'Lucky Cement Limited (Pref)',
    '(PREF) Lucky Cement Limited',
    'Fauji Cement Company Limited (B)',
    'Fauji Cement Company Class B',
    'Fauji Cement Company Limited (R)',
    'Fauji Cement Limited B',
    "Fauji Cement Company 'B'",
    'Fauji Cement Company PS',
  ])('do not become the ordinary share of %s', (name) => {
    expect(read([HEADER, `${name} ${CELLS}`])).toMatchObject([{ symbol: null }]);
    const results = read([
      RESULTS,
      `${name} 30.06.2026 50% (F) 5,662.145 12.06 28.10.2026 21.10.2026 to 28.10.2026`,
    ]);
    expect(results).toHaveLength(1);
    expect(results.every(isWaiting)).toBe(true);
  });

  it.each(['(Pref)', 'Preference Shares', '(Class B)'])(
    'on a line of their own let the row wait: %s',
    (words) => {
      expect(isWaiting(read([HEADER, `Lucky Cement Limited ${CELLS}`, words])[0] ?? {})).toBe(true);
      const results = read([
        RESULTS,
        'Lucky Cement Limited 30.06.2026 50% (F) 5,662.145 12.06 28.10.2026 21.10.2026 to',
        `${words} 28.10.2026`,
      ]);
      expect(isWaiting(results[0] ?? {})).toBe(true);
    },
  );
});

describe('headings with a class of shares', () => {
  it('let all rows below them wait', () => {
    const closures = read([
      HEADER,
      'PREFERENCE SHARES',
      'Thal Limited 20-10-2026 27-10-2026 50% (F) 19-10-2026 27-10-2026',
      'Meezan Bank Limited 26-10-2026 02-11-2026 70% (iii) 23-10-2026',
    ]);
    const results = read([
      RESULTS,
      'Lucky Cement Limited 30.06.2026 50% (F) 5,662.145 12.06 28.10.2026 21.10.2026 to 28.10.2026',
      'PREFERENCE SHARES',
      'Thal Limited 30.06.2026 50% (F) 5,662.145 12.06 27.10.2026 20.10.2026 to 27.10.2026',
      'Systems Limited 30.06.2026 20% (i) 562.145 2.06 - 16.10.2026 to 23.10.2026',
    ]);
    expect(closures).toHaveLength(3);
    expect(results).toHaveLength(4);
    expect([...closures, ...results].every(isWaiting)).toBe(true);
  });

  it('let both rows wait between which a class is on their line', () => {
    const rows = read([
      HEADER,
      'Meezan Bank 26-10-2026 02-11-2026 70% (iii) 23-10-2026 (Pref) Thal Limited 20-10-2026 27-10-2026 50% (F) 19-10-2026 27-10-2026',
    ]);
    expect(rows).toMatchObject([{ symbol: 'MEBL' }, { symbol: 'THALL', payout: '50% (F)' }]);
    expect(rows.every(isWaiting)).toBe(true);
  });
});

describe('dates of newspaper tables', () => {
  it('are certain with two digits of the year if the closure can only be read with the day first, in tables of results', () => {
    const rows = read([
      RESULTS,
      'Lucky Cement Limited 30-06-23 50% (F) 5,662.145 12.06 28-10-23 21-10-23 to',
      '28-10-23',
      'Thal Limited 30-06-23 50% (F) 5,662.145 12.06 27-10-23 20-10-23 to',
      '27-10-23',
      'Systems Limited 30-06-23 20% (i) 562.145 2.06 - 16-10-23 to',
      '23-10-23',
    ]);
    expect(rows).toMatchObject([
      { symbol: 'LUCK', bcFrom: '2023-10-21', bcTo: '2023-10-28' },
      { symbol: 'THALL', bcFrom: '2023-10-20', bcTo: '2023-10-27' },
      { symbol: 'SYS', bcFrom: '2023-10-16', bcTo: '2023-10-23' },
    ]);
    expect(rows.some(isWaiting)).toBe(false);
  });

  it('are certain with two digits of the year in a pasted line of dividends', () => {
    const line =
      'Lucky Cement | 30-06-23 | 50% (F) | 5,662.145 | EPS 12.06 | AGM 28-10-23 | 21-10-23 to 28-10-23';
    const [row] = read([line]);
    expect(row).toMatchObject({ symbol: 'LUCK', bcFrom: '2023-10-21', bcTo: '2023-10-28' });
    expect(row && isWaiting(row)).toBe(false);
  });

  it('with the name of the month are read in tables of results', () => {
    const rows = read([
      RESULTS,
      'Lucky Cement Limited 30-Jun-2026 50% (F) 5,662.145 12.06 28-Oct-26 21-Oct-26 to 28-Oct-26',
      'Thal Limited 30-Jun-26 50% (F) 5,662.145 12.06 27-Oct-26 20-Oct-26 to 27-Oct-26',
    ]);
    expect(rows).toMatchObject([
      { symbol: 'LUCK', bcFrom: '2026-10-21', bcTo: '2026-10-28', doubts: [] },
      { symbol: 'THALL', bcFrom: '2026-10-20', bcTo: '2026-10-27', doubts: [] },
    ]);
  });

  it('are certain with two digits of the year in tables of closures', () => {
    const rows = read([
      HEADER,
      'Lucky Cement Ltd 19-04-23 to 29-04-23 250% (F) 17-04-23 29-04-23',
      'Thal Limited 20-04-23 to 27-04-23 NIL 27-04-23',
    ]);
    expect(rows).toMatchObject([
      { symbol: 'LUCK', bcFrom: '2023-04-19', bcTo: '2023-04-29', payout: '250% (F)', exDate: '2023-04-17' },
      { symbol: 'THALL', bcFrom: '2023-04-20', bcTo: '2023-04-27', payout: 'NIL' },
    ]);
    expect(rows.some(isWaiting)).toBe(false);
  });

  it('take the last day of a closure from the next line, unless that line is another row', () => {
    const header = 'Name of Company  Book Closure  Dividend/Bonus/Right  Ex-Price  AGM/EOGM';
    const lucky = 'Lucky Cement Limited  21-10-2026 to  250% (F)  20-10-2026  28-10-2026';
    const [own] = read([header, lucky, '                      28-10-2026']);
    expect(own).toMatchObject({ symbol: 'LUCK', bcFrom: '2026-10-21', bcTo: '2026-10-28', doubts: [] });
    for (const line of ['Thal Limited  28-10-2026', 'Rose Limited  28-10-2026'])
      expect(read([header, lucky, line]).every((row) => isWaiting(row) || !('bcTo' in row))).toBe(true);
  });

  it.each([
    ['the month can be first', '05-06-24 to 05-07-24'],
    ['the year can be first', '10-04-10 to 10-04-12'],
    ['the closure has no end', '19-04-23 -'],
  ])('wait with two digits of the year if %s', (_, closure) => {
    const rows = read([HEADER, `Lucky Cement Ltd ${closure} 250% (F)`]);
    expect(rows).toMatchObject([{ symbol: 'LUCK', payout: '250% (F)' }]);
    expect(rows.every(isWaiting)).toBe(true);
    expect(rows).toMatchObject([
      { doubts: expect.arrayContaining([expect.stringContaining('Write the year with four digits.')]) },
    ]);
  });
});

describe('text that no row of a newspaper table takes', () => {
  const LUCKY = 'Lucky Cement Limited 30.06.2026 50% (F) 5,662.145 12.06 28.10.2026 21.10.2026 to 28.10.2026';
  const THAL = 'Thal Limited 30.06.2026 50% (F) 5,662.145 12.06 27.10.2026 20.10.2026 to 27.10.2026';

  it.each([
    'Rose Limited 30.06.2026 50% (F) 5,662.145 12.06 27.10.2026',
    'Systems Limited 30.06.2026 20% (i) 562.145 - 16.10.2026 to 23.10.2026',
    'Systems Limited 16 October to 23 October 20% (i)',
    'Systems Limited 30.06.2026 Rs. 5 per share 562.145 2.06 - 16.10.2026 to 23.10.2026',
  ])('is listed with its reason in tables of results: %s', (line) => {
    for (const lines of [
      [LUCKY, line, THAL],
      [line, LUCKY, THAL],
      [LUCKY, THAL, line],
    ]) {
      const rows = read([RESULTS, ...lines]);
      expect(rows).toContainEqual(
        expect.objectContaining({ text: line, rejection: expect.stringContaining('"') }),
      );
      expect(rows.filter((row) => 'symbol' in row).map((row) => 'symbol' in row && row.symbol)).toEqual([
        'LUCK',
        'THALL',
      ]);
    }
  });

  it('lets the row next to it wait in tables of results', () => {
    const [row] = read([RESULTS, LUCKY, '30.10.2026', THAL]);
    expect(row).toMatchObject({ symbol: 'LUCK', doubts: [expect.stringContaining('"30.10.2026"')] });
    const [marked] = read([RESULTS, `${LUCKY} 15% (ii)`, THAL]);
    expect(marked && isWaiting(marked)).toBe(true);
  });

  it('is listed if a table of results has no row that can be read', () => {
    const rows = read([RESULTS, 'Lucky Cement 30th June 50% (F)', 'Thal Limited 20/10 to 27/10 NIL']);
    expect(rows).toHaveLength(2);
    expect(rows.every((row) => 'rejection' in row)).toBe(true);
  });

  it('is no part of the name of the next company', () => {
    const rows = read([
      HEADER,
      'Systems Limited 16 Oct. to 23 Oct. 20% (i)',
      'Thal Limited 20-10-2026 27-10-2026 50% (F) 19-10-2026 27-10-2026 Rose 16/10 to 23/10 20% (i) Meezan Bank 26-10-2026 02-11-2026 70% (iii) 23-10-2026',
    ]);
    expect(rows[0]).toHaveProperty('rejection');
    expect(rows.at(-1)).toHaveProperty('doubts.0', expect.stringContaining('"16/10, 23/10, 20% (i)"'));
  });

  it('is listed in tables of board meetings', () => {
    const rows = read(
      [
        'NAME DATE TIME',
        'Lucky Cement Ltd 11.01.2027 12:00 Noon',
        'Rose Ltd 12.01.2027',
        'Thal Limited 29-04-23 10:30 am',
        'Meezan Bank Limited 12.01.2027 3:00 pm',
      ],
      'board-meetings',
    );
    expect(rows).toMatchObject([
      { symbol: 'LUCK', doubts: [] },
      { rejection: expect.stringContaining('"12.01.2027"'), text: 'Rose Ltd 12.01.2027' },
      { rejection: expect.stringContaining('"29-04-23"') },
      { symbol: 'MEBL', doubts: [] },
    ]);
  });

  it('is no part of the subject of the meeting before it', () => {
    const rows = read(
      [
        'COMPANY SCHEDULED ON TIME TO CONSIDER',
        'Lucky Cement 11.01.2027 Monday 12:00 Noon Accounts for the period ended 31.12.2026',
        'Rose Limited 12.01.2027 Accounts',
        'Thal Limited 29-04-23 10:30 am Accounts',
        'Meezan Bank Limited 12.01.2027 Tuesday 3:00 pm Accounts',
      ],
      'board-meetings',
    );
    expect(rows).toMatchObject([
      { symbol: 'LUCK', subject: 'Accounts for the period ended 31.12.2026' },
      { rejection: expect.stringContaining('"12.01.2027"') },
      { rejection: expect.stringContaining('"29-04-23"') },
      { symbol: 'MEBL', subject: 'Accounts' },
    ]);
  });

  it('is listed if its line is a comment', () => {
    const rows = read([
      HEADER,
      '# Rose Limited 21-10-2026 28-10-2026 NIL',
      'Systems Limited 16-10-2026 23-10-2026 20% (iii) 15-10-2026',
    ]);
    expect(rows[0]).toMatchObject({ omission: 'The line starts with #, which marks a comment.' });
  });
});
