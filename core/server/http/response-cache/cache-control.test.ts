import { expect, it } from 'vitest';
import { getCacheControl } from './cache-control.ts';

it.each([
  ['a page without data', [], 'page', 'public, max-age=0, must-revalidate, s-maxage=60'],
  ['data that never change', [], 'data', 'public, max-age=0, s-maxage=60, stale-while-revalidate=3600'],
  ['news', ['news'], 'page', 'public, max-age=0, must-revalidate, s-maxage=5'],
  ['dates', ['corporate-actions', 'market'], 'data', 'public, max-age=0, must-revalidate, s-maxage=5'],
  ['signals', ['market', 'signals'], 'page', 'no-cache'],
  ['premium signals', ['premium-signals'], 'data', 'no-cache'],
] as const)('sets Cache-Control of %s', (_, topics, kind, expected) => {
  expect(getCacheControl(topics, kind)).toBe(expected);
});
