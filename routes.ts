import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { DEVELOPERS_PATH, KEYS_PATH } from '#core/contract/api/api-scopes.ts';
import { ALERT_SETTINGS_PATH, paths } from './core/contract/paths.ts';

const PSX_SIGNALS = 'features/signals/web/psx/psx-signals.tsx';
const ALERTS = 'features/alerts/web/alerts.tsx';

/** Files are named from the root of the project; React Router looks for them from `core/web`. */
const fromRoot = (file: string) => `../../${file}`;

/** Every page loads the IDs of all. Those that React Router derives from paths of files are longer, and not unique. */
const page = (path: string, file: string) => route(path, fromRoot(file), { id: path });

export default [
  index(fromRoot('features/site/web/home/home.tsx'), { id: paths.home }),
  page(paths.today, 'features/site/web/today/today.tsx'),

  page(paths.signals, 'features/signals/web/hub.tsx'),
  page(paths.psxSignals, PSX_SIGNALS),
  page(paths.intradaySignals, PSX_SIGNALS),
  page(paths.swingSignals, PSX_SIGNALS),
  page(paths.investmentSignals, PSX_SIGNALS),
  page(`${paths.signals}/:id`, 'features/signals/web/signal/signal.tsx'),

  page(paths.boardMeetings, 'features/corporate-actions/web/board-meetings/board-meetings.tsx'),
  page(paths.bookClosure, 'features/corporate-actions/web/book-closures/book-closures.tsx'),
  page(paths.news, 'features/news/web/list/news.tsx'),
  page(paths.newsDetails, 'features/news/web/details/details.tsx'),
  page(paths.market, 'features/market/web/market/market.tsx'),
  page(paths.screener, 'features/market/web/screener/screener.tsx'),
  page(paths.companies, 'features/market/web/directory/companies.tsx'),
  page(`${paths.companies}/:symbol`, 'features/market/web/company/company.tsx'),
  page(paths.record, 'features/ledger/web/record.tsx'),
  page(paths.verify, 'features/signals/web/verify/verify.tsx'),
  page(paths.watchlist, 'features/accounts/web/watchlist/my-companies.tsx'),
  page(paths.positions, 'features/positions/web/positions.tsx'),
  page(DEVELOPERS_PATH, 'features/accounts/web/developers/developers.tsx'),
  page(paths.performance, 'features/signals/web/performance/performance.tsx'),
  page(paths.pastSignals, 'features/signals/web/performance/past-signals.tsx'),
  page(paths.charting, 'features/site/web/charting/charting.tsx'),
  page(paths.search, 'features/market/web/search/search.tsx'),

  page(paths.pricing, 'features/billing/web/pricing/pricing.tsx'),
  page(paths.order, 'features/billing/web/order/order.tsx'),
  page(paths.subscriptions, 'features/billing/web/subscriptions/subscriptions.tsx'),
  page(`${paths.subscriptions}/:subscriptionId`, 'features/billing/web/subscriptions/subscription.tsx'),

  page(paths.signIn, 'features/accounts/web/auth/sign-in.tsx'),
  page(paths.signUp, 'features/accounts/web/auth/sign-up.tsx'),
  page(paths.forgotPassword, 'features/accounts/web/auth/forgot-password.tsx'),
  page(paths.resetPassword, 'features/accounts/web/auth/reset-password.tsx'),
  page(paths.verifyEmail, 'features/accounts/web/auth/verify-email.tsx'),
  page(paths.alerts, ALERTS),
  page(ALERT_SETTINGS_PATH, ALERTS),
  page(paths.profile, 'features/accounts/web/account/profile/profile.tsx'),
  page(KEYS_PATH, 'features/accounts/web/account/feeds/feeds.tsx'),
  page(paths.mySubscription, 'features/billing/web/my-subscription/my-subscription.tsx'),

  page(paths.adminSignIn, 'features/accounts/web/admin/sign-in/sign-in.tsx'),
  page(paths.adminInbox, 'features/operations/web/inbox.tsx'),
  page(paths.adminSetup, 'features/operations/web/setup.tsx'),
  page(paths.adminDashboard, 'features/signals/web/admin/dashboard.tsx'),
  page(paths.adminDrafts, 'features/signals/web/admin/drafts/drafts.tsx'),
  page(paths.adminAnalysts, 'features/signals/web/admin/analysts/analysts.tsx'),
  page(paths.adminNewsSources, 'features/news/web/admin/news-sources.tsx'),
  page(paths.adminImports, 'features/imports/web/imports.tsx'),
  page(paths.adminPrices, 'features/market/web/admin/prices/prices.tsx'),
  page(paths.adminCompanies, 'features/market/web/admin/companies/company-statuses.tsx'),
  page(paths.adminHolidays, 'features/market/web/admin/holidays/holidays.tsx'),
  page(paths.adminCosts, 'features/positions/web/admin/costs.tsx'),
  page(paths.adminCustomers, 'features/billing/web/admin/customers/customers.tsx'),
  page(paths.adminBilling, 'features/billing/web/admin/billing/billing.tsx'),
  page(paths.adminTransfers, 'features/billing/web/admin/transfers/transfers.tsx'),
  page(paths.adminRevenue, 'features/billing/web/admin/revenue/revenue.tsx'),
  page(paths.adminSecurityLog, 'features/accounts/web/admin/logs/security-log.tsx'),
  page(paths.adminAuditLog, 'features/accounts/web/admin/logs/audit-log.tsx'),
  page(paths.adminSystem, 'features/operations/web/system/system.tsx'),

  page(paths.demo, 'features/site/web/demo/demo.tsx'),
  page(paths.mailbox, 'features/site/web/demo/mailbox.tsx'),

  page(paths.terms, 'features/site/web/legal/terms.tsx'),
  page(paths.privacy, 'features/site/web/legal/privacy.tsx'),
  page(paths.refund, 'features/site/web/legal/refund.tsx'),

  page('*', 'core/web/not-found.tsx'),
] satisfies RouteConfig;
