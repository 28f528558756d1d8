import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pageNumbers } from './page-numbers.ts';

interface PaginationProps {
  page: number;
  pages: number;
  /** The address of a page. */
  addressOf: (page: number) => string;
  /** What of the list is shown: `Showing 13-24 of 52 articles`. */
  summary: ReactNode;
}

/** The way to the other pages of a list, where there are any: links, so that they work before and without scripts. */
export function Pagination({ page, pages, addressOf, summary }: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-8 grid justify-items-center gap-3 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-center gap-x-1 gap-y-2">
        <Step name="Previous" to={page > 1 ? addressOf(page - 1) : null} />
        <ul className="flex flex-wrap items-center justify-center gap-1 max-sm:order-first max-sm:w-full">
          {pageNumbers(page, pages).map((number, index) =>
            number === 'gap' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its place alone
              <li key={`gap ${index}`} aria-hidden="true" className="px-1 text-muted">
                …
              </li>
            ) : (
              <li key={number}>
                <Link
                  to={addressOf(number)}
                  preventScrollReset
                  aria-label={`Page ${number}`}
                  aria-current={number === page ? 'page' : undefined}
                  className={`${SHAPE} figures min-w-9 px-1.5 sm:min-w-10 sm:px-2 ${number === page ? 'border-accent bg-accent text-on-accent' : 'border-line-strong bg-surface hover:bg-sunken'}`}
                >
                  {number}
                </Link>
              </li>
            ),
          )}
        </ul>
        <Step name="Next" to={page < pages ? addressOf(page + 1) : null} />
      </div>
      <p className="text-sm text-muted">{summary}</p>
    </nav>
  );
}

/** At the first and the last page the step stays in its place and leads nowhere. */
function Step({ name, to }: { name: 'Previous' | 'Next'; to: string | null }) {
  const shape = `${SHAPE} px-4`;
  if (to === null) {
    return <span className={`${shape} cursor-not-allowed border-line bg-sunken text-muted`}>{name}</span>;
  }
  return (
    <Link to={to} preventScrollReset className={`${shape} border-line-strong bg-surface hover:bg-sunken`}>
      {name}
    </Link>
  );
}

const SHAPE = 'inline-flex min-h-10 items-center justify-center rounded-box border text-sm font-semibold';
