import { describe, expect, it } from 'vitest';
import { closure, fixture, LUCKY, meeting, parse } from '#tests/support/imports/layouts.ts';

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
    expect(rows).toEqual([[2, '"[2J1m" is not a date. Use a format such as 23 Nov 2026.']]);
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
