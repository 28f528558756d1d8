import { paths } from '#core/contract/paths.ts';
import type { CallerName, Example } from './example-rows.ts';

/** Of a request, whatever the number of rows. */
export const MAX_QUERIES = 2;
/** In addition: the session of a signed-in caller. */
export const AUTHENTICATION_QUERIES = 1;

export interface BudgetedRequest {
  /** The caller; by default a visitor. */
  as?: CallerName;
  /** Returns the path of the route's parameters and query, if it has any. */
  url?: (example: Example) => string;
  /** An exception to `MAX_QUERIES`. `AUTHENTICATION_QUERIES` are not included. */
  max?: number;
  /** Why it needs more. */
  reason?: string;
  /** It shares for some seconds what it reads: a request immediately before has read it. */
  isShared?: boolean;
}

const customer = { as: 'customer' } as const;
const administrator = { as: 'administrator' } as const;

const SIGNAL_LIST =
  'position before the list (decision 46), signals with their progress, and their changed levels';
const SIGNAL =
  'signal with its versions, evaluations, decisions, receipt, and for the public what the ledger shows: each has a list of its own';
const CHANGES =
  'the new entries of the ledger, expired signals, and versions, evaluations and decisions: each has a list of its own';
const PERFORMANCE =
  'last entry of the ledger, changed results, their marks, which signals are closed in another domain, the state of the evaluation, and the changes of the terms';
const RECORD_SIGNALS =
  'changed results, last entry of the ledger, publications, public entries, and signals, versions, evaluations, decisions, marks and last closes of the page: each has a list of its own';
const HISTORY =
  'trades with corrections and settings, the closures of their companies, and removed adjustments';
const MARKET = 'the facts of all companies, which are shared until they change';
const PAGE_AND_TOTAL = 'the page and the number of all rows';

