import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { addresses } from '#contract/paths.ts';

const PSX_SIGNALS = 'routes/signals/psx/psx-signals.tsx';

export default [
  index('routes/home/home.tsx'),

  route(addresses.signals, 'routes/signals/hub.tsx'),
  route(addresses.psxSignals, PSX_SIGNALS),
  route(addresses.intradaySignals, PSX_SIGNALS, { id: 'intraday-signals' }),
  route(addresses.swingSignals, PSX_SIGNALS, { id: 'swing-signals' }),
  route(addresses.investmentSignals, PSX_SIGNALS, { id: 'investment-signals' }),

  route(addresses.boardMeetings, 'routes/board-meetings/board-meetings.tsx'),
  route(addresses.bookClosure, 'routes/book-closures/book-closures.tsx'),
  route(addresses.news, 'routes/news/list/news.tsx'),
  route(addresses.newsDetails, 'routes/news/details/details.tsx'),
  route(addresses.charting, 'routes/charting/charting.tsx'),

  route(addresses.pricing, 'routes/pricing/pricing.tsx'),
  route(addresses.subscriptions, 'routes/subscriptions/subscriptions.tsx'),
  route(`${addresses.subscriptions}/:subscriptionId`, 'routes/subscriptions/subscription.tsx'),

  route(addresses.signIn, 'routes/auth/sign-in/sign-in.tsx'),
  route(addresses.signUp, 'routes/auth/sign-up/sign-up.tsx'),
  route(addresses.forgotPassword, 'routes/auth/password-reset/forgot-password.tsx'),
  route(addresses.resetPassword, 'routes/auth/password-reset/reset-password.tsx'),
  route(addresses.verifyEmail, 'routes/auth/verify-email/verify-email.tsx'),
  route(addresses.profile, 'routes/account/profile/profile.tsx'),
  route(addresses.mySubscription, 'routes/account/my-subscription/my-subscription.tsx'),

  route(addresses.adminSignIn, 'routes/admin/sign-in/sign-in.tsx'),
  route(addresses.adminDashboard, 'routes/admin/dashboard.tsx'),
  route(addresses.adminNewsSources, 'routes/admin/news-sources/news-sources.tsx'),
  route(addresses.adminImports, 'routes/admin/imports/imports.tsx'),
  route(addresses.adminHolidays, 'routes/admin/holidays/holidays.tsx'),
  route(addresses.adminCustomers, 'routes/admin/customers/customers.tsx'),
  route(addresses.adminBilling, 'routes/admin/billing/billing.tsx'),
  route(addresses.adminSecurityLog, 'routes/admin/security-log/security-log.tsx'),

  route(addresses.mailbox, 'routes/demo/mailbox.tsx'),

  route(addresses.terms, 'routes/legal/terms.tsx'),
  route(addresses.privacy, 'routes/legal/privacy.tsx'),
  route(addresses.refund, 'routes/legal/refund.tsx'),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
