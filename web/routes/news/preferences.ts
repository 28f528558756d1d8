import type { KeptList } from '#web/list/cached-list.ts';
import { parseStoredList, writeStoredList } from '#web/list/stored-list.ts';
import { browserStorage } from '#web/session/browser-storage.ts';
import { isEmptyAddress, type NewsFilters, NO_FILTERS, newsAddress, readFilters } from './list/filters.ts';

/** The list as its reader left it. */
export interface NewsPreferences {
  filters: NewsFilters;
  lastViewedArticleId: number | null;
}

const KEY = 'tezi:news';
const FILTER_NAMES = ['search', 'source', 'sector', 'category', 'ordering'] as const;

export const keptNews: KeptList<NewsFilters> = {
  none: NO_FILTERS,
  addressOf: newsAddress,
  isEmptyAddress,
  readStored: () => {
    const { filters, lastViewedArticleId } = readPreferences();
    return { filters, lastViewedId: lastViewedArticleId };
  },
  storeFilters: (filters) => store({ ...readPreferences(), filters }),
};

export const readPreferences = () => parsePreferences(browserStorage.get(KEY));

export function storeLastViewed(articleId: number): void {
  store({ ...readPreferences(), lastViewedArticleId: articleId });
}

function store({ filters, lastViewedArticleId }: NewsPreferences): void {
  browserStorage.set(KEY, writeStoredList(filters, { lastViewedArticleId }));
}

export function parsePreferences(text: string | null): NewsPreferences {
  const { address, rest } = parseStoredList(text, FILTER_NAMES);
  const id = rest.lastViewedArticleId;
  return {
    filters: readFilters(address),
    lastViewedArticleId: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
  };
}
