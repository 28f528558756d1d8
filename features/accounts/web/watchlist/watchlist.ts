import { useEffect, useSyncExternalStore } from 'react';
import { api } from '#core/web/api/api.ts';
import { readPersonalValue } from '#core/web/session/personal-values.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import {
  MAX_WATCHED_COMPANIES,
  mergeWatchlist,
  readWatchlist,
  setWatched,
} from '#features/accounts/contract/watchlist.ts';
import { parsePersonalList } from '#features/accounts/web/public/watchlist/personal-list.ts';
import { SYMBOL_PATTERN } from '#features/market/contract/companies.ts';
import { createAccountList, type ListState } from './account-list.ts';

/** The companies that the user watches, on the account or in the browser. */
export const watchlist = createAccountList({
  key: 'watchlist',
  max: MAX_WATCHED_COMPANIES,
  pattern: SYMBOL_PATTERN,
  failureTitle: 'The watchlist was not changed',
  read: async () => (await api(readWatchlist, {})).symbols,
  set: async (symbol, is_watched) => (await api(setWatched, { body: { symbol, is_watched } })).symbols,
  async merge(symbols) {
    const { symbols: merged, rejected } = await api(mergeWatchlist, { body: { symbols } });
    if (rejected.length > 0)
      notify.error('Some companies were not added to your watchlist', describeRejected(rejected));
    return merged;
  },
});

const MAX_NAMED = 5;

function describeRejected(symbols: readonly string[]): string {
  const others = symbols.length - MAX_NAMED;
  const named = symbols.slice(0, MAX_NAMED).join(', ');
  return `${named}${others > 0 ? ` and ${others} more` : ''}: the watchlist is full, or no company has the symbol.`;
}

/**
 * Returns the symbols of the companies that the user watches, in alphabetical order. `null` is no list: it is not loaded, and this browser
 * stores no company.
 */
export function useWatchlist(): { symbols: string[] | null; state: ListState } {
  // A list without companies has no star, which would load the list of the account.
  useEffect(() => watchlist.sync(), []);
  const stored = useSyncExternalStore(
    watchlist.subscribe,
    () => readPersonalValue('watchlist'),
    () => null,
  );
  const state = useSyncExternalStore<ListState>(watchlist.subscribe, watchlist.getState, () => 'loading');
  const symbols = parsePersonalList(stored).items.sort();
  return { symbols: symbols.length > 0 || state === 'loaded' ? symbols : null, state };
}
