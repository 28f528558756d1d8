import {
  listArticles,
  listNewsCategories,
  listNewsSectors,
  listNewsSources,
  readArticle,
} from '#contract/news/endpoints.ts';
import { callEndpoint, type Send } from '#web/api/call.ts';
import { had, isNotFound } from '#web/list/list-queries.ts';
import type { RenderedArticle } from './details/use-article.ts';
import { articlesQuery, type NewsFilters } from './list/filters.ts';
import type { NewsChoices, RenderedNews } from './news-queries.ts';

/**
 * Loads what the list is rendered with on the server. What fails there is loaded again by the browser; without the choices
 * to filter by, which fail on their own, the page is still a good one.
 */
export async function loadNews(
  filters: NewsFilters,
  send: Send,
): Promise<{ rendered: RenderedNews; failure: unknown }> {
  const asOf = new Date().toISOString();
  const [articles, choices] = await Promise.allSettled([
    callEndpoint(listArticles, { query: articlesQuery(filters) }, send),
    loadChoices(send),
  ]);
  const failure = articles.status === 'rejected' ? articles.reason : null;
  return {
    rendered: {
      articles: had(articles),
      choices: had(choices),
      isPastEnd: filters.page > 1 && isNotFound(failure),
      asOf,
    },
    failure,
  };
}

async function loadChoices(send: Send): Promise<NewsChoices> {
  const [{ sources }, { sectors }, { categories }] = await Promise.all([
    callEndpoint(listNewsSources, {}, send),
    callEndpoint(listNewsSectors, {}, send),
    callEndpoint(listNewsCategories, {}, send),
  ]);
  return { sources, sectors, categories };
}

export async function loadArticle(
  id: string,
  send: Send,
): Promise<{ rendered: RenderedArticle; failure: unknown }> {
  const asOf = new Date().toISOString();
  try {
    const detail = await callEndpoint(readArticle, { params: { id } }, send);
    return { rendered: { detail, isNotFound: false, asOf }, failure: null };
  } catch (failure) {
    return { rendered: { detail: null, isNotFound: isNotFound(failure), asOf }, failure };
  }
}
