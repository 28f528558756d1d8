import { data, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router';
import { getSearchPath, paths } from '#contract/paths.ts';
import {
  collapseSpaces,
  SEARCH_MAX_LENGTH,
  type SearchResults,
  searchSite,
} from '#contract/search/search.ts';
import { callEndpoint } from '#web/api/call.ts';
import { createServerSend, serverContext } from '#web/api/server-send.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import type { PageHandle } from '#web/document/page-query.ts';
import { cleanValue } from '#web/list/filters.ts';
import { loadList, type RenderedList } from '#web/list/list-loader.ts';
import { Button } from '#web/ui/button.tsx';
import { controlClass } from '#web/ui/forms/field.tsx';
import { SearchBox } from '#web/ui/forms/search-box.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { FoundResults } from './found-results.tsx';

export { clientLoader, headers } from '#web/document/rendered-page.ts';

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
