import { paths } from '#core/contract/paths.ts';

export interface NamedLink {
  to: string;
  name: string;
  /** Its subpages, next to it. */
  more?: readonly NamedLink[];
}

export const mainLinks: readonly NamedLink[] = [
  {
    to: paths.signals,
    name: 'Signals',
    more: [
      { to: paths.intradaySignals, name: 'Intraday' },
      { to: paths.swingSignals, name: 'Swing' },
      { to: paths.investmentSignals, name: 'Investment' },
    ],
  },
  { to: paths.boardMeetings, name: 'Board Meetings' },
  { to: paths.bookClosure, name: 'Book Closures' },
  { to: paths.news, name: 'News' },
  { to: paths.pricing, name: 'Pricing' },
  { to: paths.charting, name: 'Charting' },
];

export const moreLinks: readonly NamedLink[] = [
  { to: paths.market, name: 'Market' },
  { to: paths.screener, name: 'Screener' },
  { to: paths.companies, name: 'Companies' },
  { to: paths.watchlist, name: 'My Companies' },
  { to: paths.performance, name: 'Performance' },
  { to: paths.record, name: 'Public Record' },
];

/** Of customers. */
export const accountLinks: readonly NamedLink[] = [
  { to: paths.positions, name: 'My Positions' },
  { to: paths.profile, name: 'Update Profile' },
  { to: paths.mySubscription, name: 'My Subscription' },
  { to: paths.alerts, name: 'Alerts' },
];

export const policyLinks: readonly NamedLink[] = [
  { to: paths.terms, name: 'Terms & Conditions' },
  { to: paths.privacy, name: 'Privacy Policy' },
  { to: paths.refund, name: 'Refund Policy' },
];

export const hasPath = (links: readonly NamedLink[], pathname: string) =>
  links.some((link) => link.to === pathname);
