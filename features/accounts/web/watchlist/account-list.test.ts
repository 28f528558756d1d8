import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserStorage } from '#core/web/session/browser-storage.ts';
import { personalStorage } from '#core/web/session/personal-storage.ts';
import { readPersonalValue, savePersonalValue } from '#core/web/session/personal-values.ts';
import { STORAGE_KEYS } from '#core/web/session/session.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { parsePersonalList } from '#features/accounts/web/public/watchlist/personal-list.ts';
import { createAccountList } from './account-list.ts';

const AYESHA = 'ayesha@example.com';
const BILAL = 'bilal@example.com';

/** Signs in without the events of the browser. */
function signIn(email: string): void {
  browserStorage.set(STORAGE_KEYS.access, 'token');
  browserStorage.set(STORAGE_KEYS.user, JSON.stringify({ email, name: email }));
}

function signOut(): void {
  personalStorage.clear();
  for (const key of Object.values(STORAGE_KEYS)) browserStorage.remove(key);
}

const calls = {
  read: vi.fn<() => Promise<string[]>>(),
  set: vi.fn<(item: string, isIncluded: boolean) => Promise<string[]>>(),
  merge: vi.fn<(items: string[]) => Promise<string[]>>(),
};
const createList = () =>
  createAccountList({
    key: 'watchlist',
    max: 3,
    failureTitle: 'The watchlist was not changed',
    pattern: /^[A-Z]+$/,
    ...calls,
  });
const readItems = () => parsePersonalList(readPersonalValue('watchlist')).items;
let error = vi.spyOn(notify, 'error');

beforeEach(() => {
  signOut();
  for (const call of Object.values(calls)) call.mockReset().mockResolvedValue([]);
  error = vi.spyOn(notify, 'error').mockResolvedValue(undefined);
});
afterEach(signOut);

it('sends no change that waited until another customer signed in', async () => {
  signIn(AYESHA);
  const first = Promise.withResolvers<string[]>();
  calls.merge.mockReturnValue(first.promise);
  const list = createList();
  const change = list.set('LUCK', true);
  await vi.waitFor(() => expect(calls.merge).toHaveBeenCalledOnce());
  signOut();
  signIn(BILAL);
  first.resolve([]);
  await change;
  expect(calls.set).not.toHaveBeenCalled();
  expect(readItems()).toEqual([]);
});

it.each([
  ['a visitor', null],
  ['another customer', BILAL],
])('leaves nothing of a failed change to %s', async (_, next) => {
  signIn(AYESHA);
  const removal = Promise.withResolvers<string[]>();
  calls.read.mockResolvedValue(['LUCK']);
  calls.set.mockReturnValue(removal.promise);
  const list = createList();
  const change = list.set('LUCK', false);
  await vi.waitFor(() => expect(calls.set).toHaveBeenCalledOnce());
  signOut();
  if (next !== null) signIn(next);
  removal.reject(new Error('offline'));
  await change;
  expect(readItems()).toEqual([]);
  expect(error).not.toHaveBeenCalled();
});

it('reverts a failed change of the customer with a message', async () => {
  signIn(AYESHA);
  calls.set.mockRejectedValue(new Error('offline'));
  await createList().set('LUCK', true);
  expect(readItems()).toEqual([]);
  expect(error).toHaveBeenCalledWith('The watchlist was not changed', 'Check your connection and try again.');
});

it('is loading, failed and loaded for a customer, and loaded for a visitor', async () => {
  vi.stubGlobal('window', new EventTarget());
  const list = createList();
  expect(list.getState()).toBe('loaded');
  signIn(AYESHA);
  const states: string[] = [list.getState()];
  const stop = list.subscribe(() => states.push(list.getState()));
  calls.read.mockRejectedValueOnce(new Error('offline'));
  list.sync();
  await vi.waitFor(() => expect(list.getState()).toBe('failed'));
  calls.read.mockResolvedValue([]);
  list.sync();
  expect(list.getState()).toBe('retrying');
  await vi.waitFor(() => expect(list.getState()).toBe('loaded'));
  stop();
  expect([...new Set(states)]).toEqual(['loading', 'failed', 'retrying', 'loaded']);
  signOut();
  signIn(BILAL);
  expect(list.getState()).toBe('loading');
  vi.unstubAllGlobals();
});

it('is loaded by a change whose response replaces a failed load, and failed if the change fails too', async () => {
  signIn(AYESHA);
  calls.read.mockRejectedValue(new Error('offline'));
  calls.set.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(['HBL', 'LUCK']);
  const list = createList();
  await list.set('LUCK', false);
  expect(list.getState()).toBe('failed');
  await list.set('LUCK', true);
  expect(list.getState()).toBe('loaded');
  expect(readItems()).toEqual(['HBL', 'LUCK']);
});

it('merges what a visitor stored without items that the server would reject', async () => {
  savePersonalValue('watchlist', JSON.stringify(['LUCK', 'not a symbol', 'MARI']));
  signIn(AYESHA);
  calls.merge.mockResolvedValue(['HBL', 'LUCK', 'MARI']);
  createList().sync();
  await vi.waitFor(() => expect(readItems()).toEqual(['HBL', 'LUCK', 'MARI']));
  expect(calls.merge).toHaveBeenCalledExactlyOnceWith(['LUCK', 'MARI']);
});

it('reads the list of the account if nothing that a visitor stored can be merged', async () => {
  savePersonalValue('watchlist', JSON.stringify(['not a symbol']));
  signIn(AYESHA);
  calls.read.mockResolvedValue(['HBL']);
  createList().sync();
  await vi.waitFor(() => expect(readItems()).toEqual(['HBL']));
  expect(calls.merge).not.toHaveBeenCalled();
});
