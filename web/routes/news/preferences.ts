import { browserStorage } from '#web/session/browser-storage.ts';
import { type NewsFilters, readFilters } from './list/filters.ts';

/** The list as its reader left it. */
export interface NewsPreferences {
  filters: NewsFilters;
  lastViewedArticleId: number | null;
}

const KEY = 'tezi:news';
const FILTER_NAMES = ['search', 'source', 'sector', 'category', 'ordering'] as const;

export const readPreferences = () => parsePreferences(browserStorage.get(KEY));

export function storeFilters(filters: NewsFilters): void {
  store({ ...readPreferences(), filters });
}

export function storeLastViewed(articleId: number): void {
  store({ ...readPreferences(), lastViewedArticleId: articleId });
}

/** Written in the form of section 3 of the specification. */
function store({ filters: { page, ...filters }, lastViewedArticleId }: NewsPreferences): void {
  browserStorage.set(KEY, JSON.stringify({ currentPage: page, filters, lastViewedArticleId }));
}

/** Anything may stand in the storage: what cannot be read is as if it was never stored. */
export function parsePreferences(text: string | null): NewsPreferences {
  const stored = parseObject(text);
  const filters = asObject(stored.filters);
  const address = new URLSearchParams();
  for (const name of FILTER_NAMES) {
    for (const value of [filters[name]].flat()) {
      if (typeof value === 'string') address.append(name, value);
    }
  }
  if (typeof stored.currentPage === 'number') address.set('page', String(stored.currentPage));
  const id = stored.lastViewedArticleId;
  return {
    filters: readFilters(address),
    lastViewedArticleId: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
  };
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text ?? 'null'));
  } catch {
    return {};
  }
}

const asObject = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
