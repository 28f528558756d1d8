import { NavLink } from 'react-router';
import { addresses } from '#contract/paths.ts';

const LINKS = [
  { to: addresses.adminDashboard, name: 'Signals' },
  { to: addresses.adminNewsSources, name: 'News sources' },
  { to: addresses.adminImports, name: 'Meetings and closures' },
  { to: addresses.adminHolidays, name: 'Holidays' },
  { to: addresses.adminCustomers, name: 'Customers' },
  { to: addresses.adminBilling, name: 'Billing' },
  { to: addresses.adminSecurityLog, name: 'Security log' },
];

/** Between the administrators' pages. */
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
