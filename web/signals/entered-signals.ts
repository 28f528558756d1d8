import { useSyncExternalStore } from 'react';
import { readPersonalValue, subscribeToPersonalValues } from '#web/session/personal-values.ts';
import { parsePersonalList } from '#web/watchlist/personal-list.ts';

/** Returns the IDs of all signals that the user marked as entered. */
export function useEnteredSignals(): string[] {
  const stored = useSyncExternalStore(
    subscribeToPersonalValues,
    () => readPersonalValue('enteredSignals'),
    () => null,
  );
  return parsePersonalList(stored).items;
}
