import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFilteredList } from './filtered-list.ts';
import { names, oneOf, searchText } from './filters.ts';

const list = createFilteredList({
  path: '/items',
  filters: {
    search: searchText(20),
    tag: names({ maxLength: 20, maxCount: 5 }),
    ordering: oneOf(['name', 'size'], 'date'),
  },
  storageKey: 'items',
  lastViewedKey: 'lastItem',
});
const NO_FILTERS = list.noFilters;

const stored = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  stored.clear();
});

it('leaves defaults out of the URL and repeats parameters with several values', () => {
  expect(list.toUrl(NO_FILTERS)).toBe('/items');
  expect(list.toUrl({ search: 'a b', tag: ['x', 'y'], ordering: 'name', page: 2 })).toBe(
    '/items?search=a+b&tag=x&tag=y&ordering=name&page=2',
  );
});

it('counts changed filters without the page', () => {
  expect(list.countActive({ ...NO_FILTERS, page: 3 })).toBe(0);
  expect(list.countActive({ search: 'a', tag: ['x', 'y'], ordering: 'name', page: 1 })).toBe(3);
});

it('restores the filters and the last item viewed from the storage', () => {
  const filters = { search: 'a', tag: ['x'], ordering: 'name' as const, page: 4 };
  list.saveFilters(filters);
  list.saveLastViewed(17);
  expect(list.readPreferences()).toEqual({ filters, lastViewedId: 17 });
  list.saveFilters(NO_FILTERS);
  expect(list.readPreferences()).toEqual({ filters: NO_FILTERS, lastViewedId: 17 });
});

it('stores the preferences in the documented format', () => {
  list.saveFilters({ search: 'a', tag: [], ordering: 'date', page: 4 });
  expect(JSON.parse(stored.get('items') ?? '')).toEqual({
    currentPage: 4,
    filters: { search: 'a', tag: [], ordering: 'date' },
    lastItem: null,
  });
});
