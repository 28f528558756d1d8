import { describe, expect, it } from 'vitest';
import { closure, fixture, meeting, parse } from '#tests/support/imports/layouts.ts';

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
        [1, 'Left out: The line is not part of a table.'],
        [3, indus],
        [4, highnoon],
        [5, nil],
        [6, expect.objectContaining({ bcFrom: '2003-02-01' })],
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
