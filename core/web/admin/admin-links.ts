import { paths } from '#core/contract/paths.ts';

export interface AdminLink {
  to: string;
  name: string;
}

/** The pages of the administration in groups, as its navigation shows them. */
export const adminGroups: { name: string; links: AdminLink[] }[] = [
  {
    name: 'Daily',
    links: [
      { to: paths.adminInbox, name: 'Inbox' },
      { to: paths.adminDashboard, name: 'Signals' },
      { to: paths.adminDrafts, name: 'Drafts' },
      { to: paths.adminImports, name: 'Imports' },
    ],
  },
  {
    name: 'Content',
    links: [
      { to: paths.adminAnalysts, name: 'Analysts' },
      { to: paths.adminNewsSources, name: 'News sources' },
      { to: paths.adminPrices, name: 'Prices' },
      { to: paths.adminCompanies, name: 'Company Statuses' },
      { to: paths.adminHolidays, name: 'Holidays' },
      { to: paths.adminCosts, name: 'Trade costs' },
    ],
  },
  {
    name: 'Sales',
    links: [
      { to: paths.adminCustomers, name: 'Customers' },
      { to: paths.adminBilling, name: 'Billing' },
      { to: paths.adminTransfers, name: 'Bank transfers' },
      { to: paths.adminRevenue, name: 'Revenue' },
    ],
  },
  {
    name: 'Operation',
    links: [
      { to: paths.adminSetup, name: 'Setup' },
      { to: paths.adminSystem, name: 'System' },
      { to: paths.adminSecurityLog, name: 'Security log' },
      { to: paths.adminAuditLog, name: 'Audit log' },
    ],
  },
];

/** The pages of the administration, as the search names them. */
export const adminLinks = adminGroups.flatMap(({ links }) => links);
