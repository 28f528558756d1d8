import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ImportKind } from '#contract/corporate-actions/imports.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { recognizeLayout } from './recognize-layout.ts';

const HOLIDAYS = new Set(['2026-08-14', '2026-11-09']);
const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

/** Parses a file and returns the values or the rejection of each row. */
function parse(content: string, kind: ImportKind) {
  const { name, rows } = recognizeLayout(content, kind);
  const parsed = [...rows({ holidays: HOLIDAYS })].flat();
  return {
    name,
    rows: parsed.map((row) => {
      if ('rejection' in row) return [row.line, row.rejection];
      if ('omission' in row) return [row.line, `Left out: ${row.omission}`];
      return [row.line, { ...row.record.values, reference: row.record.reference }];
    }),
  };
}

function getRejection(content: string, kind: ImportKind): string {
  try {
    recognizeLayout(content, kind);
  } catch (error) {
    if (error instanceof HttpError) return (error.body as { content: [string] }).content[0];
    throw error;
  }
  throw new Error('the file was recognized');
}

const LUCKY = { symbol: 'LUCK', companyName: 'Lucky Cement Limited' };
const meeting = { state: 'meeting', reference: null };
const closure = { reference: null };

describe('the Tezi layout', () => {
  it('parses meetings with columns in any order, quoted line breaks and guarded formulas', () => {
    expect(parse(fixture('tezi-meetings.csv'), 'board-meetings')).toEqual({
      name: 'Tezi table of board meetings',
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
        [5, 'The company is missing.'],
        [6, '"31.02.2026" is not a valid date: February 2026 has 28 days.'],
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

  it('parses closures with semicolons, symbols that only repeat the name, and missing columns', () => {
    expect(parse(fixture('tezi-closures.csv'), 'book-closures')).toEqual({
      name: 'Tezi table of book closures',
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
        [4, 'The face value "ten" is not an amount in rupees, such as 10 or 0.50.'],
        [5, 'The closure ends on 2026-12-01, before it begins on 2026-12-04.'],
      ],
    });
    expect(parse('bc_from,symbol\n2026-08-18,luck', 'book-closures').rows).toEqual([
      [2, { ...LUCKY, ...closure, bcFrom: '2026-08-18' }],
    ]);
  });

  it('rejects a row with an extra comma instead of parsing shifted cells', () => {
    const content = 'bc_from,symbol,payout\n2026-08-18,LUCK,1,250%(F)\n2026-08-18,LUCK,"1,250%(F)",,\n';
    expect(parse(content, 'book-closures').rows).toEqual([
      [
        2,
        'The row has more cells than the table has columns. Put cells that contain the delimiter in quotation marks.',
      ],
      [3, { ...LUCKY, ...closure, bcFrom: '2026-08-18', payout: '1,250%(F)' }],
    ]);
  });

  it.each([
    ['2026-08-19', 'The ex-date 2026-08-19 is after the first day of the closure, 2026-08-18.'],
    [
      '2025-08-17',
      'The ex-date 2025-08-17 is more than 31 days before the first day of the closure, 2026-08-18.',
    ],
  ])('rejects the ex-date %s of a closure from 18 August 2026', (exDate, rejection) => {
    const { rows } = parse(`bc_from,symbol,ex_date\n2026-08-18,LUCK,${exDate}`, 'book-closures');
    expect(rows).toEqual([[2, rejection]]);
  });

  it('parses two-digit hours as 24-hour times, and rejects ambiguous times', () => {
    const { rows } = parse(
      'symbol,meeting_date,meeting_time\nLUCK,2026-11-23,02:30\nLUCK,2026-11-24,2:30',
      'board-meetings',
    );
    expect(rows).toEqual([
      [2, { ...LUCKY, ...meeting, meetingDate: '2026-11-23', meetingTime: '02:30:00' }],
      [3, '"2:30" is ambiguous. Add AM or PM.'],
    ]);
  });

  it('removes terminal control characters from messages', () => {
    const { rows } = parse('symbol,meeting_date\nLUCK,\u001b[2J\u009b1m', 'board-meetings');
    expect(rows).toEqual([[2, '"[2J 1m" is not a date. Use a format such as 23 Nov 2026.']]);
  });

  it('rejects only the row with an unclosed quotation mark', () => {
    const content = [
      'symbol,meeting_date,subject',
      'LUCK,2026-11-23,"Accounts',
      ...Array(20).fill('LUCK,2026-11-24,x'),
    ].join('\n');
    const { rows } = parse(content, 'board-meetings');
    expect(rows.length).toBe(21);
    expect(rows[0]).toEqual([
      2,
      'A quotation mark is not closed, or the row is longer than 10000 characters.',
    ]);
    expect(rows[20]).toEqual([22, { ...LUCKY, ...meeting, meetingDate: '2026-11-24', subject: 'x' }]);
  });
});

describe('the PSX layouts', () => {
  const lucky = {
    ...LUCKY,
    ...closure,
    payout: '250%(F) (D)',
    bcFrom: '2026-08-18',
    bcTo: '2026-08-25',
    announcedAt: '2026-08-10T11:15:00.000Z',
  };

  it('parses PSX payouts with one closure, two, or none', () => {
    const two = {
      ...closure,
      symbol: null,
      companyName: 'Thorn Limited',
      payout: '200%(F) (D) 10%(B)',
      announcedAt: '2026-10-13T04:05:00.000Z',
      note: 'The same announcement names several closures.',
    };
    expect(parse(fixture('exchange-payouts.csv'), 'book-closures')).toEqual({
      name: 'PSX payouts',
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
        [4, 'The row has no book closure.'],
        [5, { ...two, bcFrom: '2026-11-17', bcTo: '2026-11-24' }],
        [5, { ...two, bcFrom: '2026-12-01', bcTo: '2026-12-03' }],
        [6, '"17/13/2026" is not a valid date: there is no such month (numeric dates are read day first).'],
      ],
    });
  });

  it('parses PSX payouts copied from the page', () => {
    expect(parse(fixture('exchange-payouts-pasted.txt'), 'book-closures').rows).toEqual([[2, lucky]]);
  });

  it('parses PSX notices of meetings as pending filings, and leaves out unrelated announcements', () => {
    const waiting = { state: 'waiting', symbol: null };
    expect(parse(fixture('exchange-announcements.csv'), 'board-meetings')).toEqual({
      name: 'PSX announcements',
      rows: [
        [2, 'Left out: The announcement is not about a board meeting.'],
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
        [5, 'The filing is about a meeting that has started or is over.'],
        [6, 'The filing was revoked. Check its document to see whether the meeting was canceled too.'],
        [7, 'The filing is about a meeting that has started or is over.'],
        [8, 'Left out: The announcement is not about a board meeting.'],
        [9, '"Nov 31, 2026" is not a valid date: November 2026 has 30 days.'],
      ],
    });
  });
});

describe('the SCSTrade layouts', () => {
  it('parses SCSTrade meetings with dates in Karachi and periods as subjects, and rejects only broken rows', () => {
    expect(parse(fixture('scstrade-meetings.json'), 'board-meetings')).toEqual({
      name: 'SCSTrade board meetings',
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
        [4, 'The object is not valid JSON.'],
        [5, { ...meeting, symbol: null, companyName: 'Fern Limited', meetingDate: '2026-11-21' }],
      ],
    });
  });

  it('parses SCSTrade ex-dates, and estimates missing closures from them', () => {
    expect(parse(fixture('scstrade-ex-dates.json'), 'book-closures')).toEqual({
      name: 'SCSTrade ex-dates',
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
        [1, 'The row has neither a book closure nor an ex-date.'],
      ],
    });
  });
});

