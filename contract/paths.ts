/** Every page's address, typed once: links, redirects, the sitemap and the route table are made from these. */
export const paths = {
  home: '/',
  signIn: '/customers/auth/login',
  signUp: '/customers/auth/register',
  forgotPassword: '/customers/auth/forgot-password',
  resetPassword: '/customers/auth/reset-password',
  verifyEmail: '/customers/auth/verify-email',
  signals: '/signals',
  psxSignals: '/signals/psx-signals',
  intradaySignals: '/signals/intraday',
  swingSignals: '/signals/swing',
  investmentSignals: '/signals/investment',
  boardMeetings: '/board-meetings',
  bookClosure: '/book-closure',
  news: '/news',
  newsDetails: '/news/details',
  charting: '/charting',
  pricing: '/pricing',
  subscriptions: '/subscriptions',
  profile: '/profile',
  mySubscription: '/my-subscription',
  adminSignIn: '/admin/login',
  adminDashboard: '/admin/dashboard',
  adminNewsSources: '/admin/news-sources',
  adminImports: '/admin/imports',
  adminHolidays: '/admin/market-holidays',
  adminCustomers: '/admin/customers',
  adminBilling: '/admin/billing',
  adminSecurityLog: '/admin/security-log',
  mailbox: '/demo/mailbox',
  terms: '/terms-conditions',
  privacy: '/privacy-policy',
  refund: '/refund-policy',
} as const;

/** One subscription's page. */
export const subscriptionAddress = (id: string) => `${paths.subscriptions}/${encodeURIComponent(id)}`;

/** The closures that the filters of the list leave, as a calendar or a table. */
export const bookClosuresFeedAddress = (kind: 'calendar.ics' | 'export.csv', query: URLSearchParams) =>
  `/api/book-closures/${kind}${query.size > 0 ? `?${query}` : ''}`;

/** One article's page. */
export const articleAddress = (id: number) => `${paths.newsDetails}?news_article=${id}`;

/** The news that name a company. */
export const companyNewsAddress = (symbol: string) => `${paths.news}?search=${encodeURIComponent(symbol)}`;

/** The news as an Atom feed, of the whole or of one sector. */
export const newsFeedAddress = (sector?: string) =>
  `/api/news/feed.atom${sector ? `?sector=${encodeURIComponent(sector)}` : ''}`;

/** The board meetings that match as a calendar or as a table; the query is the list's own. */
export const boardMeetingsFeedAddress = (kind: 'calendar.ics' | 'export.csv', query: URLSearchParams) =>
  `/api/board-meetings/${kind}${query.size > 0 ? `?${query}` : ''}`;

/** The address with where to go afterwards, for the sign-in and sign-up pages. */
export const withNext = (address: string, next: string) => `${address}?next=${encodeURIComponent(next)}`;

/**
 * Where to go after signing in: the `next` of the address when it is a path of this site, else `fallback`. Anything that
 * a browser could read as another site's address is refused.
 */
export function nextAddress(search: URLSearchParams, fallback: string): string {
  const next = search.get('next');
  if (!next || !URL.canParse(next, PLACEHOLDER_ORIGIN)) return fallback;
  const url = new URL(next, PLACEHOLDER_ORIGIN);
  // `/..//host` resolves to a path that would be read as a host the next time.
  const isOfThisSite =
    next.startsWith('/') && url.origin === PLACEHOLDER_ORIGIN && !url.pathname.startsWith('//');
  return isOfThisSite ? url.pathname + url.search + url.hash : fallback;
}

const PLACEHOLDER_ORIGIN = 'https://tezi.invalid';
