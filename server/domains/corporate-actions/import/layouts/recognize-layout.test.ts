import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { recogniseLayout } from './recognize-layout.ts';

const HOLIDAYS = new Set(['2026-08-14', '2026-11-09']);
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

/** The rows of a file: line by line, what is said or why it is refused. */
function read(content: string, kind: ImportKind) {
  const { name, rows } = recogniseLayout(content, kind);
  const read = [...rows({ holidays: HOLIDAYS })].flat();
  return {
    name,
    rows: read.map((row) =>
      'refusal' in row
        ? [row.line, row.refusal]
        : [row.line, { ...row.record.values, reference: row.record.reference }],
    ),
  };
}

function refusalOf(content: string, kind: ImportKind): string {
  try {
    recogniseLayout(content, kind);
  } catch (error) {
    if (error instanceof HttpError) return (error.body as { content: [string] }).content[0];
    throw error;
  }
  throw new Error('it was recognised');
}

const LUCKY = { symbol: 'LUCK', companyName: 'Lucky Cement Limited' };
const meeting = { state: 'meeting', reference: null };
const closure = { reference: null };

describe('a table of our own', () => {
  it('of meetings: columns in any order, quoted line breaks, cells that guard formulas', () => {
    expect(read(fixture('own-meetings.csv'), 'board-meetings')).toEqual({
      name: "Tezi's own table of board meetings",
      rows: [
        [
          2,
          {
            ...LUCKY,
            ...meeting,
            subject: 'Accounts for the first quarter',
            meetingDate: '2026-11-23',
            meetingTime: '10:30:00',
            place: 'Karachi',
          },
        ],
        [
          3,
          {
            symbol: null,
            companyName: 'Rose, Thorn & Co. (Pvt.) Limited',
            state: 'meeting',
            reference: 'BM-7',
            subject: 'Half-year accounts, and any other business',
            meetingDate: '2026-11-23',
            meetingTime: '02:30:00',
            place: null,
          },
        ],
        [5, 'No company is named.'],
        [6, '"31.02.2026" is no day: February 2026 has 28 days.'],
        [
          7,
          {
            symbol: 'PSO',
            companyName: 'Pakistan State Oil Company Limited',
            ...meeting,
            subject: '=Plan 2027',
            meetingDate: '2026-11-24',
            meetingTime: '11:00:00',
            place: null,
          },
        ],
      ],
    });
  });

  it('of closures: semicolons, a symbol that only repeats the name, and absent columns that say nothing', () => {
    expect(read(fixture('own-closures.csv'), 'book-closures')).toEqual({
      name: "Tezi's own table of book closures",
      rows: [
        [
          2,
          {
            ...LUCKY,
            ...closure,
            bcFrom: '2026-08-18',
            bcTo: '2026-08-25',
            faceValue: '10.00',
            payout: '250%(F) (D)',
            exDate: null,
            note: null,
          },
        ],
        [
          3,
          {
            ...closure,
            symbol: null,
            companyName: 'Rose Limited',
            bcFrom: '2026-11-30',
            bcTo: null,
            faceValue: '0.50',
            payout: '20%(i)',
            exDate: '2026-11-27',
            note: 'By hand',
          },
        ],
        [4, 'The face value "ten" is no amount in rupees such as 10 or 0.50.'],
        [5, 'The closure ends on 2026-12-01, before it begins on 2026-12-04.'],
      ],
    });
    expect(read('bc_from,symbol\n2026-08-18,luck', 'book-closures').rows).toEqual([
      [2, { ...LUCKY, ...closure, bcFrom: '2026-08-18' }],
    ]);
  });

  it('refuses a row that a comma too many has shifted, rather than read another payout', () => {
    const content = 'bc_from,symbol,payout\n2026-08-18,LUCK,1,250%(F)\n2026-08-18,LUCK,"1,250%(F)",,\n';
    expect(read(content, 'book-closures').rows).toEqual([
      [
        2,
        'The row has more cells than the table has columns: put what holds the delimiter in quotation marks.',
      ],
      [3, { ...LUCKY, ...closure, bcFrom: '2026-08-18', payout: '1,250%(F)' }],
    ]);
  });

  it.each([
    ['2026-08-19', 'The ex-date 2026-08-19 lies after the closure begins on 2026-08-18.'],
    ['2025-08-17', 'The ex-date 2025-08-17 lies too long before the closure begins on 2026-08-18.'],
  ])('refuses the ex-date %s of a closure from 18 August 2026', (exDate, refusal) => {
    const { rows } = read(`bc_from,symbol,ex_date\n2026-08-18,LUCK,${exDate}`, 'book-closures');
    expect(rows).toEqual([[2, refusal]]);
  });

  it('reads times of two digits by 24 hours, and none that may be meant of the afternoon', () => {
    const { rows } = read(
      'symbol,meeting_date,meeting_time\nLUCK,2026-11-23,02:30\nLUCK,2026-11-24,2:30',
      'board-meetings',
    );
    expect(rows).toEqual([
      [2, { ...LUCKY, ...meeting, meetingDate: '2026-11-23', meetingTime: '02:30:00' }],
      [3, '"2:30" does not say whether AM or PM is meant.'],
    ]);
  });

  it('tells a terminal nothing that it would obey', () => {
    const { rows } = read('symbol,meeting_date\nLUCK,\u001b[2J\u009b1m', 'board-meetings');
    expect(rows).toEqual([[2, '"[2J 1m" is no date that is understood, such as 23 Nov 2026.']]);
  });

  it('loses one row alone to a quotation mark that is never closed', () => {
    const content = [
      'symbol,meeting_date,subject',
      'LUCK,2026-11-23,"Accounts',
      ...Array(20).fill('LUCK,2026-11-24,x'),
    ].join('\n');
    const { rows } = read(content, 'board-meetings');
    expect(rows.length).toBe(21);
    expect(rows[0]).toEqual([
      2,
      'A quotation mark is opened and not closed, or the row is longer than 10000 characters.',
    ]);
    expect(rows[20]).toEqual([22, { ...LUCKY, ...meeting, meetingDate: '2026-11-24', subject: 'x' }]);
  });
});

