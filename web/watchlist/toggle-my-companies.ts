import { paths } from '#contract/paths.ts';
import { readWatchlist } from '#contract/watchlist/watchlist.ts';
import { api } from '#web/api/api.ts';
import { addQuery } from '#web/document/page-query.ts';
import { readPersonalValue } from '#web/session/personal-values.ts';
import { readUser } from '#web/session/session.ts';
import { parsePersonalList } from './personal-list.ts';

/**
 * Returns the URL of a list with the filter by symbol set to the companies that the user watches, or without it if it is set. Without
 * companies that is the page which says how to watch one.
 */
export async function toggleMyCompanies({
  pathname,
  search,
}: {
  pathname: string;
  search: string;
}): Promise<string> {
  const query = new URLSearchParams(search);
  query.delete('page');
  if (query.has('symbol')) {
    query.delete('symbol');
    return addQuery(pathname, query);
  }
  const symbols = await listSymbols();
  if (symbols.length === 0) return paths.watchlist;
  query.set('symbol', symbols.sort().join(','));
  return addQuery(pathname, query);
}

/** The list of the account may have changed on another device since this browser loaded it. */
async function listSymbols(): Promise<string[]> {
  const { items, isMerged } = parsePersonalList(readPersonalValue('watchlist'));
  const user = readUser();
  if (user === null || user.isAdmin) return items;
  try {
    const { symbols } = await api(readWatchlist, {});
    // The sign-in has not added what this browser stored yet.
    return isMerged ? symbols : [...new Set([...symbols, ...items])];
  } catch {
    return items;
  }
}
