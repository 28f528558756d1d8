import type { RouteDependencies } from '#dependencies.ts';
import { MAX_FOUND, searchSite } from '#features/market/contract/search.ts';
import { searchMarket } from '#features/market/server/market.ts';
import type { SearchArticles } from '#features/news/server/news.ts';

export function registerSearch(
  { handle, companies }: RouteDependencies,
  searchArticles: SearchArticles,
): void {
  handle(searchSite, async ({ query: { q } }) => {
    const found = await searchMarket(q, async (text) => (await companies.search(text)).slice(0, MAX_FOUND));
    return { ...found, articles: await searchArticles(q, MAX_FOUND) };
  });
}
