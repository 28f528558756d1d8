import { Link, useLocation } from 'react-router';
import { addNext, getNextPath, paths } from '#contract/paths.ts';
import { usePageUrl } from '#web/document/page-query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { SignedIn, SignedOut } from '#web/ui/signed-in.tsx';
import { AccountMenu } from './account-menu.tsx';
import { DemoRibbon } from './demo-ribbon.tsx';
import { MainNav } from './main-nav.tsx';
import { SearchLink } from './search-link.tsx';
import { SiteMenu } from './site-menu.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { Wordmark } from './wordmark.tsx';

export function Header() {
  const { signIn, signUp } = useAuthPaths();
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-page">
      <DemoRibbon />
      <div className="container-page flex h-header-bar items-center gap-x-3 sm:gap-x-6">
        <Link to={paths.home} aria-label="Tezi home" className="flex h-10 items-center rounded-box">
          <Wordmark />
        </Link>
        <MainNav />
        <div className="ml-auto flex items-center sm:gap-2">
          <SearchLink />
          <ThemeToggle className="max-sm:hidden" />
          <SignedOut>
            <ButtonLink to={signIn} variant="quiet" className="whitespace-nowrap max-xl:px-3 max-sm:px-2">
              Sign In
            </ButtonLink>
            <ButtonLink to={signUp} className="whitespace-nowrap max-xl:px-3 max-sm:px-2">
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

/** Pages that contain the path to return to. */
const PATHS_WITH_NEXT: string[] = [paths.signIn, paths.signUp];
/** Pages that users have no reason to return to. */
const PATHS_WITHOUT_RETURN: string[] = [paths.adminSignIn, paths.forgotPassword, paths.resetPassword];

/** Returns the paths of the sign-in and sign-up pages, with a return to the current page. */
function useAuthPaths() {
  const { pathname, search } = useLocation();
  const pageUrl = usePageUrl();
  const path = pathname.replace(/\/+$/, '');
  let next = pageUrl;
  if (PATHS_WITHOUT_RETURN.includes(path)) next = paths.home;
  if (PATHS_WITH_NEXT.includes(path)) next = getNextPath(new URLSearchParams(search), paths.home);
  const toPath = (authPath: string) => (next === paths.home ? authPath : addNext(authPath, next));
  return { signIn: toPath(paths.signIn), signUp: toPath(paths.signUp) };
}
