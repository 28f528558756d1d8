import { MAX_FOUND, searchSite } from '#contract/search/search.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { type CompanyIndex, searchMarket } from '#server/domains/market/market.ts';
import type { SearchArticles } from '#server/domains/news/news.ts';

export function registerSearch(
  { handle }: RouteDependencies,
  { companies, searchArticles }: { companies: CompanyIndex; searchArticles: SearchArticles },
): void {
  handle(searchSite, async ({ query: { q } }) => {
    const found = await searchMarket(q, async (text) => (await companies.search(text)).slice(0, MAX_FOUND));
    return { ...found, articles: await searchArticles(q, MAX_FOUND) };
  });
}
