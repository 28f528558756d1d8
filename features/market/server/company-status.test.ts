import { describe, expect, it } from 'vitest';
import { COMPANY_CHANGES, deriveStatus, type StatusEdit } from './company-status.ts';

const TODAY = '2026-11-23';
const MARKET = { since: '2026-08-27', until: '2026-11-20' };
const trading = (lastTraded: string | null, market: typeof MARKET | null = MARKET, today = TODAY) => ({
  trading: { lastTraded, market, today },
});
const of = (symbol: string) => ({ change: COMPANY_CHANGES.get(symbol) ?? null });
const edit = (status: StatusEdit['status'], more: Partial<StatusEdit> = {}) => ({
  edit: { status, date: null, successor: null, note: null, ...more },
});

describe('deriveStatus', () => {
  it.each([
    // The table of changes.
    ['Shell', of('SHEL'), ['renamed', 'Renamed, now WAFI, since Jan 2025', 'WAFI']],
    ['Linde', of('LINDE'), ['renamed', 'Renamed, now PAKOXY', 'PAKOXY']],
    ['Engro', of('ENGRO'), ['merged', 'Merged into ENGROH, delisted 14 Jan 2025', 'ENGROH']],
    ['Pak Suzuki', of('PSMC'), ['delisted', 'Delisted 26 Apr 2024', null]],
    ['JOPP', of('JOPP'), ['delisted', 'Delisted 2025', null]],
    ['a suspended company', of('SPL'), ['suspended', 'Suspended since 18 Nov 2024', null]],
    [
      'one that was traded before',
      { ...of('SPL'), ...trading('2024-11-15') },
      ['suspended', 'Suspended since 18 Nov 2024', null],
    ],
    ['one that was traded again', { ...of('SPL'), ...trading('2026-11-19') }, ['listed', null, null]],
    [
      'one that was traded again and then no longer',
      { ...of('SPL'), ...trading('2025-03-03') },
      ['unquoted', 'Not quoted since 3 Mar 2025', null],
    ],
    [
      'one whose suspension has no date',
      { ...of('DKTM'), ...trading('2026-11-19') },
      ['suspended', 'Suspended', null],
    ],
    [
      'a delisted symbol with a later price',
      { ...of('PSMC'), ...trading('2026-11-19') },
      ['delisted', 'Delisted 26 Apr 2024', null],
    ],

    // The prices.
    ['no evidence', {}, ['unknown', null, null]],
    ['a trade yesterday', trading('2026-11-20'), ['listed', null, null]],
    ['a trade 30 days ago, without other prices', trading('2026-10-24', null), ['listed', null, null]],
    ['a trade 31 days ago', trading('2026-10-23'), ['unknown', null, null]],
    ['a trade on the first of the last 60 days', trading('2026-08-27'), ['unknown', null, null]],
    [
      'a trade before the last 60 days',
      trading('2026-08-26'),
      ['unquoted', 'Not quoted since 26 Aug 2026', null],
    ],
    ['no trade', trading(null), ['unquoted', 'Not quoted since 27 Aug 2026 or longer', null]],
    ['no trade, without prices of the market', trading(null, null), ['unknown', null, null]],
    ['an old trade, without prices of the market', trading('2024-01-02', null), ['unknown', null, null]],
    ['outdated prices of the market', trading('2026-01-02', MARKET, '2027-02-19'), ['unknown', null, null]],

    // The entry of an administrator.
    ['an entry', edit('delisted', { date: '2026-10-06' }), ['delisted', 'Delisted 6 Oct 2026', null]],
    [
      'an entry over the table and the prices',
      {
        ...of('PSMC'),
        ...trading('2026-11-20'),
        ...edit('renamed', { successor: 'LUCK', date: '2026-11-02' }),
      },
      ['renamed', 'Renamed, now LUCK, since 2 Nov 2026', 'LUCK'],
    ],
    [
      'a note',
      edit('merged', { successor: 'FFC', note: 'PSX/N-12' }),
      ['merged', 'Merged into FFC. PSX/N-12', 'FFC'],
    ],
    ['a company that is listed after all', { ...of('SPL'), ...edit('listed') }, ['listed', null, null]],
    ['unknown with a note', edit('unknown', { note: 'Winding up' }), ['unknown', 'Winding up', null]],
    [
      'an entered suspension with later prices',
      { ...edit('suspended', { date: '2026-11-02' }), ...trading('2026-11-20') },
      ['suspended', 'Suspended since 2 Nov 2026', null],
    ],
    [
      'an entered suspension',
      { ...edit('suspended', { date: '2026-11-20' }), ...trading('2026-11-20') },
      ['suspended', 'Suspended since 20 Nov 2026', null],
    ],
    ['a delisted company without a successor', edit('renamed'), ['renamed', 'Renamed', null]],
  ])('derives the status of %s', (_name, evidence, [status, status_note, successor]) => {
    expect(deriveStatus(evidence)).toEqual({ status, status_note, successor });
  });
});
