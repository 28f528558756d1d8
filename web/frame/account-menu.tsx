import { useRef, useState } from 'react';
import { NavLink } from 'react-router';
import { paths } from '#contract/paths.ts';
import { clearSession, useSession } from '#web/session/session.ts';
import { UserIcon } from '#web/ui/icons.tsx';
import { SignedIn } from '#web/ui/signed-in.tsx';
import { useCloseOnNavigation } from './use-close-on-navigation.ts';

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
          {user?.email && <p className="truncate text-sm text-muted">{user.email}</p>}
        </div>
        <div className="py-1">
          <SignedIn only="customer">
            <NavLink to={paths.profile} className="menu-row">
              Update Profile
            </NavLink>
            <NavLink to={paths.mySubscription} className="menu-row">
              My Subscription
            </NavLink>
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
      const { signOut } = await import('#web/session/sign-out.ts');
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
