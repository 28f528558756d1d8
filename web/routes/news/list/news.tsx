import { type MetaArgs, useLoaderData } from 'react-router';
import { getNewsFeedPath } from '#contract/paths.ts';
import { createListLoader } from '#web/list/list-loader.ts';
import { ListPage, useListPage } from '#web/list/list-page.tsx';
import { loadChoices, useNewsChoices } from '#web/routes/news/news-queries.ts';
import { ArticleResults } from './article-results.tsx';
import { NewsFilterBar } from './filter-bar.tsx';
import { newsList } from './filters.ts';

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
