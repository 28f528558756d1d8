import { useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { ChevronDownIcon } from '#web/ui/icons.tsx';
import { isPolicyPath, policyLinks } from './policy-links.ts';
import { useCloseOnNavigation } from './use-close-on-navigation.ts';

/** The dropdown in the header. It is a native popover, so it works before hydration and without scripts. */
export function PoliciesMenu() {
  const menu = useRef<HTMLDivElement>(null);
  useCloseOnNavigation(menu);
  const { pathname } = useLocation();
  return (
    <>
      <button
        type="button"
        popoverTarget="policies-menu"
        data-active={isPolicyPath(pathname) || undefined}
        className="bar-link gap-1"
      >
        Policies
        <ChevronDownIcon className="size-3.5" />
      </button>
      <div ref={menu} id="policies-menu" popover="auto" className="dropdown dropdown-start w-56 py-1">
        <ul>
          {policyLinks.map((link) => (
            <li key={link.to}>
              <NavLink to={link.to} className="menu-row">
                {link.name}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
