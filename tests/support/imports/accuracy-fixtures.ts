import type { ImportKind } from '#features/imports/contract/imports.ts';

/** The events in a fixture, written by hand: symbol and first day, and every value that must be right. */
type Expected = Record<string, Record<string, string>>;

export interface AccuracyFixture {
  file: string;
  kind: ImportKind;
  /** Every true event. An event that is accepted must be one of them, with these values and no others. */
  events: Expected;
  /** Rows that are accepted, that wait for an administrator, that are rejected and that are left out. */
  counts: { accepted: number; review: number; rejected: number; leftOut: number };
}

const agm = (date: string) => `Annual general meeting on ${date} 2026.`;
const LUCK = {
  'LUCK 2026-10-21': { bcTo: '2026-10-28', payout: '250% (F)', exDate: '2026-10-20', note: agm('28 Oct') },
};
const SYS = { 'SYS 2026-10-16': { bcTo: '2026-10-23', payout: '20% (i)', exDate: '2026-10-15' } };
const THALL = { 'THALL 2026-10-20': { bcTo: '2026-10-27', payout: 'NIL', note: agm('27 Oct') } };
const MEBL = { 'MEBL 2026-10-26': { bcTo: '2026-11-02', payout: '70% (iii)', exDate: '2026-10-23' } };
const MTL = {
  'MTL 2026-10-22': { bcTo: '2026-10-29', payout: '150% (F)', exDate: '2026-10-21', note: agm('29 Oct') },
};
const MTL_BONUS = { 'MTL 2026-10-22': { ...MTL['MTL 2026-10-22'], payout: '150% (F)10% (b)' } };
const PKGS = { 'PKGS 2026-10-20': { bcTo: '2026-10-27', payout: 'NIL', note: agm('27 Oct') } };
const CHCC = {
  'CHCC 2026-10-20': {
    bcTo: '2026-10-27',
    payout: 'NIL',
    note: 'Extraordinary general meeting on 27 Oct 2026.',
  },
};
const HINOON = {
  'HINOON 2026-10-21': { bcTo: '2026-10-28', payout: '200% (F)', exDate: '2026-10-20', note: agm('28 Oct') },
};
const withEogm = (note: string, date: string) => `${note} Extraordinary general meeting on ${date} 2026.`;
const closures = (
  file: string,
  events: Expected,
  accepted: number,
  review = 0,
  rejected = 0,
  leftOut = 0,
): AccuracyFixture => ({
  file,
  kind: 'book-closures',
  events,
  counts: { accepted, review, rejected, leftOut },
});

const POSTPONEMENTS = {
  'MTL 900012': { filedAt: '2026-11-20T05:39:00.000Z' },
  'SYS 900013': { filedAt: '2026-11-20T05:38:00.000Z' },
};
const NOTICES = {
  'LUCK 900010': { filedAt: '2026-11-20T05:51:00.000Z' },
  'PKGS 900015': { filedAt: '2026-11-20T05:36:00.000Z' },
  'PSO 900018': { filedAt: '2026-11-20T05:33:00.000Z' },
};
const PAYOUTS = {
  'LUCK 2026-10-21': { bcTo: '2026-10-28', payout: '250%(F) (D)', announcedAt: '2026-10-05T11:15:00.000Z' },
  'SYS 2026-10-16': {
    bcTo: '2026-10-23',
    payout: '50% (B) - 30%(i) (D)',
    announcedAt: '2026-10-06T10:22:00.000Z',
  },
  'MEBL 2026-10-26': { bcTo: '2026-11-02', payout: 'Rs. 8.25 (D)', announcedAt: '2026-10-06T10:25:00.000Z' },
};

