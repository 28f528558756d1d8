import { NavLink } from 'react-router';
import { paths } from '#contract/paths.ts';
import { SignedIn } from '#web/ui/signed-in.tsx';
import { mainLinks } from './main-links.ts';
import { PoliciesMenu } from './policies-menu.tsx';

/** The links in the header on wide screens. On narrow ones they are in the site menu. */
export function MainNav() {
  return (
    <nav aria-label="Main" className="hidden self-stretch lg:flex">
      <ul className="flex">
        {mainLinks.map((link) => (
          <li key={link.to} className="flex">
            <NavLink to={link.to} className="bar-link">
              {link.name}
            </NavLink>
          </li>
        ))}
        <li className="flex">
          <PoliciesMenu />
        </li>
      </ul>
      <SignedIn only="admin">
        <NavLink to={paths.adminDashboard} className="bar-link">
          Admin Panel
        </NavLink>
      </SignedIn>
    </nav>
  );
}
