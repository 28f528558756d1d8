import { MAX_FOUND, searchSite } from '#contract/search/search.ts';
import { searchCompanies } from '#server/domains/market/market.ts';
import type { SearchArticles } from '#server/domains/news/news.ts';
import type { Handle } from '#server/http/endpoints.ts';

export function searchRoutes(handle: Handle, searchArticles: SearchArticles): void {
  handle(searchSite, async ({ query: { q } }) => ({
    companies: searchCompanies(q).slice(0, MAX_FOUND),
    articles: await searchArticles(q, MAX_FOUND),
  }));
}
