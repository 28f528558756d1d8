import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyWithPreload } from './lazy-with-preload.tsx';

const Component = () => null;

beforeEach(() => {
  // As in the browser; on the server, code is always loaded.
  vi.stubEnv('SSR', false);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

it('loads the code once, however often it is requested', async () => {
  const importComponent = vi.fn(async () => Component);
  const lazy = lazyWithPreload(importComponent);
  const onLoad = vi.fn();
  lazy.subscribe(onLoad);
  expect(lazy.isLoaded()).toBe(false);
  await Promise.all([lazy.load(), lazy.load()]);
  await lazy.load();
  expect(lazy.isLoaded()).toBe(true);
  expect([importComponent, onLoad].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('rejects if the code cannot be loaded, and tries again at the next request', async () => {
  const failure = new TypeError('Failed to fetch dynamically imported module');
  const importComponent = vi.fn(async () => Component).mockRejectedValueOnce(failure);
  const lazy = lazyWithPreload(importComponent);
  const onLoad = vi.fn();
  lazy.subscribe(onLoad);
  await expect(lazy.load()).rejects.toBe(failure);
  expect(lazy.isLoaded()).toBe(false);
  expect(onLoad).not.toHaveBeenCalled();
  await lazy.load();
  expect(lazy.isLoaded()).toBe(true);
  expect(onLoad).toHaveBeenCalledOnce();
});
