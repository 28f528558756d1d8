import { type Article, listArticles } from '#features/news/contract/endpoints.ts';
import type { Call } from './load-calendar.ts';

const MAX_ARTICLES = 5;

/** Returns the latest articles that mention one of the companies, newest first. */
export async function loadNewsOfSymbols(symbols: readonly string[], call: Call): Promise<Article[]> {
  if (symbols.length === 0) return [];
  const symbol = symbols.toSorted().join();
  const { results } = await call(listArticles, { query: { symbol, content: 'excerpt' } });
  return results.slice(0, MAX_ARTICLES);
}

/** Returns the different symbols of signals, in their order. */
export const listSymbols = (signals: readonly { symbol: string }[]): string[] => [
  ...new Set(signals.map(({ symbol }) => symbol)),
];
