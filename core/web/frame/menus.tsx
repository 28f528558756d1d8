import { type RefObject, useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { clearSession, useSession } from '#core/web/session/session.ts';
import { ChevronDownIcon, CloseIcon, MenuIcon, UserIcon } from '#core/web/ui/icons.tsx';
import { SignedIn } from '#core/web/ui/signed-in.tsx';
import { loadSignOut } from '#slots.ts';
import { accountLinks, hasPath, mainLinks, moreLinks, type NamedLink, policyLinks } from './links.ts';
import { ThemeToggle } from './theme.tsx';

/** The user's name, links to the customer's pages, and the logout button. */
export function AccountMenu() {
  const menu = useRef<HTMLDivElement>(null);
  useCloseOnNavigation(menu);
  const user = useSession();
  return (
    <>
      <button type="button" popoverTarget="account-menu" className="icon-button">
        <span className="sr-only">Account menu</span>
        <span
          aria-hidden="true"
          className="flex size-8 items-center justify-center rounded-full border border-line-strong text-xs font-semibold"
        >
          {user ? getInitials(user.name) : <UserIcon />}
        </span>
      </button>
      <div ref={menu} id="account-menu" popover="auto" className="dropdown w-72 max-w-[calc(100vw-2rem)]">
        <div className="border-b border-line px-4 py-3">
          <p className="truncate font-semibold">{user?.name}</p>
          {user?.email && (
            <p className="truncate text-sm text-muted" translate="no">
              {user.email}
            </p>
          )}
        </div>
        <div className="py-1">
          <SignedIn only="customer">
            <ul>
              <LinkRows links={accountLinks} className="menu-row" />
            </ul>
          </SignedIn>
          <LogoutButton />
        </div>
      </div>
    </>
  );
}

function LogoutButton() {
  const [isSigningOut, setSigningOut] = useState(false);
  const logOut = async () => {
    setSigningOut(true);
    try {
      const { signOut } = await loadSignOut();
      await signOut();
    } catch {
      // Without a network the code may fail to load; the session in this browser ends anyway.
      clearSession();
    }
    setSigningOut(false);
  };
  return (
    <button type="button" disabled={isSigningOut} onClick={logOut} className="menu-row">
      Logout
    </button>
  );
}

/** Returns `AK` for `Ayesha Khan`. Splits by code points, so that other scripts work too. */
function getInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const first = Array.from(words[0] ?? '')[0] ?? '';
  const last = words.length > 1 ? (Array.from(words.at(-1) ?? '')[0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** The hamburger button of narrow screens and the menu that it opens below the header. */
export function SiteMenu() {
  const sheet = useRef<HTMLDivElement>(null);
  useCloseOnNavigation(sheet);
  return (
    <div className="lg:hidden">
      <button type="button" popoverTarget="site-menu" aria-label="Open menu" className="icon-button -me-2">
        <MenuIcon className="size-5 site-menu-closed" />
        <CloseIcon className="size-5 site-menu-open" />
      </button>
      <div ref={sheet} id="site-menu" popover="auto" className="sheet lg:hidden">
        <nav aria-label="Main" className="px-4 py-2 sm:px-6">
          <ul className="divide-y divide-line">
            <SignedIn item="">
              <NavLink to={paths.today} className="sheet-row">
                Today
              </NavLink>
            </SignedIn>
            <LinkRows links={[...mainLinks, ...moreLinks]} className="sheet-row" />
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
            <ThemeToggle className="-me-2" />
          </div>
        </nav>
      </div>
    </div>
  );
}

function PolicyRows() {
  const { pathname } = useLocation();
  return (
    <details open={hasPath(policyLinks, pathname)} className="group">
      <summary className="sheet-row list-none justify-between [&::-webkit-details-marker]:hidden">
        Policies
        <ChevronDownIcon className="size-4.5 group-open:rotate-180" />
      </summary>
      <ul className="pb-2 ps-4">
        <LinkRows links={policyLinks} className="sheet-row" />
      </ul>
    </details>
  );
}

interface NavMenuProps {
  id: string;
  name?: string;
  /** Replaces the name for screen readers. */
  label?: string;
  links: readonly NamedLink[];
}

/** A dropdown in the header. It is a native popover, so it works before hydration and without scripts. */
export function NavMenu({ id, name, label, links }: NavMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useCloseOnNavigation(menu);
  const { pathname } = useLocation();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        data-active={hasPath(links, pathname) || undefined}
        className="bar-link gap-1"
      >
        {name && <span>{name}</span>}
        <ChevronDownIcon className="size-3.5" />
      </button>
      <div ref={menu} id={id} popover="auto" className="dropdown dropdown-start w-56 py-1">
        <ul>
          <LinkRows links={links} className="menu-row" />
        </ul>
      </div>
    </>
  );
}

function LinkRows({ links, className }: { links: readonly NamedLink[]; className: string }) {
  return links.map(({ to, name, more }) => (
    <li key={to}>
      <NavLink to={to} className={className}>
        {name}
      </NavLink>
      {more && (
        <ul className="grid grid-cols-3 ps-4">
          <LinkRows links={more} className={className} />
        </ul>
      )}
    </li>
  ));
}

/** Closes a popover after every navigation, even one to the current page. */
function useCloseOnNavigation(popover: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every navigation
  useEffect(() => popover.current?.hidePopover(), [key, popover]);
}
