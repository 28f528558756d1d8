import { expect, it } from 'vitest';
import { getNextTabIndex } from './tab-list.tsx';

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 2, 1],
  ['ArrowLeft', 0, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Enter', 1, null],
  ['ArrowDown', 1, null],
])('moves the focus in three tabs: %s from tab %i to %s', (key, from, to) => {
  expect(getNextTabIndex(key, from, 3)).toBe(to);
});
