import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getArticlePath, getCompanyPath, paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { callEndpoint } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { LIST_STALE_MS, toInitialData } from '#core/web/api/query-options.ts';
import { sendToApi } from '#core/web/api/send.ts';
import type { RenderedList } from '#core/web/list/list-loader.ts';
import { useSession } from '#core/web/session/session.ts';
import { TimeWithAge } from '#core/web/ui/times/time-with-age.tsx';
import { type CustomerSummary, listCustomers } from '#features/billing/contract/admin-endpoints.ts';
import {
  buildCustomersUrl,
  getFullName,
} from '#features/billing/web/public/admin/customers/customer-links.ts';
import {
  collapseSpaces,
  type FoundArticle,
  type FoundCompany,
  type FoundTopic,
  MAX_FOUND,
  type SearchResults,
  searchSite,
} from '#features/market/contract/search.ts';
import { findPages, type SitePage } from './site-pages.ts';

export interface SearchItem {
  to: string;
  /** The symbol of a company. */
  symbol?: string;
  title: string;
  detail?: ReactNode;
  /** The state of the navigation, with which the page of an article shows its title at once. */
  state?: { title: string };
}

export interface SearchGroup {
  name: string;
  items: SearchItem[];
  /** The link to all results, if there may be more. */
  more: { to: string; title: string } | null;
}

interface Found {
  site?: SearchResults | undefined;
  pages: readonly SitePage[];
  customers?: readonly CustomerSummary[] | undefined;
}