describe('the exchange', () => {
  const lucky = {
    ...LUCKY,
    ...closure,
    payout: '250%(F) (D)',
    bcFrom: '2026-08-18',
    bcTo: '2026-08-25',
    announcedAt: '2026-08-10T11:15:00.000Z',
  };

  it('payouts: two closures of one announcement, none of a blank one', () => {
    const two = {
      ...closure,
      symbol: null,
      companyName: 'Thorn Limited',
      payout: '200%(F) (D) 10%(B)',
      announcedAt: '2026-10-13T04:05:00.000Z',
      note: 'The same announcement names several closures.',
    };
    expect(read(fixture('exchange-payouts.csv'), 'book-closures')).toEqual({
      name: 'Payouts of the exchange',
      rows: [
        [2, lucky],
        [
          3,
          {
            ...closure,
            symbol: 'SYS',
            companyName: 'Systems Limited',
            payout: '40%(i) (D)',
            bcFrom: '2026-11-02',
            bcTo: '2026-11-04',
            announcedAt: '2026-10-12T10:22:00.000Z',
          },
        ],
        [4, 'It names no book closure.'],
        [5, { ...two, bcFrom: '2026-11-17', bcTo: '2026-11-24' }],
        [5, { ...two, bcFrom: '2026-12-01', bcTo: '2026-12-03' }],
        [6, '"17/13/2026" is no day: there is no such month; numbers are read day first.'],
      ],
    });
  });

  it('payouts as they are copied from the page', () => {
    expect(read(fixture('exchange-payouts-pasted.txt'), 'book-closures').rows).toEqual([[2, lucky]]);
  });

  it('announcements: notices of meetings wait, with the time of filing only; anything else is left out', () => {
    const waiting = { state: 'waiting', symbol: null };
    expect(read(fixture('exchange-announcements.csv'), 'board-meetings')).toEqual({
      name: 'Announcements of the exchange',
      rows: [
        [
          3,
          {
            ...waiting,
            ...LUCKY,
            subject: 'Board Meeting Other Than Financial Results',
            filedAt: '2026-11-20T05:51:00.000Z',
            document: '/download/document/900007.pdf',
            reference: '900007',
          },
        ],
        [
          4,
          {
            ...waiting,
            companyName: 'Thorn Limited',
            subject: 'BOARD MEETING AND CLOSED PERIOD',
            filedAt: '2026-11-20T05:40:00.000Z',
            reference: '900006',
          },
        ],
        [5, 'It tells of a meeting that has begun or is over; it announces none.'],
        [6, 'The filing was revoked; only its document tells whether the meeting was, too.'],
        [7, 'It tells of a meeting that has begun or is over; it announces none.'],
        [9, '"Nov 31, 2026" is no day: November 2026 has 30 days.'],
      ],
    });
  });
});

