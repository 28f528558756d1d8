import { useRef } from 'react';
import { Link, NavLink, useLocation, useRouteLoaderData } from 'react-router';
import type { SiteData } from '#core/contract/page-entry.ts';
import { addNext, getNextPath, paths } from '#core/contract/paths.ts';
import { usePageUrl } from '#core/web/document/page-query.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { SearchIcon } from '#core/web/ui/icons.tsx';
import { SignedIn, SignedOut } from '#core/web/ui/signed-in.tsx';
import { SearchOpener } from '#slots.ts';
import { mainLinks, moreLinks, policyLinks } from './links.ts';
import { AccountMenu, NavMenu, SiteMenu } from './menus.tsx';
import { ThemeToggle } from './theme.tsx';

export function Header() {
  const { signIn, signUp } = useAuthPaths();
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-page">
      <DemoRibbon />
      <div className="container-page flex h-header-bar items-center gap-x-3 sm:max-lg:gap-x-6 xl:gap-x-6">
        <Link to={paths.home} aria-label="Tezi home" className="flex h-10 items-center rounded-box">
          <Wordmark />
        </Link>
        <MainNav />
        <div className="ms-auto flex items-center sm:gap-2">
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

/** States on every page of the demo that its data is invented, and links to the page about the demo. */
function DemoRibbon() {
  const root = useRouteLoaderData<SiteData>('root');
  if (!root?.demo) return null;
  return (
    <p className="demo-ribbon">
      <Link to={paths.demo} className="container-page">
        <span>Demo data</span>
        <span>Prices, signals and news are invented.</span>
        <span>About this demo</span>
      </Link>
    </p>
  );
}

/** The link to the search page. Once the page is idle, it opens the search as a dialog instead, as do `/` and Ctrl+K. */
function SearchLink() {
  const link = useRef<HTMLAnchorElement>(null);
  return (
    <>
      <Link ref={link} to={paths.search} aria-label="Search" className="icon-button">
        <SearchIcon className="size-4.5" />
      </Link>
      <SearchOpener link={link} />
    </>
  );
}

/** The links in the header on wide screens. On narrow ones they are in the site menu. */
function MainNav() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main" className="hidden self-stretch lg:flex">
      <ul className="flex">
        <SignedIn item="flex">
          <NavLink to={paths.today} className="bar-link">
            Today
          </NavLink>
        </SignedIn>
        {mainLinks.map((link) => (
          <li key={link.to} className="flex">
            <NavLink to={link.to} className="bar-link">
              {link.name}
            </NavLink>
            {link.more && <NavMenu id="types-menu" label="Types of signals" links={link.more} />}
          </li>
        ))}
        <li className="flex">
          <NavMenu id="more-menu" name="More" links={moreLinks} />
        </li>
        <li className="flex">
          <NavMenu id="policies-menu" name="Policies" links={policyLinks} />
        </li>
      </ul>
      <SignedIn only="admin">
        <NavLink
          to={paths.adminDashboard}
          data-active={pathname.startsWith('/admin/') || undefined}
          className="bar-link"
        >
          Admin Panel
        </NavLink>
      </SignedIn>
    </nav>
  );
}

/** The logo, drawn by the style sheet, which all pages share. */
export const Wordmark = ({ className = '' }: { className?: string }) => (
  <span aria-hidden="true" className={`wordmark ${className}`} />
);
