import { useSyncExternalStore } from 'react';
import { mergeWatchlist, readWatchlist, setWatched } from '#contract/watchlist/watchlist.ts';
import { api } from '#web/api/api.ts';
import { readPersonalValue, subscribeToPersonalValues } from '#web/session/personal-values.ts';
import { createAccountList } from './account-list.ts';
import { parsePersonalList } from './personal-list.ts';

/** That of accounts. */
const MAX_WATCHED = 500;

/** The companies that the user watches, on the account or in the browser. */
export const watchlist = createAccountList({
  key: 'watchlist',
  max: MAX_WATCHED,
  failureTitle: 'The watchlist was not changed',
  read: async () => (await api(readWatchlist, {})).symbols,
  set: async (symbol, is_watched) => (await api(setWatched, { body: { symbol, is_watched } })).symbols,
  merge: async (symbols) => (await api(mergeWatchlist, { body: { symbols } })).symbols,
});

export const listWatched = (): string[] => parsePersonalList(readPersonalValue('watchlist')).items;

/** Returns the symbols of the companies that the user watches, in alphabetical order; `null` before hydration. */
export function useWatchlist(): string[] | null {
  const stored = useSyncExternalStore(
    subscribeToPersonalValues,
    () => readPersonalValue('watchlist') ?? '[]',
    () => null,
  );
  return stored === null ? null : parsePersonalList(stored).items.sort();
}