/** Groups results by kind; groups without results are left out. */
function groupResults(search: string, { site, pages, customers = [] }: Found): SearchGroup[] {
  const query = new URLSearchParams({ search });
  const market = [
    toGroup('Companies', site?.companies ?? [], toCompanyItem, `${paths.companies}?${query}`),
    toGroup('Sectors and indices', site?.topics ?? [], toTopicItem, null),
  ];
  const groups = [
    ...(site?.is_topic_first ? market.toReversed() : market),
    toGroup('Customers', customers, toCustomerItem, buildCustomersUrl({ search, page: 1 })),
    toGroup('Pages', pages, ({ to, name }) => ({ to, title: name }), null),
    toGroup('News', site?.articles ?? [], toArticleItem, `${paths.news}?${query}`),
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** `allPath` leads to the list of all results; without one the group shows them all. */
function toGroup<Result>(
  name: string,
  results: readonly Result[],
  toItem: (result: Result) => SearchItem,
  allPath: string | null,
): SearchGroup {
  const shown = allPath === null ? results : results.slice(0, MAX_FOUND);
  const hasMore = allPath !== null && results.length >= MAX_FOUND;
  return {
    name,
    items: shown.map(toItem),
    more: hasMore ? { to: allPath, title: `All ${name.toLowerCase()} for this search` } : null,
  };
}

const PART_NAMES: Record<NonNullable<FoundCompany['part']>, string> = {
  prices: 'Prices',
  signals: 'Signals',
  news: 'News',
  'board-meetings': 'Board meetings',
  'book-closures': 'Dividends and book closures',
};

function toCompanyItem({ symbol, name, sector, is_listed, part, reason }: FoundCompany): SearchItem {
  const about = reason ?? (is_listed ? sector : 'Not in the company directory');
  const detail = part === null ? about : [PART_NAMES[part], about].filter(Boolean).join(' · ');
  // Outside the directory the name may be unknown.
  const texts = detail !== null && name === symbol ? { title: detail } : { title: name, detail };
  return { to: `${getCompanyPath(symbol)}${part === null ? '' : `#${part}`}`, symbol, ...texts };
}

const toTopicItem = ({ kind, name }: FoundTopic): SearchItem =>
  kind === 'sector'
    ? {
        to: `${paths.companies}?${new URLSearchParams({ sector: name })}`,
        title: name,
        detail: 'Companies of the sector',
      }
    : {
        to: `${paths.news}?${new URLSearchParams({ search: name.replace(' ', '-') })}`,
        title: `${name} index`,
        detail: 'News about the index',
      };

const toCustomerItem = (customer: CustomerSummary): SearchItem => ({
  to: buildCustomersUrl({ search: '', page: 1 }, customer.id),
  title: getFullName(customer),
  detail: customer.email,
});

const toArticleItem = ({ id, title, sources, pub_date: publishedAt }: FoundArticle): SearchItem => ({
  to: getArticlePath(id),
  title,
  state: { title },
  detail: (
    <span>
      <span>{sources.map(({ name }) => name).join(', ')}</span>
      {publishedAt && (
        <span>
          {' · '}
          <TimeWithAge at={publishedAt} />
        </span>
      )}
    </span>
  ),
});

/** Describes the numbers of results for screen readers, for example `2 companies, 1 article`. */
function describeCounts(groups: readonly SearchGroup[]): string {
  return groups
    .map(({ name, items: { length } }) => `${length} ${length === 1 ? SINGULAR[name] : name.toLowerCase()}`)
    .join(', ');
}

const SINGULAR: Record<string, string> = {
  Companies: 'company',
  'Sectors and indices': 'sector or index',
  Pages: 'page',
  Customers: 'customer',
  News: 'article',
};

interface SiteSearch {
  groups: SearchGroup[];
  /** The number of results in the groups. */
  count: number;
  /** The results of the search are not complete yet; `groups` may be those of the previous search. */
  isLoading: boolean;
  error: string | null;
  isRetrying: boolean;
  retry: () => void;
}

/**
 * Searches companies, articles and pages, and for administrators customers. While a search is loading, the previous results
 * remain, and its request is canceled once another search replaces it.
 */
export function useSiteSearch(text: string, rendered: RenderedList<SearchResults> | null = null): SiteSearch {
  const search = collapseSpaces(text).toLowerCase();
  const user = useSession();
  const viewer = !user ? 'visitor' : user.isAdmin ? 'admin' : 'customer';
  const site = useQuery({
    queryKey: ['search', search],
    queryFn: ({ signal }) =>
      callEndpoint(searchSite, { query: { q: search } }, (path, init) =>
        sendToApi(path, { ...init, signal }),
      ),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: LIST_STALE_MS,
    // The user waits, and can retry.
    retry: false,
    ...toInitialData(rendered?.response, rendered?.asOf),
  });
  const customers = useQuery({
    // Starts like those of the admin pages, which change customers.
    queryKey: ['admin-customers', 'search', search],
    queryFn: () => api(listCustomers, { query: { search } }),
    enabled: search !== '' && viewer === 'admin',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const queries = viewer === 'admin' ? [site, customers] : [site];
  const pages = findPages(search, viewer);
  const groups =
    search === ''
      ? groupResults(search, { pages })
      : groupResults(search, {
          site: site.data,
          pages,
          customers: viewer === 'admin' ? customers.data?.results : undefined,
        });
  const failed = queries.find(({ isError }) => isError);
  return {
    groups,
    count: groups.reduce((sum, { items }) => sum + items.length, 0),
    isLoading: search !== '' && queries.some((query) => query.isPlaceholderData || query.isPending),
    error:
      search !== '' && failed
        ? getErrorMessage(failed.error, failed === site ? 'The search failed' : 'Failed to search customers')
        : null,
    isRetrying: queries.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

/** The text of a result: the symbol of a company in a column of its own, then title and detail. */
export function ResultText({ item: { symbol, title, detail } }: { item: SearchItem }) {
  return (
    <>
      {symbol && (
        <span className="w-20 shrink-0 font-semibold wrap-anywhere" translate="no">
          {symbol}
        </span>
      )}
      <span className="min-w-0">
        <span dir="auto" className="block wrap-anywhere">
          {title}
        </span>
        {detail && <span className="block text-xs text-muted wrap-anywhere">{detail}</span>}
      </span>
    </>
  );
}

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