/** The requests of every `GET` route of the server, by its path. Routes without a budget fail. */
export const BUDGETS: Record<string, BudgetedRequest[]> = {
  '/healthz': [{ max: 0 }],
  '/readyz': [{ max: 0, reason: 'it asks on a connection of its own, outside the pool' }],
  '/metrics': [{ max: 0, reason: 'not available without a token' }],
  '/robots.txt': [{ max: 0 }],
  '/sitemap.xml': [{ max: 0, reason: 'signals are shared until they change' }],
  '/record/entries.jsonl': [
    {
      max: 5,
      reason:
        'last head, entry and release before the entries and heads up to them, so that the export is consistent',
    },
  ],
  '/record/heads.json': [
    { max: 3, reason: 'last head before the heads up to it, and the keys that signed them' },
  ],
  '/record/heads.atom': [{}],
  '/record/verify-record.mjs': [{ max: 0 }],
  '/signals/:id/picture.png': [
    { url: ({ intraday }) => `/signals/${intraday}/picture.png`, max: 4, reason: SIGNAL },
    { url: ({ swing }) => `/signals/${swing}/picture.png`, max: 4, reason: SIGNAL },
  ],

  '/api/openapi.json': [{ max: 0 }],
  '/api/admin/openapi.json': [{ ...administrator, max: 0 }],

  '/api/customers/profile/': [customer],
  '/api/customers/risk-acceptance/': [customer],
  '/api/customers/alerts/': [customer],
  '/api/customers/alerts/deliveries/': [customer],
  '/api/customers/alerts/settings/': [
    { ...customer, max: 3, reason: 'settings, modes and devices are tables of their own' },
  ],
  '/api/customers/alerts/unread/': [customer],
  '/api/customers/alerts/webhook/': [customer],
  '/api/alerts/unsubscribe/': [
    {
      url: () => `/api/alerts/unsubscribe/?token=${'a'.repeat(32)}`,
      max: 0,
      reason: 'only its POST looks for the token',
    },
  ],
  '/api/customers/feeds/': [customer],
  '/api/customers/api-keys/': [customer],
  '/api/developers/': [{ max: 0 }],
  '/api/feeds/:secret/dates.ics': [
    { url: ({ feeds }) => feeds.dates, max: 7, reason: 'secret, its use and limit, watchlist, IDs and rows' },
  ],
  '/api/feeds/:secret/signals.atom': [
    {
      url: ({ feeds }) => feeds.signals,
      max: 10,
      reason: 'secret, its use and limit, access, and three lists of signals with their changed levels',
    },
  ],
  '/api/customers/sessions/': [customer],
  '/api/customers/access/': [
    { ...customer, max: 4, reason: 'session, keys, feed URLs, Telegram chat and webhook' },
  ],
  '/api/customers/export/': [
    {
      ...customer,
      max: 29,
      reason: 'counts towards its limit, reads everything about the customer once, and is recorded',
    },
  ],
  '/api/customers/my-subscription/': [
    {
      ...customer,
      max: 3,
      reason: 'subscriptions, sources of premium access, and payments by bank transfer',
    },
  ],
  '/api/customers/orders/': [
    { ...customer, max: 3, reason: 'orders, subscriptions with Paddle, and sources of premium access' },
  ],
  '/api/customers/chart-tools/': [customer],
  '/api/customers/watchlist/': [customer],
  '/api/customers/entered-signals/': [customer],
  '/api/customers/premium-signals/': [customer],
  '/api/customers/trades/': [
    { ...customer, max: 5, reason: `${PAGE_AND_TOTAL}, and what was held for its sales: ${HISTORY}` },
  ],
  '/api/customers/trades/deleted/': [customer],
  '/api/customers/trades/:id/history/': [
    { ...customer, url: ({ trade }) => `/api/customers/trades/${trade}/history/` },
  ],
  '/api/customers/positions/': [
    {
      ...customer,
      max: 7,
      reason: `${HISTORY}, the last closes, the levels of followed signals, and the next ex-dates and meetings`,
    },
  ],
  '/api/customers/positions/returns/': [
    { ...customer, max: 6, reason: `${HISTORY}, all closes, and the values of two indices` },
  ],
  '/api/customers/positions/chart/': [{ ...customer, max: 4, reason: `${HISTORY}, and all closes` }],
  '/api/customers/positions/actions/': [
    { ...customer, max: 5, reason: `${HISTORY}, closes of ex-dates, and changes of adjustments` },
  ],
  '/api/customers/positions/following/': [
    {
      ...customer,
      max: 11,
      reason: `${HISTORY}, premium access, accepted risk statement, published signals since the first followed one, results, releases, marks and last closes`,
    },
  ],
  '/api/customers/positions/taxes/': [
    { ...customer, max: 4, reason: `${HISTORY}, and the closes of bonus shares` },
  ],
  '/api/customers/positions/taxes/report/': [
    {
      ...customer,
      url: () => '/api/customers/positions/taxes/report/?tax_year=2026-27',
      max: 4,
      reason: `${HISTORY}, and the closes of bonus shares`,
    },
  ],
  '/api/customers/positions/settings/': [customer],
  '/api/customers/levels/': [customer],
  '/api/customers/trade-imports/': [customer],
  '/api/subscriptions/': [customer],
  '/api/subscriptions/:id/': [
    {
      ...customer,
      url: ({ subscription }) => `/api/subscriptions/${subscription}/`,
      max: 3,
      reason: 'checks the owner of the Paddle customer and counts the call of Paddle towards its limit',
    },
  ],
  '/api/subscriptions/:id/payments/': [
    { ...customer, url: ({ subscription }) => `/api/subscriptions/${subscription}/payments/` },
  ],
  '/api/subscriptions/:id/payments/:paymentId/receipt/': [
    {
      ...customer,
      url: ({ subscription, payment }) => `/api/subscriptions/${subscription}/payments/${payment}/receipt/`,
      max: 4,
      reason: 'checks the owner of the Paddle customer and counts the call of Paddle towards its limit',
    },
  ],
  '/api/subscriptions/:id/plan-change/': [
    {
      ...customer,
      url: ({ subscription, priceId }) =>
        `/api/subscriptions/${subscription}/plan-change/?price_id=${priceId}`,
    },
  ],

  '/api/demo/': [{}],
  '/api/demo/mailbox/': [{}],

  '/api/admin/second-factor/': [administrator],
  '/api/admin/security-events/': [
    { ...administrator, max: 3, reason: 'names of customers and of administrators, in other domains' },
  ],
  '/api/admin/audit-log/': [
    { ...administrator, max: 3, reason: 'names of customers and of administrators, in other domains' },
  ],
  '/api/admin/signals/': [
    {
      ...administrator,
      max: 5,
      reason: `position before the list (decision 46), ${PAGE_AND_TOTAL}, changed levels and active counts`,
    },
  ],
  '/api/admin/signals/:id/': [{ ...administrator, url: ({ swing }) => `/api/admin/signals/${swing}/` }],
  '/api/admin/signals/:id/versions/': [
    { ...administrator, url: ({ swing }) => `/api/admin/signals/${swing}/versions/` },
  ],
  '/api/admin/signals/:id/decisions/': [
    {
      ...administrator,
      url: ({ intraday }) => `/api/admin/signals/${intraday}/decisions/`,
      max: 3,
      reason:
        'the signal, the decisions about it, and the versions that the dates of an override follow from',
    },
  ],
  '/api/admin/signal-outcomes/': [
    {
      ...administrator,
      url: ({ signalIds }) => `/api/admin/signal-outcomes/?ids=${signalIds.join(',')}`,
    },
  ],
  '/api/admin/adjustments/': [administrator],
  '/api/admin/analysts/': [administrator],
  '/api/admin/signal-drafts/': [administrator],
  '/api/admin/signal-drafts/:id/': [
    { ...administrator, url: ({ draft }) => `/api/admin/signal-drafts/${draft}/` },
  ],
  '/api/admin/signal-checks/': [
    {
      ...administrator,
      url: () => '/api/admin/signal-checks/?symbol=LUCK',
      max: 3,
      reason: 'reads the close, what has an ex-date since, and the status of the company',
    },
  ],
  '/api/admin/news/sources/': [administrator],
  '/api/admin/corporate-actions/filings/': [
    { ...administrator, max: 3, reason: 'the meetings that the filings may move or repeat' },
  ],
  '/api/admin/corporate-actions/events/:kind/': [
    {
      ...administrator,
      url: () => '/api/admin/corporate-actions/events/board-meetings/',
      max: 2,
      reason: 'when the meetings were edited',
    },
  ],
  '/api/admin/corporate-actions/events/:kind/:id/history/': [
    {
      ...administrator,
      url: () => '/api/admin/corporate-actions/events/board-meetings/1/history/',
      max: 2,
      reason: 'imports and edits record their changes in tables of their own',
    },
  ],
  '/api/admin/import-aliases/': [administrator],
  // What blocks the revert of an import is read for each import after a change of its rows, and then shared.
  '/api/admin/imports/': [administrator],
  '/api/admin/imports/:id/': [{ ...administrator, url: ({ importId }) => `/api/admin/imports/${importId}/` }],
  '/api/admin/waiting-imports/': [administrator],
  '/api/admin/waiting-imports/:id/': [
    { ...administrator, url: ({ waitingImport }) => `/api/admin/waiting-imports/${waitingImport}/` },
  ],
  '/api/admin/market/company-statuses/': [administrator],
  '/api/admin/market/symbols/': [
    { ...administrator, url: () => '/api/admin/market/symbols/?symbol=LUCK', max: 0 },
  ],
  '/api/admin/prices/coverage/': [administrator],
  '/api/admin/positions/cost-presets/': [administrator],
  '/api/admin/billing/customers/': [
    {
      ...administrator,
      max: 5,
      reason: `${PAGE_AND_TOTAL}, the subscriptions, the grants and the bank transfers of the page`,
    },
  ],
  '/api/admin/billing/customers/:id/': [
    {
      ...administrator,
      url: ({ customerId }) => `/api/admin/billing/customers/${customerId}/`,
      max: 7,
      reason:
        'subscriptions, grants, payments, bank transfers, sessions and acceptances: each is a list of its own',
    },
  ],
  '/api/admin/billing/problems/': [
    { ...administrator, max: 3, reason: 'two lists, and their counts with the state of reconciliation' },
  ],
  '/api/admin/billing/revenue/': [administrator],
  '/api/admin/billing/receipts/:id/': [
    { ...administrator, url: ({ receipt }) => `/api/admin/billing/receipts/${receipt}/` },
  ],
  '/api/admin/billing/transfers/': [
    {
      ...administrator,
      max: 8,
      reason:
        'credits that wait or are settled, orders with their payments and receipts, the last payments, emails of customers, and the last day of statements',
    },
  ],
  '/api/admin/inbox/': [
    {
      ...administrator,
      max: 11,
      isShared: true,
      reason:
        'one for each kind of work, in its feature, three for bank transfers, the first date that signals use, and the checks of other servers',
    },
  ],
  '/api/admin/setup/': [{ ...administrator, max: 0, isShared: true, reason: 'the checks' }],
  '/api/admin/task-emails/': [administrator],
  '/api/admin/system/': [
    {
      ...administrator,
      max: 3,
      isShared: true,
      reason: 'jobs, those that failed, and the checks of other servers',
    },
  ],

  '/api/market/companies/': [{ url: () => '/api/market/companies/?search=luck', max: 0 }],
  '/api/market/companies/:symbol/': [{ url: () => '/api/market/companies/LUCK/', max: 0 }],
  '/api/market/directory/': [{ max: 0 }],
  '/api/market/sectors/': [{ max: 0 }],
  '/api/market/overview/': [{ max: 0, isShared: true, reason: MARKET }],
  '/api/market/heat-map/': [{ max: 0, isShared: true, reason: MARKET }],
  '/api/market/screener/': [{ max: 0, isShared: true, reason: MARKET }],
  '/api/market/screener/export.csv': [{ max: 0, isShared: true, reason: MARKET }],
  '/api/market/facts/': [
    { url: () => '/api/market/facts/?symbols=LUCK,MARI', max: 0, isShared: true, reason: MARKET },
  ],
  '/api/market/facts/:symbol/': [{ url: () => '/api/market/facts/LUCK/', isShared: true }],
  '/api/market/holidays/': [{}],
  '/api/market/settlement/': [{}],
  '/api/market/schedules/': [{}],
  '/api/market/status/': [{ max: 0 }],
  '/api/market/prices/:symbol/': [{ url: () => '/api/market/prices/LUCK/' }],
  '/api/market/quotes/': [{ url: () => '/api/market/quotes/?symbols=LUCK,MARI' }],
  '/api/market/most-traded/': [{}],
  '/api/market/next-dates/': [{ url: () => '/api/market/next-dates/?symbols=LUCK,MARI' }],
  '/api/market/indices/:index/': [{ url: () => '/api/market/indices/KSE100/' }],

  '/api/signals/psx-signals/': [
    { url: () => '/api/signals/psx-signals/?signal_type=intraday', max: 3, reason: SIGNAL_LIST },
    {
      url: () => '/api/signals/psx-signals/?signal_type=intraday&order_type=buy',
      max: 3,
      reason: SIGNAL_LIST,
    },
    {
      ...customer,
      url: () => '/api/signals/psx-signals/?signal_type=swing',
      max: 5,
      reason: `premium access, accepted risk statement, ${SIGNAL_LIST}`,
    },
    {
      ...administrator,
      url: () => '/api/signals/psx-signals/?signal_type=swing',
      max: 3,
      reason: SIGNAL_LIST,
    },
  ],
  '/api/signals/psx-signals/choices/': [
    { url: () => '/api/signals/psx-signals/choices/?signal_type=intraday' },
    {
      ...customer,
      url: () => '/api/signals/psx-signals/choices/?signal_type=swing',
      max: 3,
      reason: 'premium access, accepted risk statement, and the choices',
    },
  ],
  '/api/signals/psx-signals/:id/': [
    { url: ({ intraday }) => `/api/signals/psx-signals/${intraday}/`, max: 4, reason: SIGNAL },
    { url: ({ swing }) => `/api/signals/psx-signals/${swing}/`, max: 4, reason: SIGNAL },
    {
      ...customer,
      url: ({ swing }) => `/api/signals/psx-signals/${swing}/`,
      max: 6,
      reason: `premium access, accepted risk statement, ${SIGNAL}`,
    },
  ],
  '/api/signals/changes/': [
    { max: 1 },
    { url: () => '/api/signals/changes/?after=0.2026-01-01', max: 5, reason: CHANGES },
    {
      ...customer,
      url: () => '/api/signals/changes/?after=0.2026-01-01',
      max: 7,
      reason: `premium access, accepted risk statement, ${CHANGES}`,
    },
  ],
  '/api/performance/': [{ max: 6, reason: PERFORMANCE }],
  '/api/performance/recent/': [{ max: 0, reason: 'outcomes are shared until they change' }],
  '/api/performance/premium-sample/': [{}],
  '/api/performance/signals/': [{}],
  '/api/performance/sealed/': [{}],
  '/api/performance/arrival-times/': [{}],
  '/api/performance/export.csv': [
    {
      max: 5,
      reason:
        'changed results with their marks, closed signals and published levels in another domain, and their exits',
    },
  ],
  '/api/record/signals/': [{ max: 9, reason: RECORD_SIGNALS }],
  '/api/record/': [{ max: 4, reason: 'entries, heads, keys and the number of sealed entries' }],

  '/api/news/articles/': [
    {},
    { url: () => '/api/news/articles/?page=2' },
    { url: () => '/api/news/articles/?category=Markets' },
    { url: () => '/api/news/articles/?search=market' },
    { url: () => '/api/news/articles/?symbol=LUCK' },
  ],
  '/api/news/articles/:id/': [{ url: ({ article }) => `/api/news/articles/${article}/` }],
  '/api/news/feed.atom': [{}],
  '/api/news/sources/': [{}],
  '/api/news/sectors/': [{}],
  '/api/news/categories/': [{}],
  '/api/search/': [{ url: () => '/api/search/?q=market' }],
  '/api/board-meetings/': [
    {},
    { url: () => '/api/board-meetings/?from_date=2026-11-01' },
    { url: () => '/api/board-meetings/?search=LUCK' },
    { url: () => '/api/board-meetings/?symbol=LUCK' },
  ],
  '/api/board-meetings/companies/': [{}],
  '/api/board-meetings/calendar.ics': [{}],
  '/api/board-meetings/export.csv': [{}],
  '/api/book-closures/': [
    {},
    { url: () => '/api/book-closures/?from_date=2026-08-01' },
    { url: () => '/api/book-closures/?symbol=LUCK' },
  ],
  '/api/book-closures/companies/': [{}],
  '/api/book-closures/calendar.ics': [{}],
  '/api/book-closures/export.csv': [{}],
  '/api/book-closures/last-buying-days/': [{}],
  '/api/get_paddle_product_data/': [{}],
};

/** They end elsewhere or not at all, so their statements are not those of one response. */
export const UNMEASURED = [
  '/api/customers/auth/google/start/',
  '/api/customers/auth/google/callback/',
  '/api/signals/psx-signals/stream/',
];

/** Pages send the requests of their visitors' endpoints. */
export const PAGES: Record<string, { max: number; reason: string }> = {
  [paths.today]: {
    max: 7,
    reason: 'signals, both kinds of holidays, meetings and closures, each a list of its own',
  },
  [paths.intradaySignals]: { max: 4, reason: 'the signals and the choices of their filters' },
  [paths.performance]: {
    max: 8,
    reason: `${PERFORMANCE}, sealed publications, and the times of arrival of alerts`,
  },
  [paths.market]: { max: 3, reason: 'the values of three indices' },
  [paths.record]: { max: 4, reason: 'those of the endpoint' },
};
