import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserStorage } from './browser-storage.ts';
import { clearSession, endSession, PERSONAL_KEYS, STORAGE_KEYS } from './session.ts';

const KEYS = [...Object.values(STORAGE_KEYS), ...Object.values(PERSONAL_KEYS)];
const getStored = () => KEYS.filter((key) => browserStorage.get(key) !== null);

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  for (const key of KEYS) browserStorage.set(key, 'stored');
});

afterEach(() => vi.unstubAllGlobals());

it('removes what the user marked and typed with the sign-in', () => {
  clearSession();
  expect(getStored()).toEqual([]);
});

it('keeps what the user marked and typed after the server ended the session', () => {
  endSession();
  expect(getStored()).toEqual(Object.values(PERSONAL_KEYS));
});
