import { data, Link, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router';
import { getSearchPath, paths } from '#core/contract/paths.ts';
import { callEndpoint } from '#core/web/api/call.ts';
import { createServerSend, serverContext } from '#core/web/api/server-send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import type { PageHandle } from '#core/web/document/page-query.ts';
import { cleanValue } from '#core/web/list/filters.ts';
import { loadList, type RenderedList } from '#core/web/list/list-loader.ts';
import { Button } from '#core/web/ui/button.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { controlClass } from '#core/web/ui/forms/field.tsx';
import { SearchBox } from '#core/web/ui/forms/search-box.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import {
  collapseSpaces,
  SEARCH_MAX_LENGTH,
  type SearchResults,
  searchSite,
} from '#features/market/contract/search.ts';
import { StarButton } from '#features/market/web/public/symbols/star-button.tsx';
import { ResultText, type SearchGroup, SearchStatus, useSiteSearch } from './search-groups.tsx';

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const q = readSearch(url.searchParams);
  if (q === '') return null;
  const call = callEndpoint(searchSite, { query: { q } }, createServerSend(context, request));
  const { rendered, init } = await loadList(call, context.get(serverContext).now());
  return data<RenderedList<SearchResults>>(rendered, init);
}

export const handle: PageHandle = {
  query: ['q'],
  canonicalQuery: (params) => {
    const q = readSearch(params);
    return new URLSearchParams(q === '' ? {} : { q });
  },
};

export const meta = createPageMeta({
  title: 'Search',
  description: 'Search companies of the Pakistan Stock Exchange, market news and the pages of Tezi.',
  path: paths.search,
  noindex: true,
});

const readSearch = (params: URLSearchParams) =>
  collapseSpaces(cleanValue(params.get('q')).slice(0, SEARCH_MAX_LENGTH));

const DEBOUNCE_MS = 120;

/** The results of a search as a page. Without scripts it is what the search in the header leads to. */
export default function Search() {
  const rendered = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const location = useLocation();
  const q = readSearch(new URLSearchParams(location.search));
  const search = (text: string) =>
    void navigate(text === '' ? paths.search : getSearchPath(text), {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <>
      <PageHeader title="Search" description="Companies by symbol or name, market news and pages." />
      <search aria-label="Site">
        <form action={paths.search} onSubmit={(event) => event.preventDefault()} className="flex gap-2">
          <SearchBox
            name="q"
            label="Search companies, news and pages"
            placeholder="Company, symbol, news or page"
            value={q}
            debounceMs={DEBOUNCE_MS}
            maxLength={SEARCH_MAX_LENGTH}
            className={`${controlClass} min-w-0 flex-1`}
            onSearch={search}
          />
          <Button type="submit" className="without-scripts shrink-0">
            Search
          </Button>
        </form>
      </search>
      <FoundResults text={q} rendered={rendered} />
    </>
  );
}

interface FoundResultsProps {
  text: string;
  rendered: RenderedList<SearchResults> | null;
}

/** The results of a search as lists of links, or its loading, failed or empty state. */
function FoundResults({ text, rendered }: FoundResultsProps) {
  const search = useSiteSearch(text, rendered);
  const { groups, error, isLoading } = search;
  return (
    <>
      {error && (
        <LoadFailure isBusy={search.isRetrying} onRetry={search.retry} className="mt-5">
          {error}
        </LoadFailure>
      )}
      {isLoading && !error && groups.length === 0 && (
        <Skeleton className="with-scripts">Searching...</Skeleton>
      )}
      {rendered?.response === null && !error && (
        <div className="without-scripts mt-5">
          <Notice tone="danger">The search failed. Please try again in a minute.</Notice>
        </div>
      )}
      <div aria-busy={isLoading} className={`mt-6 grid grid-cols-1 gap-8 ${isLoading ? 'opacity-70' : ''}`}>
        {groups.map((group) => (
          <ResultSection key={group.name} group={group} />
        ))}
      </div>
      <SearchStatus text={text} search={search} isCurrent={!isLoading} />
    </>
  );
}

function ResultSection({ group: { name, items, more } }: { group: SearchGroup }) {
  return (
    <section aria-labelledby={`results-${name}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line pb-2">
        <h2 id={`results-${name}`} className="text-lg">
          {name}
        </h2>
        {more && (
          <Link to={more.to} className="link text-sm">
            {more.title}
          </Link>
        )}
      </div>
      <ul>
        {items.map((item) => (
          <li key={item.to} className="flex items-center gap-3 border-b border-line">
            {item.symbol && <StarButton symbol={item.symbol} />}
            <Link
              to={item.to}
              state={item.state}
              className="flex min-h-10 flex-1 items-baseline gap-3 py-2 text-sm hover:bg-sunken"
            >
              <ResultText item={item} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
