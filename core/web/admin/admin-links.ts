import { paths } from '#core/contract/paths.ts';

/** The pages of the administration, as its navigation and the search name them. */
export const adminLinks = [
  { to: paths.adminInbox, name: 'Inbox' },
  { to: paths.adminDashboard, name: 'Signals' },
  { to: paths.adminDrafts, name: 'Drafts' },
  { to: paths.adminAnalysts, name: 'Analysts' },
  { to: paths.adminNewsSources, name: 'News sources' },
  { to: paths.adminImports, name: 'Imports' },
  { to: paths.adminPrices, name: 'Prices' },
  { to: paths.adminCompanies, name: 'Company Statuses' },
  { to: paths.adminHolidays, name: 'Holidays' },
  { to: paths.adminCustomers, name: 'Customers' },
  { to: paths.adminBilling, name: 'Billing' },
  { to: paths.adminSecurityLog, name: 'Security log' },
  { to: paths.adminAuditLog, name: 'Audit log' },
  { to: paths.adminSystem, name: 'System' },
];