describe('SCSTrade', () => {
  it('meetings: moments are days in Karachi, periods are told in words, a broken row spoils no other', () => {
    expect(read(fixture('scstrade-meetings.json'), 'board-meetings')).toEqual({
      name: 'Board meetings of SCSTrade',
      rows: [
        [
          2,
          {
            ...meeting,
            symbol: null,
            companyName: 'Rose Limited',
            meetingDate: '2026-11-21',
            meetingTime: '14:30:00',
            place: 'Rawalpindi',
            subject: 'Financial results for the first quarter of the year to June 2027',
          },
        ],
        [3, 'The date of the meeting is missing.'],
        [4, 'It is no JSON that can be read.'],
        [5, { ...meeting, symbol: null, companyName: 'Fern Limited', meetingDate: '2026-11-21' }],
      ],
    });
  });

  it('ex-dates: published ones are kept, and closures are reckoned from them where none is told', () => {
    expect(read(fixture('scstrade-ex-dates.json'), 'book-closures')).toEqual({
      name: 'Ex-dates of SCSTrade',
      rows: [
        [
          1,
          {
            ...LUCKY,
            ...closure,
            payout: '250% (D) 10% 1 Share for every 10 Shares (B)',
            bcFrom: '2026-08-18',
            exDate: '2026-08-17',
            note: 'Closure dates are estimated from the ex-date 17 Aug 2026.',
          },
        ],
        [
          1,
          {
            ...closure,
            symbol: null,
            companyName: 'Rose Limited',
            payout: '17.50% (iii) (D) 6%Right Share for every 100 Share (R)',
            bcFrom: '2026-11-21',
            bcTo: '2026-11-28',
          },
        ],
        [1, 'It names neither a book closure nor an ex-date.'],
      ],
    });
  });
});

describe('ksestocks', () => {
  const script = fixture('ksestocks.js');

  it.each([
    ['a script', script],
    ['plain JSON', script.replace('var bcs = ', '').replace(';', '')],
  ])('as %s', (_, content) => {
    expect(read(content, 'book-closures')).toEqual({
      name: 'Book closures of ksestocks',
      rows: [
        [
          2,
          {
            ...LUCKY,
            ...closure,
            faceValue: '10.00',
            bcFrom: '2026-08-18',
            bcTo: '2026-08-25',
            payout: 'Dividend=250%',
          },
        ],
        [
          3,
          {
            ...closure,
            symbol: null,
            companyName: 'Rose Limited',
            faceValue: '5.00',
            bcFrom: '2026-11-30',
            payout: 'Dividend=60%Bonus=20%',
          },
        ],
        [5, '"0000-00-00" is no day: there is no such month; numbers are read day first.'],
      ],
    });
  });
});

