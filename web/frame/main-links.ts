import { addresses } from '#contract/paths.ts';

export const mainLinks = [
  { to: addresses.signals, name: 'Signals' },
  { to: addresses.boardMeetings, name: 'Board Meetings' },
  { to: addresses.news, name: 'News' },
  { to: addresses.pricing, name: 'Pricing' },
  { to: addresses.charting, name: 'Charting' },
] as const;
