import { NavLink } from 'react-router';
import { addresses } from '#web/addresses.ts';

const LINKS = [
  { to: addresses.adminDashboard, name: 'Signals' },
  { to: addresses.adminNewsSources, name: 'News sources' },
];

/** Between the administrators' pages. */
export function AdminNav() {
  return (
    <nav aria-label="Administration" className="mb-4">
      <ul className="flex gap-1 text-sm">
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
