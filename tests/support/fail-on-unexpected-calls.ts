import { afterEach, beforeEach, expect, vi } from 'vitest';
// Before any test imports code that hashes passwords.
import './accounts/cheap-hashes.ts';

/** Fails a test that logs an error to the console or calls `fetch` without a stub. */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', (input: unknown) => {
    throw new Error(`unexpected outbound call: ${String(input)}`);
  });
});

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls, 'console errors').toEqual([]);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