describe('newspapers', () => {
  const rose = { symbol: null, companyName: 'Rose Ltd' };

  it('meetings by NAME, DATE and TIME', () => {
    expect(read(fixture('newspaper-meetings.txt'), 'board-meetings')).toEqual({
      name: "A newspaper's table of board meetings",
      rows: [
        [
          4,
          {
            ...meeting,
            symbol: 'LUCK',
            companyName: 'Lucky Cement Ltd',
            meetingDate: '2027-01-11',
            meetingTime: '12:00:00',
          },
        ],
        [5, { ...meeting, ...rose, meetingDate: '2027-01-12', meetingTime: '15:00:00' }],
        [6, '"half past ten" is no time such as 10:30 AM.'],
      ],
    });
  });

  it('meetings with what they are to consider', () => {
    expect(read(fixture('newspaper-scheduled.txt'), 'board-meetings').rows).toEqual([
      [
        2,
        {
          ...meeting,
          symbol: 'LUCK',
          companyName: 'Lucky Cement',
          meetingDate: '2026-12-03',
          meetingTime: '15:00:00',
          subject: 'Accounts for Q1',
        },
      ],
      [3, '"03.12.2026 Friday" cannot be right: that day is a Thursday.'],
      [4, 'It does not take place then: "Accounts Postponed".'],
      [
        5,
        {
          ...meeting,
          symbol: null,
          companyName: 'Fern Ltd',
          meetingDate: '2026-12-04',
          meetingTime: '10:30:00',
          subject: 'Other than accounts (By video link)',
        },
      ],
    ]);
  });

  it('meetings as pasted text', () => {
    expect(read(fixture('newspaper-meetings-pasted.txt'), 'board-meetings').rows).toEqual([
      [
        2,
        {
          ...meeting,
          symbol: 'LUCK',
          companyName: 'Lucky Cement Ltd',
          meetingDate: '2026-12-03',
          meetingTime: '15:00:00',
          subject: 'Accounts',
        },
      ],
      [
        3,
        {
          ...meeting,
          symbol: '786',
          companyName: '786 Investments Limited',
          meetingDate: '2026-12-04',
          meetingTime: '10:30:00',
        },
      ],
    ]);
  });

  const indus = {
    ...closure,
    symbol: 'INDU',
    companyName: 'Indus Motor Company Ltd',
    bcFrom: '2023-05-04',
    bcTo: '2023-05-05',
    payout: '244% (iii)',
    exDate: '2023-05-02',
  };
  const highnoon = {
    ...closure,
    symbol: 'HINOON',
    companyName: 'Highnoon Laboratories',
    bcFrom: '2023-04-19',
    bcTo: '2023-04-29',
    payout: '200% (F)10% (b)',
    exDate: '2023-04-17',
    note: 'Annual general meeting on 29 Apr 2023.',
  };
  const nil = {
    ...closure,
    ...rose,
    bcFrom: '2023-04-24',
    bcTo: '2023-04-30',
    payout: 'NIL',
    note: 'Extraordinary general meeting on 30 Apr 2023.',
  };

  it('closures, with two styles of dates in one table', () => {
    expect(read(fixture('newspaper-closures.txt'), 'book-closures')).toEqual({
      name: "A newspaper's table of book closures",
      rows: [
        [3, indus],
        [4, highnoon],
        [5, nil],
        [6, '"01-02-03" can mean several days: write the year with four digits.'],
      ],
    });
  });

  it('closures as pasted text', () => {
    expect(read(fixture('newspaper-closures-pasted.txt'), 'book-closures').rows).toEqual([
      [2, indus],
      [3, highnoon],
      [4, nil],
      [5, 'It does not read as a row of this table.'],
    ]);
  });

  const pso = {
    ...closure,
    symbol: 'PSO',
    companyName: 'PSO',
    bcFrom: '2023-10-19',
    bcTo: '2023-10-26',
    payout: '75% (F)',
    note: 'Annual general meeting on 26 Oct 2023.',
  };

  it('dividends with their closures', () => {
    expect(read(fixture('newspaper-dividends.txt'), 'book-closures')).toEqual({
      name: "A newspaper's table of dividends",
      rows: [
        [2, pso],
        [3, 'It names no book closure.'],
      ],
    });
    expect(read(fixture('newspaper-dividends-pasted.txt'), 'book-closures').rows).toEqual([[1, pso]]);
  });
});

describe('a file as a whole', () => {
  it.each([
    ['', 'The file is empty.'],
    [' \n\ufeff\n', 'The file is empty.'],
    ['hello\nworld', /^The file is of no layout that is known: it begins with "hello"\. Understood are /],
    ['{"d":[]}', /^The file is of no layout that is known: it begins with "{"d":\[\]}"\./],
    [`{"a":${'['.repeat(100_000)}`, /^The file is of no layout/],
    [
      `symbol,meeting_date${'\n'.repeat(300_000)}`,
      'The file has more than 300,000 lines. Split it into several files.',
    ],
    [`symbol,${'x'.repeat(10_000_000)}`, /^The file is of no layout/],
    ['<!doctype html><table><tr><td>LUCK</td></tr></table>', /^The file is of no layout/],
  ])('that begins with %.30j is refused', (content, sentence) => {
    expect(refusalOf(content, 'board-meetings')).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
  });

  it('of the other kind is refused, and named', () => {
    expect(refusalOf(fixture('ksestocks.js'), 'board-meetings')).toBe(
      'Book closures of ksestocks: the file holds book closures, not board meetings. Import it as those.',
    );
    expect(refusalOf(fixture('exchange-announcements.csv'), 'book-closures')).toBe(
      'Announcements of the exchange: the file holds board meetings, not book closures. Import it as those.',
    );
  });

  it('of meetings that also names closures can be read as either', () => {
    const content = fixture('scstrade-meetings.json');
    expect(recogniseLayout(content, 'book-closures').name).toBe('Ex-dates of SCSTrade');
  });

  it('keeps names like those of an object’s prototype apart from data', () => {
    const content =
      '[{"__proto__":{"bm_date":"x"},"constructor":1,"company_name":"Rose","bm_date":"2026-11-23"}]';
    expect(read(content, 'board-meetings').rows).toEqual([
      [1, { ...meeting, symbol: null, companyName: 'Rose', meetingDate: '2026-11-23' }],
    ]);
  });
});
