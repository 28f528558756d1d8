import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation, useRouteLoaderData } from 'react-router';
import type { RootData, SiteData } from '#core/contract/page-entry.ts';
import { paths } from '#core/contract/paths.ts';
import { loadAfterIdle } from '#core/web/ui/lazy/after-idle.tsx';
import { SignedIn } from '#core/web/ui/signed-in.tsx';
import { CustomerNotices } from '#slots.ts';
import { Header, Wordmark } from './header.tsx';
import { useFollowLinks } from './use-follow-links.ts';

/**
 * The header and footer around every page, including error pages. The content is at least one screen high, so that content
 * that loads later does not move a visible footer.
 */
export function Frame({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const title = usePageChange(main);
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <NavigationProgress />
      <Header />
      <MarketStatus />
      <SignedIn only="customer">
        <CustomerNotices />
      </SignedIn>
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="container-page min-h-[calc(100svh-var(--spacing-header))] py-8 sm:py-10"
      >
        {children}
      </main>
      <Footer />
      <p role="status" className="sr-only">
        {title}
      </p>
    </>
  );
}

const FollowMarket = loadAfterIdle(async () => (await import('./follow-market.ts')).FollowMarket);

/**
 * States whether the exchange is open: as the server rendered it, then by the time. Not a live region, because no user waits for
 * the change. The line has its height without a text too, so that nothing moves.
 */
function MarketStatus() {
  const rendered = useRouteLoaderData<RootData>('root')?.market;
  const [period, setPeriod] = useState(rendered?.periods[0]);
  return (
    <aside aria-label="Market hours" className="no-print container-page h-6 pt-1.5 text-xs text-muted">
      {rendered && period && (
        <>
          <p data-state={period.state} className="market-status figures truncate">
            {`PSX: ${period.text}`}
          </p>
          <FollowMarket rendered={rendered} onChange={setPeriod} />
        </>
      )}
    </aside>
  );
}

/** A bar at the top of the window while a page loads. It appears late, so that fast navigation does not flicker. */
function NavigationProgress() {
  if (useNavigation().state === 'idle') return null;
  return <div role="progressbar" aria-label="Loading page" className="navigation-progress delayed" />;
}

/**
 * After client-side navigation, moves the focus to the content of the new page, unless the page has done so itself. Returns
 * the title for screen readers to announce.
 */
function usePageChange(main: RefObject<HTMLElement | null>): string {
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    setTitle(document.title);
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
  return title;
}

/**
 * The content of the footer stays as the server rendered it, without code in the browser, because it never changes. The browser reads
 * it from the document, because React renders the document again after an error.
 */
const footerHtml = import.meta.env.SSR ? '' : (document.querySelector('footer')?.innerHTML ?? '');

function Footer() {
  const followLinks = useFollowLinks();
  if (import.meta.env.SSR)
    return (
      <footer className="footer">
        <FooterContent />
      </footer>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the clicks are those of its links
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key that is pressed on a link is a click
    <footer
      className="footer"
      onClick={followLinks}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what the server rendered
      dangerouslySetInnerHTML={{ __html: footerHtml }}
    />
  );
}

/** The content of the footer, which only the server renders. */
function FooterContent() {
  return (
    <>
      <div className="container-page grid grid-cols-2 gap-x-6 gap-y-8 py-10 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-2 max-w-md lg:col-span-1">
          <Wordmark className="wordmark-small" />
          <p className="mt-3">
            Professional Pakistan Stock Exchange trading signals for all types of traders.
          </p>
          <p className="mt-3 text-muted">
            Risk disclaimer: trading involves risk and may not be suitable for all investors. Results are not
            guaranteed, and past performance does not predict future results.
          </p>
        </div>
        <Column title="Quick Links">
          <FooterLink to={paths.signals}>Signals</FooterLink>
          <li>
            <ul className="ps-3">
              <FooterLink to={paths.intradaySignals}>Intraday</FooterLink>
              <FooterLink to={paths.swingSignals}>Swing</FooterLink>
              <FooterLink to={paths.investmentSignals}>Investment</FooterLink>
            </ul>
          </li>
          <FooterLink to={paths.performance}>Performance</FooterLink>
          <FooterLink to={paths.terms}>Terms</FooterLink>
          <FooterLink to={paths.privacy}>Privacy</FooterLink>
          <FooterLink to={paths.refund}>Refund</FooterLink>
        </Column>
        <Column title="Platform">
          <FooterLink to={paths.boardMeetings}>Board Meetings</FooterLink>
          <FooterLink to={paths.bookClosure}>Book Closure</FooterLink>
          <FooterLink to={paths.news}>Market News</FooterLink>
          <FooterLink to={paths.charting}>Charting Tools</FooterLink>
          <FooterLink to={paths.companies}>Companies</FooterLink>
          <FooterLink to={paths.watchlist}>My Companies</FooterLink>
          <FooterLink to={paths.positions}>My Positions</FooterLink>
          <FooterLink to={paths.record}>Public Record</FooterLink>
          {/* A constant of the contract would be in the scripts of every page. */}
          <FooterLink to="/developers">API for Developers</FooterLink>
          <FooterLink to={paths.verify}>Is This Message Genuine?</FooterLink>
        </Column>
        <Contact />
      </div>
      <div className="container-page">
        <p className="border-t border-line py-4 text-muted">© 2025 Tezi. All rights reserved.</p>
      </div>
    </>
  );
}

function Contact() {
  const contact = useRouteLoaderData<SiteData>('root')?.contact;
  return (
    <Column title="Contact">
      {contact && (
        <>
          <li>
            <a href={`mailto:${contact.email}`} className="footer-link" translate="no">
              {contact.email}
            </a>
          </li>
          <li>
            <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`} className="footer-link" translate="no">
              {contact.phone}
            </a>
          </li>
        </>
      )}
      <li className="py-1 text-muted">Lahore, Pakistan</li>
    </Column>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="max-lg:last:col-span-2">
      <h2 className="mb-1 text-sm">{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <a href={to} className="footer-link">
        {children}
      </a>
    </li>
  );
}
