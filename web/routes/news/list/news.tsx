import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MetaArgs, useLoaderData } from 'react-router';
import { listNewsCategories, listNewsSectors, listNewsSources } from '#contract/news/endpoints.ts';
import { getNewsFeedPath, paths } from '#contract/paths.ts';
import { api } from '#web/api/api.ts';
import { callEndpoint, type Send } from '#web/api/call.ts';
import { CHOICES_STALE_MS, shouldRetry, toInitialData } from '#web/api/query-options.ts';
import { FilterBar } from '#web/list/filter-bar.tsx';
import { createListLoader } from '#web/list/list-loader.ts';
import { ListPage, useListPage } from '#web/list/list-page.tsx';
import { lazyWithPreload } from '#web/ui/lazy/lazy-with-preload.tsx';
import { ArticleResults } from './article-results.tsx';
import { MAX_SEARCH_LENGTH, newsList } from './filters.ts';
import type { NewsChoices, NewsFieldsProps } from './news-fields.tsx';

const NewsFields = lazyWithPreload(async () => (await import('./news-fields.tsx')).NewsFields);

export { clientLoader, headers } from '#web/document/rendered-page.ts';
export const loader = createListLoader(newsList, async (send) => {
  const choices = await loadChoices(send);
  // A page without the choices is usable, but must not be cached.
  const init = choices === null ? { headers: { 'Cache-Control': 'no-store' } } : undefined;
  return { rendered: { choices }, init };
});
export const { handle } = newsList;
export const meta = (args: MetaArgs) => [
  ...newsList.meta(args),
  {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/atom+xml',
    title: 'Tezi: Financial News',
    href: getNewsFeedPath(),
  },
];

export default function News() {
  const rendered = useLoaderData<typeof loader>();
  const state = useListPage(newsList, rendered);
  const choices = useNewsChoices(rendered);
  return (
    <ListPage
      path={newsList.path}
      title="Financial News"
      description="News about the Pakistan Stock Exchange from several sources."
      state={state}
    >
      <NewsFilterBar {...state.fields} choices={choices} />
      <ArticleResults filters={state.filters} articles={state.query} returnedFromId={state.returnedFromId} />
    </ListPage>
  );
}

/** Loads the choices on the server. Returns `null` if that fails: the browser loads them later. */
function loadChoices(send: Send): Promise<NewsChoices | null> {
  const call: typeof api = (endpoint, input) => callEndpoint(endpoint, input, send);
  return readChoices(call).catch(() => null);
}

async function readChoices(call: typeof api): Promise<NewsChoices> {
  const [{ sources }, { sectors }, { categories }] = await Promise.all([
    call(listNewsSources, {}),
    call(listNewsSectors, {}),
    call(listNewsCategories, {}),
  ]);
  return { sources, sectors, categories };
}

const NO_CHOICES: NewsChoices = { sources: [], sectors: [], categories: [] };

/** Returns the choices; empty lists until they are loaded. */
function useNewsChoices(rendered: { choices: NewsChoices | null; asOf: string } | null): NewsChoices {
  const { data } = useQuery({
    queryKey: ['news', 'choices'],
    queryFn: () => readChoices(api),
    staleTime: CHOICES_STALE_MS,
    gcTime: CHOICES_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.choices, rendered?.asOf),
  });
  return data ?? NO_CHOICES;
}

interface NewsFilterBarProps extends NewsFieldsProps {
  /** Resets the search box when it changes. */
  clearCount: number;
}

function NewsFilterBar({ clearCount, ...props }: NewsFilterBarProps) {
  const { filters, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <FilterBar
      name="News"
      path={paths.news}
      search={{
        text: filters.search,
        label: 'Search news',
        placeholder: 'Search news',
        maxLength: MAX_SEARCH_LENGTH,
      }}
      onSearch={(search) => onChange({ search })}
      clearCount={clearCount}
      buttonLabel="Filters"
      activeCount={newsList.countActive(filters)}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      lazyFields={NewsFields}
      fields={<NewsFields {...props} />}
    />
  );
}
