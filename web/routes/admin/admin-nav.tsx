import { NavLink } from 'react-router';
import { adminLinks } from '#web/frame/admin-links.ts';

/** Links the admin pages. */
export function AdminNav() {
  return (
    <nav aria-label="Administration" className="mb-4">
      <ul className="flex flex-wrap gap-1 text-sm">
        {adminLinks.map(({ to, name }) => (
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