describe('the ksestocks layout', () => {
  const script = fixture('ksestocks.js');

  it.each([
    ['a script', script],
    ['plain JSON', script.replace('var bcs = ', '').replace(';', '')],
  ])('parses %s', (_, content) => {
    expect(parse(content, 'book-closures')).toEqual({
      name: 'ksestocks book closures',
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
        [5, '"0000-00-00" is not a valid date: there is no such month (numeric dates are read day first).'],
      ],
    });
  });
});

describe('the newspaper layouts', () => {
  const rose = { symbol: null, companyName: 'Rose Ltd' };

  it('parses newspaper meetings with NAME, DATE and TIME', () => {
    expect(parse(fixture('newspaper-meetings.txt'), 'board-meetings')).toEqual({
      name: 'Newspaper table of board meetings',
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
        [6, '"half past ten" is not a time. Use a format such as 10:30 AM.'],
      ],
    });
  });

  it('parses newspaper meetings with an agenda', () => {
    expect(parse(fixture('newspaper-scheduled.txt'), 'board-meetings').rows).toEqual([
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
      [3, 'The weekday in "03.12.2026 Friday" is wrong: the date is a Thursday.'],
      [4, 'The meeting is postponed or canceled: "Accounts Postponed".'],
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

  it('parses newspaper meetings in pasted text', () => {
    expect(parse(fixture('newspaper-meetings-pasted.txt'), 'board-meetings').rows).toEqual([
      [1, 'Left out: The line is a heading.'],
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

  it('parses newspaper closures with two date formats in one table', () => {
    expect(parse(fixture('newspaper-closures.txt'), 'book-closures')).toEqual({
      name: 'Newspaper table of book closures',
      rows: [
        [1, 'Left out: The line has neither dates nor a payout.'],
        [3, indus],
        [4, highnoon],
        [5, nil],
        [6, '"01-02-03" is ambiguous. Write the year with four digits.'],
      ],
    });
  });

  it('parses newspaper closures in pasted text', () => {
    expect(parse(fixture('newspaper-closures-pasted.txt'), 'book-closures').rows).toEqual([
      [2, indus],
      [3, highnoon],
      [4, nil],
      [5, 'Left out: The line has neither dates nor a payout.'],
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

  it('parses newspaper dividends with their closures', () => {
    expect(parse(fixture('newspaper-dividends.txt'), 'book-closures')).toEqual({
      name: 'Newspaper table of book closures',
      rows: [
        [2, pso],
        [3, 'The row has no book closure.'],
      ],
    });
    expect(parse(fixture('newspaper-dividends-pasted.txt'), 'book-closures').rows).toEqual([[1, pso]]);
  });
});

describe('recognizeLayout', () => {
  it.each([
    ['', 'The file is empty.'],
    [' \n\ufeff\n', 'The file is empty.'],
    ['hello\nworld', /^The layout of the file is not supported\. It starts with "hello"\. Supported are /],
    ['{"d":[]}', /^The layout of the file is not supported\. It starts with "{"d":\[\]}"\./],
    [`{"a":${'['.repeat(100_000)}`, /^The layout of the file is not supported/],
    [
      `symbol,meeting_date${'\n'.repeat(300_000)}`,
      'The file has more than 300,000 lines. Split it into several files.',
    ],
    [`symbol,${'x'.repeat(10_000_000)}`, /^The layout of the file is not supported/],
    ['<!doctype html><table><tr><td>LUCK</td></tr></table>', /^The layout of the file is not supported/],
  ])('rejects a file that starts with %.30j', (content, sentence) => {
    expect(getRejection(content, 'board-meetings')).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
  });

  it('rejects a file of the other kind, with its layout', () => {
    expect(getRejection(fixture('ksestocks.js'), 'board-meetings')).toBe(
      'This file contains book closures (ksestocks book closures), not board meetings. Import it as book closures.',
    );
    expect(getRejection(fixture('exchange-announcements.csv'), 'book-closures')).toBe(
      'This file contains board meetings (PSX announcements), not book closures. Import it as board meetings.',
    );
  });

  it('accepts a file with meetings and closures as either kind', () => {
    const content = fixture('scstrade-meetings.json');
    expect(recognizeLayout(content, 'book-closures').name).toBe('SCSTrade ex-dates');
  });

  it('ignores the names of object prototypes', () => {
    const content =
      '[{"__proto__":{"bm_date":"x"},"constructor":1,"company_name":"Rose","bm_date":"2026-11-23"}]';
    expect(parse(content, 'board-meetings').rows).toEqual([
      [1, { ...meeting, symbol: null, companyName: 'Rose', meetingDate: '2026-11-23' }],
    ]);
  });
});

describe('titles of announcements', () => {
  const parseTitle = (title: string) => {
    const row = `"Nov 20, 2026",10:51 AM,LUCK,Lucky Cement Limited,"${title}",900007-1.gif,`;
    const { rows } = parse(`date,time,symbol,name,title,image,document\n${row}`, 'board-meetings');
    const [, result] = rows[0] ?? [];
    return typeof result === 'string' ? result.split(/[.:]/)[0] : 'notice';
  };

  it.each([
    'Board Meeting',
    'Board of Directors Meeting',
    'BOARD OF DIRECTORS MEETING',
    "Board of Directors' Meeting",
    'Meeting of the Board of Directors',
    'Meeting of Board of Directors',
    'Notice of BOD Meeting',
    "Directors' Meeting",
    'Emergent Board Meeting',
    'Board Meeting Other Than Financial Results',
    'Board Meeting for approval of Annual Accounts',
    'Board Meeting to be held on November 27, 2026',
    'Rescheduling of Board Meeting',
    'Board of Directors Meeting and Closed Period',
    'Board Meeting for the quarter ended September 30, 2026',
  ])('read %j as a notice of a meeting', (title) => {
    expect(parseTitle(title)).toBe('notice');
  });

  it.each([
    'CONCLUSION OF BOARD MEETING',
    'Board Meeting Concluded',
    'ADJOURNMENT OF BOARD MEETING',
    'Adjourned Board of Directors Meeting',
    'Board Meeting held on November 19, 2026',
    'Outcome of the Board Meeting',
    'Decisions of Board of Directors Meeting',
    '24th Board Meeting in progress',
    'Completion of Board Meeting',
    'Board Meeting has ended',
    'Dividend recommended in the Board Meeting',
  ])('read %j as a filing about a meeting that is over', (title) => {
    expect(parseTitle(title)).toBe('The filing is about a meeting that has started or is over');
  });

  it.each([
    'Postponment of Board Meeting',
    'Postponement of Board of Directors Meeting',
    'Board Meeting Cancelled',
    'Board Meeting Called Off',
    'Delay in Board Meeting',
    'Non-holding of Board Meeting',
    'Disregard earlier notice of Board Meeting',
  ])('read %j as a meeting that does not take place', (title) => {
    expect(parseTitle(title)).toBe('The filing postpones or cancels a meeting');
  });

  it.each(['Credit of Final Cash Dividend', 'Financial Results', 'Meeting of the Board Audit Committee'])(
    'leave %j out',
    (title) => {
      expect(parseTitle(title)).toBe('Left out');
    },
  );
});
