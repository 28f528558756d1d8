import type { ReactNode } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import type { SiteData } from '#core/contract/page-entry.ts';
import { policyLinks } from '#core/web/frame/links.ts';
import type { Elements } from '#core/web/ui/elements.ts';

interface LegalPageProps {
  title: string;
  /** A summary of the page in one or two sentences. */
  summary: ReactNode;
  sections: readonly { id: string; title: string; text: Elements }[];
}

/** A policy with numbered sections and a table of contents, so that sections can be linked to. */
export function LegalPage({ title, summary, sections }: LegalPageProps) {
  return (
    <article className="grid gap-x-14 gap-y-8 lg:grid-cols-[1fr_16rem]">
      <div className="min-w-0">
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        <p className="mt-2 text-sm text-muted">Last updated: December 2023</p>
        <div className="mt-5 max-w-[68ch] border-s-2 border-accent ps-4">{summary}</div>
        <div className="prose">
          {sections.map((section, index) => (
            <section key={section.id} aria-labelledby={section.id}>
              <h2 id={section.id}>{`${index + 1}. ${section.title}`}</h2>
              {section.text}
            </section>
          ))}
        </div>
        <OtherPolicies currentTitle={title} />
      </div>
      <nav aria-label="On this page" className="max-lg:hidden">
        <div className="sticky top-20 text-sm">
          <p className="font-semibold">On this page</p>
          <ol className="mt-2 border-s border-line">
            {sections.map((section, index) => (
              <li key={section.id}>
                <a href={`#${section.id}`} className="block py-1 ps-3 text-muted hover:text-ink">
                  {`${index + 1}. ${section.title}`}
                </a>
              </li>
            ))}
          </ol>
        </div>
      </nav>
    </article>
  );
}

function OtherPolicies({ currentTitle }: { currentTitle: string }) {
  return (
    <p className="mt-10 flex flex-wrap gap-x-5 gap-y-2 border-t border-line pt-4 text-sm">
      {policyLinks
        .filter((link) => link.name !== currentTitle)
        .map((link) => (
          <Link key={link.to} to={link.to} className="link py-1">
            {link.name}
          </Link>
        ))}
    </p>
  );
}

/** The contact details from the configuration. */
export function ContactLines() {
  const contact = useRouteLoaderData<SiteData>('root')?.contact;
  return (
    <ul>
      {contact && (
        <>
          <li>
            Email:{' '}
            <a href={`mailto:${contact.email}`} translate="no">
              {contact.email}
            </a>
          </li>
          <li>{`Phone: ${contact.phone}`}</li>
        </>
      )}
      <li>Location: Lahore, Pakistan</li>
    </ul>
  );
}
