import type { KeptList } from '#web/list/cached-list.ts';
import { parseStoredList, writeStoredList } from '#web/list/stored-list.ts';
import { browserStorage } from '#web/session/browser-storage.ts';
import { isEmptyAddress, type MeetingFilters, meetingsAddress, NO_FILTERS, readFilters } from './filters.ts';

const KEY = 'tezi:board-meetings';
const FILTER_NAMES = ['search', 'company_name', 'from_date', 'to_date', 'ordering'] as const;

/** The list as its reader left it. */
export const keptMeetings: KeptList<MeetingFilters> = {
  none: NO_FILTERS,
  addressOf: meetingsAddress,
  isEmptyAddress,
  readStored: () => ({ filters: parsePreferences(browserStorage.get(KEY)) }),
  storeFilters: (filters) => browserStorage.set(KEY, writeStoredList(filters)),
};

export const parsePreferences = (text: string | null): MeetingFilters =>
  readFilters(parseStoredList(text, FILTER_NAMES).address);
