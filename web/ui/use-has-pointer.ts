import { useSyncExternalStore } from 'react';

const QUERY = '(pointer: fine)';

/** Returns whether the device has a mouse or another precise pointer. `null` until the page is hydrated. */
export const useHasPointer = (): boolean | null =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => null,
  );

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
