import { Link, useLocation } from 'react-router';
import { addNext, getNextPath, paths } from '#contract/paths.ts';
import { usePageUrl } from '#web/document/page-query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SignedIn, SignedOut } from '#web/ui/signed-in.tsx';
import { AccountMenu } from './account-menu.tsx';
import { MainNav } from './main-nav.tsx';
import { SiteMenu } from './site-menu.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { Wordmark } from './wordmark.tsx';

export function Header() {
  const signIn = useSignInPath();
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-page">
      <div className="container-page flex h-header items-center gap-x-6">
        <Link to={paths.home} aria-label="Tezi home" className="flex h-10 items-center rounded-box">
          <Wordmark />
        </Link>
        <MainNav />
        <div className="ml-auto flex items-center gap-2">
          <ThemeToggle className="max-sm:hidden" />
          <SignedOut>
            <ButtonLink to={signIn} variant="quiet" className="max-sm:px-3">
              Sign In
            </ButtonLink>
            <ButtonLink to={paths.signUp} className="max-sm:px-3">
              Sign Up
            </ButtonLink>
          </SignedOut>
          <SignedIn>
            <AccountMenu />
          </SignedIn>
          <SiteMenu />
        </div>
      </div>
    </header>
  );
}

/** Returns the path of the sign-in page, with a return to the current page. */
function useSignInPath(): string {
  const { pathname, search } = useLocation();
  const pageUrl = usePageUrl();
  const path = pathname.replace(/\/+$/, '');
  if (path === paths.adminSignIn) return paths.signIn;
  const isAuthPage = path === paths.signIn || path === paths.signUp;
  const next = isAuthPage ? getNextPath(new URLSearchParams(search), paths.home) : pageUrl;
  return next === paths.home ? paths.signIn : addNext(paths.signIn, next);
}
