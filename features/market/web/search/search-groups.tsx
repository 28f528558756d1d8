import type { ReactNode } from 'react';
import { getArticlePath, getCompanyPath, paths } from '#core/contract/paths.ts';
import { TimeWithAge } from '#core/web/ui/times/time-with-age.tsx';
import type { CustomerSummary } from '#features/billing/contract/admin-endpoints.ts';
import {
  buildCustomersUrl,
  getFullName,
} from '#features/billing/web/public/admin/customers/customer-links.ts';
import {
  type FoundArticle,
  type FoundCompany,
  type FoundTopic,
  MAX_FOUND,
  type SearchResults,
} from '#features/market/contract/search.ts';
import type { SitePage } from './site-pages.ts';

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
export function groupResults(search: string, { site, pages, customers = [] }: Found): SearchGroup[] {
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
export function describeCounts(groups: readonly SearchGroup[]): string {
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
