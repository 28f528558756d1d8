import { DEVELOPERS_PATH } from '#core/contract/api/api-scopes.ts';
import { paths } from '#core/contract/paths.ts';
import { adminLinks } from '#core/web/admin/admin-links.ts';
import { mainLinks, moreLinks, policyLinks } from '#core/web/frame/links.ts';

export type Viewer = 'visitor' | 'customer' | 'admin';

export interface SitePage {
  to: string;
  name: string;
}

/** Other words for a page. */
const KEYWORDS: Record<string, string> = {
  [paths.today]: 'dashboard morning my signals',
  [paths.signals]: 'trading ideas buy sell',
  [paths.intradaySignals]: 'day trading free',
  [paths.swingSignals]: 'premium weeks',
  [paths.investmentSignals]: 'premium long term months',
  [paths.boardMeetings]: 'agm eogm results announcements',
  [paths.bookClosure]: 'dividends bonus rights payouts ex dates last buying days',
  [paths.news]: 'articles headlines market',
  [paths.watchlist]: 'watchlist starred favorites shares',
  [paths.positions]: 'portfolio holdings trades gains income returns taxes',
  [paths.verify]: 'verify genuine fake fraud scam code message call',
  [paths.companies]: 'symbols stocks shares directory sectors',
  [paths.market]: 'index kse gainers losers breadth sectors heat map',
  [paths.screener]: 'filter rsi moving average yield 52 week high volume',
  [paths.charting]: 'charts prices',
  [paths.performance]: 'track record results statistics win rate',
  [paths.record]: 'track ledger verify hash chain',
  [DEVELOPERS_PATH]: 'api keys feeds webhooks',
  [paths.pricing]: 'plans subscribe premium cost upgrade',
  [paths.signIn]: 'login log',
  [paths.signUp]: 'register account',
  [paths.profile]: 'account password devices sessions delete export',
  [paths.mySubscription]: 'billing payments cancel premium',
};

const OTHER_PAGES = [
  { to: DEVELOPERS_PATH, name: 'API for Developers' },
  { to: paths.positions, name: 'My Positions' },
  { to: paths.verify, name: 'Is This Message Genuine?' },
];

const SIGNAL_PAGES = [
  { to: paths.intradaySignals, name: 'Intraday Signals' },
  { to: paths.swingSignals, name: 'Swing Signals' },
  { to: paths.investmentSignals, name: 'Investment Signals' },
];

/** The pages that only some viewers use. */
const VIEWER_PAGES: Record<Viewer, readonly SitePage[]> = {
  visitor: [
    { to: paths.signIn, name: 'Sign In' },
    { to: paths.signUp, name: 'Sign Up' },
  ],
  customer: [
    { to: paths.profile, name: 'Profile' },
    { to: paths.mySubscription, name: 'My Subscription' },
  ],
  admin: adminLinks.map(({ to, name }) => ({ to, name: `Admin: ${name}` })),
};

/** Returns the pages whose name or other words start with the typed words, best match first; without a text the main pages. */
export function findPages(search: string, viewer: Viewer): SitePage[] {
  const typed = splitWords(search);
  const main = [{ to: paths.today, name: 'Today' }, ...mainLinks, { to: paths.companies, name: 'Companies' }];
  if (typed.length === 0) return [...main, ...(viewer === 'admin' ? VIEWER_PAGES.admin : [])];
  const more = moreLinks.filter(({ to }) => to !== paths.companies);
  const pages = [...main, ...more, ...SIGNAL_PAGES, ...OTHER_PAGES, ...VIEWER_PAGES[viewer], ...policyLinks];
  const hasWords = (text: string) => {
    const words = splitWords(text);
    return typed.every((each) => words.some((word) => word.startsWith(each)));
  };
  const named = pages.filter(({ name }) => hasWords(name));
  const related = pages.filter(({ to, name }) => hasWords(`${name} ${KEYWORDS[to] ?? ''}`));
  return [...new Set([...named, ...related])];
}

const splitWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