export const ACCURACY_FIXTURES: readonly AccuracyFixture[] = [
  closures(
    'usual-columns.txt',
    { ...LUCK, ...MTL_BONUS, ...SYS, ...THALL, ...PKGS, ...MEBL, ...CHCC },
    7,
    1,
    0,
    1,
  ),
  // The last buying day of Millat Tractors is wrong in the file.
  closures('reordered-columns.txt', { ...LUCK, ...SYS, ...THALL, ...MEBL, ...MTL }, 4, 2),
  closures('reordered-spaces.txt', { ...LUCK, ...SYS, ...THALL, ...MEBL, ...MTL }, 5),
  // Only one row has the usual columns, and its ex-date confirms it; another one has its meeting at its end.
  closures(
    'reordered-without-header.txt',
    { ...MEBL, 'THALL 2026-10-21': { bcTo: '2026-10-28', payout: 'NIL', note: agm('28 Oct') } },
    2,
    1,
    2,
  ),
  closures(
    'two-line-names.txt',
    {
      ...HINOON,
      'COLG 2026-10-22': {
        bcTo: '2026-10-29',
        payout: '150% (F)',
        exDate: '2026-10-21',
        note: agm('29 Oct'),
      },
      'LUCK 2026-10-16': { bcTo: '2026-10-23', payout: '20% (i)', exDate: '2026-10-15' },
      'EFERT 2026-10-20': { bcTo: '2026-10-27', payout: '40% (i)', exDate: '2026-10-19' },
      'HICL 2026-10-26': { bcTo: '2026-11-02', payout: '10% (F)', exDate: '2026-10-23', note: agm('2 Nov') },
      'PAKOXY 2026-10-21': {
        bcTo: '2026-10-28',
        payout: '30% (F)',
        exDate: '2026-10-20',
        note: agm('28 Oct'),
      },
    },
    6,
    1,
    0,
    1,
  ),
  closures('two-line-names-tabs.txt', { ...HINOON, ...MTL_BONUS, ...THALL, ...CHCC }, 4, 1, 2),
  // In columns, a payout that continues in the next line is incomplete, and the line may belong to the row after it.
  closures(
    'payout-over-two-lines.txt',
    {
      ...LUCK,
      'HINOON 2026-10-21': { ...HINOON['HINOON 2026-10-21'], payout: '200% (F), 10% (b)' },
      'THALL 2026-10-20': {
        bcTo: '2026-10-27',
        payout: '50% (F), 10% (b)',
        exDate: '2026-10-19',
        note: agm('27 Oct'),
      },
    },
    3,
    2,
    2,
  ),
  closures('nil-rows.txt', { ...THALL, ...PKGS, ...CHCC }, 3, 1, 2, 1),
  closures(
    'several-meetings.txt',
    {
      'LUCK 2026-10-21': { ...LUCK['LUCK 2026-10-21'], note: withEogm(agm('28 Oct'), '29 Oct') },
      'THALL 2026-10-20': { ...THALL['THALL 2026-10-20'], note: withEogm(agm('27 Oct'), '28 Oct') },
    },
    2,
    0,
    2,
  ),
  closures(
    'several-companies.txt',
    {
      ...LUCK,
      ...THALL,
      ...MEBL,
      'CHCC 2026-10-20': {
        bcTo: '2026-10-27',
        payout: '15% (F)',
        exDate: '2026-10-19',
        note: withEogm(agm('27 Oct'), '28 Oct'),
      },
    },
    4,
  ),
  closures('two-line-header.txt', { ...LUCK, ...THALL, ...SYS }, 3, 0, 0, 1),
  closures(
    'several-tables.txt',
    {
      ...LUCK,
      ...MEBL,
      'THALL 2026-10-20': {
        bcTo: '2026-10-27',
        payout: '50% (F)',
        exDate: '2026-10-19',
        note: agm('27 Oct'),
      },
      'MTL 2026-10-22': { bcTo: '2026-10-29', payout: '150% (F)', note: agm('29 Oct') },
    },
    4,
    0,
    1,
    2,
  ),
  {
    file: 'board-meetings.txt',
    kind: 'board-meetings',
    events: {
      'LUCK 2027-01-11': { meetingTime: '12:00:00' },
      'THALL 2027-01-12': { meetingTime: '15:00:00' },
      'MTL 2027-01-12': { meetingTime: '10:30:00' },
    },
    counts: { accepted: 3, review: 0, rejected: 1, leftOut: 1 },
  },
  {
    file: 'announcements.html',
    kind: 'board-meetings',
    events: { ...NOTICES, ...POSTPONEMENTS },
    counts: { accepted: 5, review: 0, rejected: 3, leftOut: 1 },
  },
  {
    file: 'announcements-rows.html',
    kind: 'board-meetings',
    events: { ...NOTICES, ...POSTPONEMENTS },
    counts: { accepted: 5, review: 0, rejected: 3, leftOut: 1 },
  },
  {
    file: 'announcements-pasted.txt',
    kind: 'board-meetings',
    events: {
      'LUCK LUCK 2026-11-20T05:51:00.000Z': { filedAt: '2026-11-20T05:51:00.000Z' },
      'PKGS PKGS 2026-11-20T05:36:00.000Z': { filedAt: '2026-11-20T05:36:00.000Z' },
    },
    counts: { accepted: 2, review: 0, rejected: 1, leftOut: 0 },
  },
  {
    file: 'announcements-headlines.csv',
    kind: 'board-meetings',
    events: { 'LUCK LUCK 2026-11-20T05:51:00.000Z': { filedAt: '2026-11-20T05:51:00.000Z' } },
    counts: { accepted: 1, review: 0, rejected: 1, leftOut: 1 },
  },
  closures('payouts.html', PAYOUTS, 3, 0, 0, 1),
  closures('payouts-rows.html', PAYOUTS, 3, 0, 0, 1),
  closures(
    'payouts-pasted.txt',
    { ...PAYOUTS, 'SYS 2026-10-16': { ...PAYOUTS['SYS 2026-10-16'], payout: '= 300% (R)' } },
    2,
  ),
  closures(
    'company-page.txt',
    {
      'LUCK 2026-10-21': PAYOUTS['LUCK 2026-10-21'],
      'LUCK 2026-05-12': {
        bcTo: '2026-05-14',
        payout: '40%(ii (D)',
        announcedAt: '2026-04-20T11:15:00.000Z',
      },
    },
    2,
  ),
  closures('company-page-without-company.txt', {}, 0, 0, 1),
  // An unlisted company, and a symbol of another company than the name.
  closures(
    'closures-from-to.csv',
    {
      'LUCK 2026-10-21': {
        bcTo: '2026-10-28',
        payout: '250%(F) (D)',
        announcedAt: '2026-10-04T19:00:00.000Z',
      },
      'SYS 2026-10-16': { bcTo: '2026-10-23', payout: '80(ii) (D)', announcedAt: '2026-10-05T19:00:00.000Z' },
    },
    2,
    2,
  ),
  closures(
    'closures-from-to.json',
    {
      'LUCK 2026-10-21': { bcTo: '2026-10-28', payout: '250%(F) (D)' },
      'MEBL 2026-10-26': { bcTo: '2026-11-02', payout: 'Rs. 8.25 (D)' },
    },
    2,
  ),
];
