import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Elements } from './elements.ts';

interface SectionProps {
  id: string;
  title: string;
  /** The page with all of it. */
  link?: { to: string; text: string };
  children: Elements;
}

/** A titled part of a page. */
export function Section({ id, title, link, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {link && (
          <Link to={link.to} className="link text-sm">
            {link.text}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

/** Replaces an empty list in a section. */
export const EmptyText = ({ children }: { children: ReactNode }) => (
  <p className="text-sm text-muted">{children}</p>
);
