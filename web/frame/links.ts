import { paths } from '#contract/paths.ts';

export const mainLinks = [
  { to: paths.signals, name: 'Signals' },
  { to: paths.boardMeetings, name: 'Board Meetings' },
  { to: paths.bookClosure, name: 'Book Closures' },
  { to: paths.news, name: 'News' },
  { to: paths.pricing, name: 'Pricing' },
  { to: paths.charting, name: 'Charting' },
] as const;

export const policyLinks = [
  { to: paths.terms, name: 'Terms & Conditions' },
  { to: paths.privacy, name: 'Privacy Policy' },
  { to: paths.refund, name: 'Refund Policy' },
] as const;

export const isPolicyPath = (pathname: string) => policyLinks.some((link) => link.to === pathname);
