import { getPageLinks, parsePage } from '#core/server/http/pagination.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { cacheHolidays } from '#features/market/server/market.ts';
import {
  DEFAULT_NEWS_ORDERING,
  getArticle,
  listArticles as listArticlesEndpoint,
  listNewsCategories,
  listNewsSectors,
  listNewsSources,
  MAX_SEARCH_RESULTS,
  NEWS_PAGE_SIZE,
} from '#features/news/contract/endpoints.ts';
import { atomFeedRoutes } from './atom-feed.routes.ts';
import { createArticleSearch, listArticles, type SearchArticles } from './list/list-articles.ts';
import { cacheNewsOverview, listChoices } from './list/news-overview.ts';
import { findArticle, presentArticle } from './news.queries.ts';
import { adminNewsRoutes } from './sources/news.admin.routes.ts';
import { createSilenceCheck, createSourcesCheck } from './sources/sources-check.ts';

const MAX_ID = 2_147_483_647;

export function registerNews(dependencies: RouteDependencies): { searchArticles: SearchArticles } {
  const { api, handle, caching, config, database } = dependencies;
  const db = database.db;
  const getOverview = cacheNewsOverview(database);
  atomFeedRoutes(api, dependencies, { getOverview, caching });
  adminNewsRoutes(handle, dependencies);
  dependencies.checks.register(
    createSourcesCheck(db, dependencies.clock),
    createSilenceCheck(db, dependencies.clock, cacheHolidays(database)),
  );

  handle(listArticlesEndpoint, async ({ query, url }) => {
    const page = parsePage(query.page);
    const slice = {
      ordering: query.ordering ?? DEFAULT_NEWS_ORDERING,
      offset: (page - 1) * NEWS_PAGE_SIZE,
      limit: NEWS_PAGE_SIZE,
    };
    const found = await listArticles(db, await getOverview(), query, slice, {
      maxCount: MAX_SEARCH_RESULTS,
      content: query.content ?? 'full',
    });
    const links = getPageLinks({
      page,
      pageSize: NEWS_PAGE_SIZE,
      total: found.count,
      url,
      publicUrl: config.publicUrl,
    });
    return {
      count: found.count,
      is_count_capped: found.isCapped,
      ...links,
      results: found.rows.map(presentArticle),
    };
  });

  handle(getArticle, async ({ params }) => {
    const found = await findArticle(db, parseId(params.id));
    if (!found) throw articleNotFound();
    const { row, newer, older } = found;
    return { article: presentArticle(row), newer, older };
  });

  handle(listNewsSources, async () => ({ sources: listChoices(await getOverview(), 'source') }));
  handle(listNewsSectors, async () => ({ sectors: listChoices(await getOverview(), 'sector') }));
  handle(listNewsCategories, async () => ({ categories: listChoices(await getOverview(), 'category') }));

  return { searchArticles: createArticleSearch(db, getOverview) };
}

const articleNotFound = () => notFound('Article not found');

function parseId(text: string): number {
  const id = Number(text);
  if (!/^[1-9]\d{0,9}$/.test(text) || id > MAX_ID) throw articleNotFound();
  return id;
}
