import type { ReactNode } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { SiteData } from '#core/contract/page-entry.ts';
import { paths } from '#core/contract/paths.ts';
import { Wordmark } from './header.tsx';

/** The content of the footer, which only the server renders. */
export function FooterContent() {
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
