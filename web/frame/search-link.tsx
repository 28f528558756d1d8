import { useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { loadAfterIdle } from '#web/ui/after-idle.tsx';
import { SearchIcon } from '#web/ui/icons.tsx';

const SearchOpener = loadAfterIdle(async () => (await import('#web/search/search-opener.tsx')).SearchOpener);

/** The link to the search page. Once the page is idle, it opens the search as a dialog instead, as do `/` and Ctrl+K. */
export function SearchLink() {
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
