import { afterEach, beforeEach, expect, vi } from 'vitest';

/** A test fails when something it does not expect goes to the console as an error or out to the network. */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', (input: unknown) => {
    throw new Error(`an unexpected outbound call: ${String(input)}`);
  });
});

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls, 'console errors').toEqual([]);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
