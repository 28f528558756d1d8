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

/** What the list is rendered with on the server. What fails there the browser asks for again. */
export async function loadNews(filters: NewsFilters, send: Send): Promise<RenderedNews> {
  const [articles, choices] = await Promise.allSettled([
    callEndpoint(listArticles, { query: articlesQuery(filters) }, send),
    loadChoices(send),
  ]);
  return {
    articles: had(articles),
    choices: had(choices),
    isPastEnd: articles.status === 'rejected' && filters.page > 1 && isNotFound(articles.reason),
    asOf: new Date().toISOString(),
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

export async function loadArticle(id: string, send: Send): Promise<RenderedArticle> {
  const asOf = new Date().toISOString();
  try {
    return { detail: await callEndpoint(readArticle, { params: { id } }, send), isNotFound: false, asOf };
  } catch (error) {
    return { detail: null, isNotFound: isNotFound(error), asOf };
  }
}
