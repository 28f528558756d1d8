import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { addQuery } from '#core/web/document/page-query.ts';
import { readUser } from '#core/web/session/session.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { readWatchlist } from '#features/accounts/contract/watchlist.ts';
import { readPersonalList } from './personal-list.ts';

/**
 * Returns the URL of a list with the filter by symbol set to the companies that the user watches, or without it if it is set. Without
 * companies that is the page which says how to watch one; `null` with a toast if they cannot be loaded.
 */
export async function toggleMyCompanies({
  pathname,
  search,
}: {
  pathname: string;
  search: string;
}): Promise<string | null> {
  const query = new URLSearchParams(search);
  query.delete('page');
  if (query.has('symbol')) {
    query.delete('symbol');
    return addQuery(pathname, query);
  }
  const symbols = await listSymbols();
  if (symbols === null) {
    notify.error('Your companies could not be loaded', 'Check your connection and try again.');
    return null;
  }
  if (symbols.length === 0) return paths.watchlist;
  query.set('symbol', symbols.sort().join(','));
  return addQuery(pathname, query);
}

/** The list of the account may have changed on another device since this browser loaded it. Returns `null` if it cannot be loaded. */
async function listSymbols(): Promise<string[] | null> {
  const { items, isMerged } = readPersonalList('watchlist');
  const user = readUser();
  if (user === null || user.isAdmin) return items;
  try {
    const { symbols } = await api(readWatchlist, {});
    // The sign-in has not added what this browser stored yet.
    return isMerged ? symbols : [...new Set([...symbols, ...items])];
  } catch {
    return isMerged && items.length > 0 ? items : null;
  }
}
