import { NavLink } from 'react-router';
import { paths } from '#contract/paths.ts';

const LINKS = [
  { to: paths.adminDashboard, name: 'Signals' },
  { to: paths.adminNewsSources, name: 'News sources' },
  { to: paths.adminImports, name: 'Meetings and closures' },
  { to: paths.adminHolidays, name: 'Holidays' },
  { to: paths.adminCustomers, name: 'Customers' },
  { to: paths.adminBilling, name: 'Billing' },
  { to: paths.adminSecurityLog, name: 'Security log' },
  { to: paths.adminAuditLog, name: 'Audit log' },
  { to: paths.adminSystem, name: 'System' },
];

/** Links the admin pages. */
export function AdminNav() {
  return (
    <nav aria-label="Administration" className="mb-4">
      <ul className="flex flex-wrap gap-1 text-sm">
        {LINKS.map(({ to, name }) => (
          <li key={to}>
            <NavLink
              to={to}
              className={({ isActive }) =>
                `inline-flex min-h-8 items-center rounded-box px-3 ${isActive ? 'bg-sunken font-semibold' : 'text-muted hover:text-ink'}`
              }
            >
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
