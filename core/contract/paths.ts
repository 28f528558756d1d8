/**
 * The paths of pages, for links, redirects, the sitemap and the route table. Those of developers are in
 * `api-scopes.ts`.
 */
export const paths = {
  home: '/',
  signIn: '/customers/auth/login',
  signUp: '/customers/auth/register',
  forgotPassword: '/customers/auth/forgot-password',
  resetPassword: '/customers/auth/reset-password',
  verifyEmail: '/customers/auth/verify-email',
  today: '/today',
  signals: '/signals',
  psxSignals: '/signals/psx-signals',
  intradaySignals: '/signals/intraday',
  swingSignals: '/signals/swing',
  investmentSignals: '/signals/investment',
  boardMeetings: '/board-meetings',
  bookClosure: '/book-closure',
  news: '/news',
  newsDetails: '/news/details',
  companies: '/companies',
  market: '/market',
  screener: '/screener',
  charting: '/charting',
  search: '/search',
  record: '/record',
  verify: '/verify',
  watchlist: '/watchlist',
  positions: '/positions',
  performance: '/performance',
  pastSignals: '/performance/signals',
  pricing: '/pricing',
  subscriptions: '/subscriptions',
  order: '/order',
  alerts: '/alerts',
  profile: '/profile',
  mySubscription: '/my-subscription',
  adminSignIn: '/admin/login',
  adminInbox: '/admin/inbox',
  adminSetup: '/admin/setup',
  adminDashboard: '/admin/dashboard',
  adminDrafts: '/admin/drafts',
  adminAnalysts: '/admin/analysts',
  adminNewsSources: '/admin/news-sources',
  adminImports: '/admin/imports',
  adminPrices: '/admin/prices',
  adminCompanies: '/admin/companies',
  adminHolidays: '/admin/market-holidays',
  adminCosts: '/admin/costs',
  adminCustomers: '/admin/customers',
  adminBilling: '/admin/billing',
  adminTransfers: '/admin/transfers',
  adminRevenue: '/admin/revenue',
  adminSecurityLog: '/admin/security-log',
  adminAuditLog: '/admin/audit-log',
  adminSystem: '/admin/system',
  demo: '/demo',
  mailbox: '/demo/mailbox',
  terms: '/terms-conditions',
  privacy: '/privacy-policy',
  refund: '/refund-policy',
} as const;

/** The page of the settings of alerts. Apart from `paths`, which every page loads. */
export const ALERT_SETTINGS_PATH = `${paths.alerts}/settings`;

/** The files of the feeds below their secret. */
const FEED_FILES = { dates: 'dates.ics', signals: 'signals.atom' } as const;

/** Returns the URL path of a customer's feed, which is a secret. */
export const getFeedPath = (kind: keyof typeof FEED_FILES, secret: string) =>
  `/api/feeds/${secret}/${FEED_FILES[kind]}`;

/** The files of the public record. Visitors store these URLs, so they never change. */
export const recordFiles = {
  entries: '/record/entries.jsonl',
  heads: '/record/heads.json',
  headsFeed: '/record/heads.atom',
  script: '/record/verify-record.mjs',
} as const;

/** Returns the path of a subscription's page. */
export const getSubscriptionPath = (id: string) => `${paths.subscriptions}/${encodeURIComponent(id)}`;

/** Returns the URL path of the book closures that match the list's query, as a calendar or a table. */
export const getBookClosuresFeedPath = (kind: 'calendar.ics' | 'export.csv', query: URLSearchParams) =>
  `/api/book-closures/${kind}${query.size > 0 ? `?${query}` : ''}`;

/** The URL path of the companies of the screener as a table. */
export const SCREENER_EXPORT_PATH = '/api/market/screener/export.csv';

/** Returns the URL path of the results of signals as a table. */
export const getPerformanceExportPath = (period: string) => `/api/performance/export.csv?period=${period}`;

/** Returns the path of an article's page. */
export const getArticlePath = (id: number) => `${paths.newsDetails}?news_article=${id}`;

/** Returns the path of a company page. The symbol is in upper case. */
export const getCompanyPath = (symbol: string) => `${paths.companies}/${encodeURIComponent(symbol)}`;

/** Returns the path of a signal's page. */
export const getSignalPath = (id: string) => `${paths.signals}/${id}`;

/** Returns the URL path of the picture that links to a signal are shared with. */
export const getSignalPicturePath = (id: string) => `${getSignalPath(id)}/picture.png`;

/** Returns the paths of the lists with what concerns a company. */
export const getCompanyListPaths = (symbol: string) => {
  const query = `symbol=${encodeURIComponent(symbol)}`;
  return {
    signals: `${paths.psxSignals}?signal_type=intraday&${query}`,
    news: `${paths.news}?${query}`,
    boardMeetings: `${paths.boardMeetings}?${query}`,
    bookClosures: `${paths.bookClosure}?${query}`,
  };
};

/** Returns the path of the Atom feed of all news or of one sector. */
export const getNewsFeedPath = (sector?: string) =>
  `/api/news/feed.atom${sector ? `?sector=${encodeURIComponent(sector)}` : ''}`;

/** Returns the path of the page with the results of a search. */
export const getSearchPath = (search: string) => `${paths.search}?${new URLSearchParams({ q: search })}`;

/** Returns the URL path of the board meetings that match the list's query, as a calendar or a table. */
export const getBoardMeetingsFeedPath = (kind: 'calendar.ics' | 'export.csv', query: URLSearchParams) =>
  `/api/board-meetings/${kind}${query.size > 0 ? `?${query}` : ''}`;

/** Adds the path to return to after signing in, for links to the sign-in and sign-up pages. */
export const addNext = (path: string, next: string) => `${path}?next=${encodeURIComponent(next)}`;

/**
 * Returns the path to open after signing in: the query's `next` if it is a path of this site, else `fallback`. Prevents
 * open redirects: rejects anything that a browser could read as a URL of another site.
 */
export function getNextPath(search: URLSearchParams, fallback: string): string {
  const next = search.get('next');
  if (!next || !URL.canParse(next, PLACEHOLDER_ORIGIN)) return fallback;
  const url = new URL(next, PLACEHOLDER_ORIGIN);
  // `/..//host` resolves to `//host`, which a browser would read as a host.
  const isSameSite =
    next.startsWith('/') && url.origin === PLACEHOLDER_ORIGIN && !url.pathname.startsWith('//');
  return isSameSite ? url.pathname + url.search + url.hash : fallback;
}

/** Returns the administration page to open after an administrator signs in: the query's `next`, else the dashboard. */
export function getAdminNextPath(search: URLSearchParams): string {
  const next = getNextPath(search, paths.adminDashboard);
  return next.startsWith('/admin/') && !next.startsWith(paths.adminSignIn) ? next : paths.adminDashboard;
}

const PLACEHOLDER_ORIGIN = 'https://tezi.invalid';
