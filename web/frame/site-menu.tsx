import { useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { paths } from '#contract/paths.ts';
import { ChevronDownIcon, CloseIcon, MenuIcon } from '#web/ui/icons.tsx';
import { SignedIn } from '#web/ui/signed-in.tsx';
import { mainLinks } from './main-links.ts';
import { isPolicyPath, policyLinks } from './policy-links.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { useCloseOnNavigation } from './use-close-on-navigation.ts';

/** The hamburger button of narrow screens and the menu that it opens below the header. */
export function SiteMenu() {
  const sheet = useRef<HTMLDivElement>(null);
  useCloseOnNavigation(sheet);
  return (
    <div className="lg:hidden">
      <button type="button" popoverTarget="site-menu" aria-label="Open menu" className="icon-button -mr-2">
        <MenuIcon className="size-5 site-menu-closed" />
        <CloseIcon className="size-5 site-menu-open" />
      </button>
      <div ref={sheet} id="site-menu" popover="auto" className="sheet lg:hidden">
        <nav aria-label="Main" className="px-4 py-2 sm:px-6">
          <ul className="divide-y divide-line">
            {mainLinks.map((link) => (
              <li key={link.to}>
                <NavLink to={link.to} className="sheet-row">
                  {link.name}
                </NavLink>
              </li>
            ))}
            <li>
              <PolicyRows />
            </li>
          </ul>
          <SignedIn only="admin">
            <NavLink to={paths.adminDashboard} className="sheet-row border-t border-line">
              Admin Panel
            </NavLink>
          </SignedIn>
          <div className="flex items-center justify-between border-t border-line py-2 text-muted sm:hidden">
            Theme
            <ThemeToggle className="-mr-2" />
          </div>
        </nav>
      </div>
    </div>
  );
}

function PolicyRows() {
  const { pathname } = useLocation();
  return (
    <details open={isPolicyPath(pathname)} className="group">
      <summary className="sheet-row list-none justify-between [&::-webkit-details-marker]:hidden">
        Policies
        <ChevronDownIcon className="size-4.5 group-open:rotate-180" />
      </summary>
      <ul className="pb-2 pl-4">
        {policyLinks.map((link) => (
          <li key={link.to}>
            <NavLink to={link.to} className="sheet-row">
              {link.name}
            </NavLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
