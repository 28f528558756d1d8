import { useEffect, useSyncExternalStore } from 'react';
import { SYMBOL_PATTERN } from '#contract/market/companies.ts';
import {
  MAX_WATCHED_COMPANIES,
  mergeWatchlist,
  readWatchlist,
  setWatched,
} from '#contract/watchlist/watchlist.ts';
import { api } from '#web/api/api.ts';
import { readPersonalValue, subscribeToPersonalValues } from '#web/session/personal-values.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { createAccountList } from './account-list.ts';
import { parsePersonalList } from './personal-list.ts';

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

/** Returns the symbols of the companies that the user watches, in alphabetical order; `null` before hydration. */
export function useWatchlist(): string[] | null {
  // A list without companies has no star, which would load the list of the account.
  useEffect(() => watchlist.sync(), []);
  const stored = useSyncExternalStore(
    subscribeToPersonalValues,
    () => readPersonalValue('watchlist') ?? '[]',
    () => null,
  );
  return stored === null ? null : parsePersonalList(stored).items.sort();
}
