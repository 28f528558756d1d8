import { useSyncExternalStore } from 'react';
import { readPersonalValue, subscribeToPersonalValues } from '#core/web/session/personal-values.ts';
import { parsePersonalList } from '#features/accounts/web/public/watchlist/personal-list.ts';

/** Returns the IDs of all signals that the user marked as entered. */
export function useEnteredSignals(): string[] {
  const stored = useSyncExternalStore(
    subscribeToPersonalValues,
    () => readPersonalValue('enteredSignals'),
    () => null,
  );
  return parsePersonalList(stored).items;
}
