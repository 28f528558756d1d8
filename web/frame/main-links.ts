import { paths } from '#contract/paths.ts';

export const mainLinks = [
  { to: paths.signals, name: 'Signals' },
  { to: paths.boardMeetings, name: 'Board Meetings' },
  { to: paths.bookClosure, name: 'Book Closures' },
  { to: paths.news, name: 'News' },
  { to: paths.pricing, name: 'Pricing' },
  { to: paths.charting, name: 'Charting' },
] as const;
