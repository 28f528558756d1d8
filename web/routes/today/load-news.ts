import { type Article, listArticles } from '#contract/news/endpoints.ts';
import type { Call } from './load-calendar.ts';

const MAX_SYMBOLS = 6;
const MAX_ARTICLES = 5;

/** Returns the latest articles that mention the first of the companies, newest first. */
export async function loadNewsOfSymbols(symbols: readonly string[], call: Call): Promise<Article[]> {
  const lists = await Promise.all(
    symbols
      .slice(0, MAX_SYMBOLS)
      .map((symbol) => call(listArticles, { query: { symbol, content: 'excerpt' } })),
  );
  const byId = new Map(lists.flatMap(({ results }) => results).map((article) => [article.id, article]));
  return [...byId.values()]
    .sort((a, b) => (b.pub_date ?? '').localeCompare(a.pub_date ?? ''))
    .slice(0, MAX_ARTICLES);
}

/** Returns the different symbols of signals, in their order. */
export const listSymbols = (signals: readonly { symbol: string }[]): string[] => [
  ...new Set(signals.map(({ symbol }) => symbol)),
];
