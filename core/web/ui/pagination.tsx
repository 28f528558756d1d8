import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface PaginationProps {
  page: number;
  pages: number;
  getUrl: (page: number) => string;
  /** The range shown, for example `Showing 13-24 of 52 articles`. */
  summary: ReactNode;
}

/** Links to the other pages of a list, if it has any. Links work before hydration and without scripts. */
export function Pagination({ page, pages, getUrl, summary }: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-8 grid justify-items-center gap-3 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-center gap-x-1 gap-y-2">
        <Step name="Previous" to={page > 1 ? getUrl(page - 1) : null} />
        <ul className="flex flex-wrap items-center justify-center gap-1 max-sm:order-first max-sm:w-full">
          {getPageNumbers(page, pages).map((number, index) =>
            number === 'gap' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other identity than its position
              <li key={`gap ${index}`} aria-hidden="true" className="px-1 text-muted">
                …
              </li>
            ) : (
              <li key={number}>
                <Link
                  to={getUrl(number)}
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
        <Step name="Next" to={page < pages ? getUrl(page + 1) : null} />
      </div>
      <p className="text-sm text-muted">{summary}</p>
    </nav>
  );
}

/** On the first and the last page the step is shown without a link, so that the others do not move. */
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

const NEIGHBORS = 2;

/** Returns the page numbers to link to: first, last and two on either side of the current one, with gaps between. */
export function getPageNumbers(page: number, pages: number): (number | 'gap')[] {
  const numbers: (number | 'gap')[] = [];
  let last = 0;
  for (let number = 1; number <= pages; number += 1) {
    if (number !== 1 && number !== pages && Math.abs(number - page) > NEIGHBORS) continue;
    if (number > last + 1) numbers.push('gap');
    numbers.push(number);
    last = number;
  }
  return numbers;
}
