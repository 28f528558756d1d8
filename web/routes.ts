import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { DEVELOPERS_PATH, KEYS_PATH } from '#contract/api-scopes.ts';
import { ALERT_SETTINGS_PATH, paths } from '#contract/paths.ts';

const PSX_SIGNALS = 'routes/signals/psx/psx-signals.tsx';
const ALERTS = 'routes/alerts/alerts.tsx';

export default [
  index('routes/home/home.tsx'),
  route(paths.today, 'routes/today/today.tsx'),

  route(paths.signals, 'routes/signals/hub.tsx'),
  route(paths.psxSignals, PSX_SIGNALS),
  route(paths.intradaySignals, PSX_SIGNALS, { id: 'intraday-signals' }),
  route(paths.swingSignals, PSX_SIGNALS, { id: 'swing-signals' }),
  route(paths.investmentSignals, PSX_SIGNALS, { id: 'investment-signals' }),
  route(`${paths.signals}/:id`, 'routes/signals/signal/signal.tsx'),

  route(paths.boardMeetings, 'routes/board-meetings/board-meetings.tsx'),
  route(paths.bookClosure, 'routes/book-closures/book-closures.tsx'),
  route(paths.news, 'routes/news/list/news.tsx'),
  route(paths.newsDetails, 'routes/news/details/details.tsx'),
  route(paths.companies, 'routes/companies/directory/companies.tsx'),
  route(`${paths.companies}/:symbol`, 'routes/companies/company/company.tsx'),
  route(paths.record, 'routes/record/record.tsx'),
  route(paths.verify, 'routes/verify/verify.tsx'),
  route(paths.watchlist, 'routes/watchlist/my-companies.tsx'),
  route(DEVELOPERS_PATH, 'routes/developers/developers.tsx'),
  route(paths.performance, 'routes/performance/performance.tsx'),
  route(paths.charting, 'routes/charting/charting.tsx'),
  route(paths.search, 'routes/search/search.tsx'),

  route(paths.pricing, 'routes/pricing/pricing.tsx'),
  route(paths.subscriptions, 'routes/subscriptions/subscriptions.tsx'),
  route(`${paths.subscriptions}/:subscriptionId`, 'routes/subscriptions/subscription.tsx'),

  route(paths.signIn, 'routes/auth/sign-in.tsx'),
  route(paths.signUp, 'routes/auth/sign-up.tsx'),
  route(paths.forgotPassword, 'routes/auth/forgot-password.tsx'),
  route(paths.resetPassword, 'routes/auth/reset-password.tsx'),
  route(paths.verifyEmail, 'routes/auth/verify-email.tsx'),
  route(paths.alerts, ALERTS),
  route(ALERT_SETTINGS_PATH, ALERTS, { id: 'alert-settings' }),
  route(paths.profile, 'routes/account/profile/profile.tsx'),
  route(KEYS_PATH, 'routes/account/feeds/feeds.tsx'),
  route(paths.mySubscription, 'routes/account/my-subscription/my-subscription.tsx'),

  route(paths.adminSignIn, 'routes/admin/sign-in/sign-in.tsx'),
  route(paths.adminInbox, 'routes/admin/inbox.tsx'),
  route(paths.adminDashboard, 'routes/admin/dashboard.tsx'),
  route(paths.adminDrafts, 'routes/admin/drafts/drafts.tsx'),
  route(paths.adminAnalysts, 'routes/admin/analysts/analysts.tsx'),
  route(paths.adminNewsSources, 'routes/admin/news-sources/news-sources.tsx'),
  route(paths.adminImports, 'routes/admin/imports/imports.tsx'),
  route(paths.adminPrices, 'routes/admin/prices/prices.tsx'),
  route(paths.adminCompanies, 'routes/admin/companies/company-statuses.tsx'),
  route(paths.adminHolidays, 'routes/admin/holidays/holidays.tsx'),
  route(paths.adminCustomers, 'routes/admin/customers/customers.tsx'),
  route(paths.adminBilling, 'routes/admin/billing/billing.tsx'),
  route(paths.adminSecurityLog, 'routes/admin/logs/security-log.tsx'),
  route(paths.adminAuditLog, 'routes/admin/logs/audit-log.tsx'),
  route(paths.adminSystem, 'routes/admin/system/system.tsx'),

  route(paths.demo, 'routes/demo/demo.tsx'),
  route(paths.mailbox, 'routes/demo/mailbox.tsx'),

  route(paths.terms, 'routes/legal/terms.tsx'),
  route(paths.privacy, 'routes/legal/privacy.tsx'),
  route(paths.refund, 'routes/legal/refund.tsx'),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
