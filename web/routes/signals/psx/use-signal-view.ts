import { useSyncExternalStore } from 'react';
import { NO_FILTERS, type SignalFilters, signalList } from './filters.ts';

type View = SignalFilters['view'];

const listeners = new Set<() => void>();

/** Returns the view of the list, from the URL or as the user chose it last, and a function that stores a choice. */
export function useSignalView({ view }: SignalFilters): [isTable: boolean, saveView: (view: View) => void] {
  const stored = useSyncExternalStore(subscribe, readView, () => '');
  return [(view || stored) === 'table', saveView];
}

const readView = () => signalList.readPreferences().filters.view;

function saveView(view: View): void {
  signalList.saveFilters({ ...NO_FILTERS, view });
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
