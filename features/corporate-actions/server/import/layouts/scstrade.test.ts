import { describe, expect, it } from 'vitest';
import { closure, fixture, LUCKY, meeting, parse } from '#tests/support/imports/layouts.ts';

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
