import { describeCounts } from './search-groups.tsx';
import type { SiteSearch } from './use-site-search.ts';

interface SearchStatusProps {
  text: string;
  search: SiteSearch;
  /** The results are those of the typed text. */
  isCurrent: boolean;
}

/** States that there are no results, and announces the number of results to screen readers. */
export function SearchStatus({ text, search: { groups, count, error }, isCurrent }: SearchStatusProps) {
  const isSettled = isCurrent && text !== '' && error === null;
  const isEmpty = isSettled && count === 0;
  return (
    <>
      {isEmpty && (
        <div className="grid gap-1 px-4 py-8 text-center">
          <p className="font-semibold wrap-anywhere">{`No results for “${text}”`}</p>
          <p className="text-sm text-muted">{NO_RESULTS_HINT}</p>
        </div>
      )}
      <p role="status" className="sr-only">
        {isSettled && (count > 0 ? describeCounts(groups) : `No results for ${text}. ${NO_RESULTS_HINT}`)}
      </p>
    </>
  );
}

const NO_RESULTS_HINT = 'Try a symbol such as LUCK, part of a company’s name, or other words of a headline.';
