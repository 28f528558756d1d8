import { describe, expect, it } from 'vitest';
import { closure, fixture, LUCKY, parse } from '#tests/support/imports/layouts.ts';

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
        [
          4,
          'Left out: The payout has no book closure yet. Import the file again when the exchange has published its dates.',
        ],
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
