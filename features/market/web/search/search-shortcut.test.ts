import { expect, it } from 'vitest';
import { isSearchShortcut } from '#features/market/web/public/search/search-opener.tsx';

const PLAIN = {
  key: '/',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
  repeat: false,
  target: null,
};

it.each([
  ['/', {}],
  ['Ctrl+K', { key: 'k', ctrlKey: true }],
  ['Cmd+K', { key: 'k', metaKey: true }],
  ['Ctrl+K with caps lock', { key: 'K', ctrlKey: true }],
])('%s opens the search', (_, key) => {
  expect(isSearchShortcut({ ...PLAIN, ...key }, true)).toBe(true);
});

it.each([
  ['k', { key: 'k' }],
  ['Ctrl+/', { ctrlKey: true }],
  ['Cmd+/', { metaKey: true }],
  ['Alt+/', { altKey: true }],
  ['Ctrl+Alt+K', { key: 'k', ctrlKey: true, altKey: true }],
  ['Ctrl+Cmd+K', { key: 'k', ctrlKey: true, metaKey: true }],
  ['a key that the page has handled', { defaultPrevented: true }],
  ['a key of an input method', { isComposing: true }],
  ['a key that is held down', { repeat: true }],
  ['/ in a field', { target: { closest: () => ({}) } as unknown as Element }],
])('%s does not open the search', (_, key) => {
  expect(isSearchShortcut({ ...PLAIN, ...key }, true)).toBe(false);
});

it('ignores / if it is turned off, but not Ctrl+K', () => {
  expect(isSearchShortcut(PLAIN, false)).toBe(false);
  expect(isSearchShortcut({ ...PLAIN, key: 'k', ctrlKey: true }, false)).toBe(true);
});
