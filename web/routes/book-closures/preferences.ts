import type { KeptList } from '#web/list/cached-list.ts';
import { parseStoredList, writeStoredList } from '#web/list/stored-list.ts';
import { browserStorage } from '#web/session/browser-storage.ts';
import {
  type ClosureFilters,
  closuresAddress,
  FILTER_NAMES,
  isEmptyAddress,
  NO_FILTERS,
  readFilters,
} from './filters.ts';

const KEY = 'tezi:book-closures';

export const keptClosures: KeptList<ClosureFilters> = {
  none: NO_FILTERS,
  addressOf: closuresAddress,
  isEmptyAddress,
  readStored: () => ({ filters: parsePreferences(browserStorage.get(KEY)) }),
  storeFilters: (filters) => browserStorage.set(KEY, writeStoredList(filters)),
};

export const parsePreferences = (text: string | null): ClosureFilters =>
  readFilters(parseStoredList(text, FILTER_NAMES).address);
