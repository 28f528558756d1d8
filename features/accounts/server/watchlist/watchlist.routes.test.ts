import { describe, expect, it } from 'vitest';
import { deleteAccount, exportAccount } from '#features/accounts/contract/account-data.ts';
import {
  MAX_ENTERED_SIGNALS,
  MAX_WATCHED_COMPANIES,
  mergeEnteredSignals,
  mergeWatchlist,
  readEnteredSignals,
  readWatchlist,
  setEntered,
  setWatched,
} from '#features/accounts/contract/watchlist.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { enteredSignals, watchlistItems } from './watchlist.tables.ts';
import { listSignalEntrants, listWatchedSymbols, listWatchers } from './watchlist.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });

const UNKNOWN_ID = '7d0f6a52-0000-4000-8000-000000000000';
const read = async (token: string) => (await test.call(readWatchlist, {}, { token })).body.symbols;
const set = (token: string, symbol: string, isWatched = true) =>
  test.call(setWatched, { body: { symbol, is_watched: isWatched } }, { token });
const merge = (token: string, symbols: string[]) =>
  test.call(mergeWatchlist, { body: { symbols } }, { token });
const readEntered = async (token: string) => (await test.call(readEnteredSignals, {}, { token })).body.ids;
const enter = (token: string, id: string, isEntered = true) =>
  test.call(setEntered, { body: { id, is_entered: isEntered } }, { token });
const findUserId = async ({ email }: { email: string }): Promise<string> =>
  (await findCustomerByEmail(test.database.db, email))?.id ?? '';

describe('the watchlist', () => {
  it('lists added companies by symbol, and adds and removes them once', async () => {
    const { access } = await signUpCustomer(test);
    const { access: other } = await signUpCustomer(test);
    expect(await read(access)).toEqual([]);
    await set(access, 'MARI');
    expect(await set(access, 'luck')).toMatchObject({ status: 200, body: { symbols: ['LUCK', 'MARI'] } });
    expect((await set(access, 'LUCK')).body).toEqual({ symbols: ['LUCK', 'MARI'] });
    expect(await read(other)).toEqual([]);
    expect((await set(access, 'MARI', false)).body).toEqual({ symbols: ['LUCK'] });
    expect((await set(access, 'MARI', false)).body).toEqual({ symbols: ['LUCK'] });
    expect(await read(access)).toEqual(['LUCK']);
  });

  it.each([
    ['NOSUCH', 'No company has the symbol NOSUCH.'],
    ['', expect.any(String)],
    ['A B', expect.any(String)],
    ["X'--", expect.any(String)],
  ])('rejects the symbol %j, which no company has', async (symbol, message) => {
    const { access } = await signUpCustomer(test);
    expect(await set(access, symbol)).toMatchObject({ status: 400, body: { symbol: [message] } });
    expect(await read(access)).toEqual([]);
  });

  it('adds the list of a browser once, without unknown companies', async () => {
    const { access } = await signUpCustomer(test);
    await set(access, 'MARI');
    const merged = { symbols: ['HBL', 'LUCK', 'MARI'], rejected: ['NOSUCH'] };
    const send = () => merge(access, ['luck', 'HBL', 'NOSUCH', 'LUCK', 'MARI']);
    expect(await send()).toMatchObject({ status: 200, body: merged });
    expect((await send()).body).toEqual(merged);
    expect(await read(access)).toEqual(merged.symbols);
  });

  it('is limited, and removing a company makes room for another one', async () => {
    const customer = await signUpCustomer(test);
    const userId = await findUserId(customer);
    const rows = Array.from({ length: MAX_WATCHED_COMPANIES }, (_, number) => ({
      userId,
      symbol: `Z${number}`,
      addedAt: test.clock.now(),
    }));
    await test.database.db.insert(watchlistItems).values(rows);
    expect(await set(customer.access, 'LUCK')).toMatchObject({
      status: 400,
      body: { symbol: ['You watch 500 companies, the most possible. Remove one first.'] },
    });
    expect((await merge(customer.access, ['LUCK', 'Z1'])).body).toMatchObject({ rejected: ['LUCK'] });
    await set(customer.access, 'Z1', false);
    expect((await merge(customer.access, ['LUCK', 'HBL'])).body).toMatchObject({ rejected: ['HBL'] });
    expect((await read(customer.access)).length).toBe(MAX_WATCHED_COMPANIES);
  });

  it('requires a customer', async () => {
    expect((await test.call(readWatchlist, {})).status).toBe(401);
    const { access } = await signInAdministrator(test);
    expect((await set(access, 'LUCK')).status).toBe(403);
  });
});

describe('entered signals', () => {
  it('marks signals that the customer may read, and removes marks', async () => {
    const admin = await signInAdministrator(test);
    const free = await publish(test, admin, { signal_type: 'intraday' });
    const premium = await publish(test, admin, { signal_type: 'swing' });
    const customer = await signUpCustomer(test);
    const subscriber = await signUpSubscriber(test);
    expect(await enter(customer.access, free.id)).toMatchObject({ status: 200, body: { ids: [free.id] } });
    expect((await enter(customer.access, premium.id)).status).toBe(404);
    expect((await enter(customer.access, UNKNOWN_ID)).status).toBe(404);
    expect((await enter(subscriber.access, premium.id)).body).toEqual({ ids: [premium.id] });
    const mergeIds = async (token: string) =>
      (
        await test.call(
          mergeEnteredSignals,
          { body: { ids: [premium.id, UNKNOWN_ID, free.id, free.id] } },
          { token },
        )
      ).body.ids;
    expect(await mergeIds(customer.access)).toEqual([free.id]);
    expect(new Set(await mergeIds(subscriber.access))).toEqual(new Set([free.id, premium.id]));
    expect((await enter(subscriber.access, free.id, false)).body).toEqual({ ids: [premium.id] });
    expect(await readEntered(subscriber.access)).toEqual([premium.id]);
    expect(await readEntered(customer.access)).toEqual([free.id]);
  });

  it('replaces the oldest marks above the limit', async () => {
    const admin = await signInAdministrator(test);
    const signal = await publish(test, admin, { signal_type: 'intraday' });
    const customer = await signUpCustomer(test);
    const userId = await findUserId(customer);
    const before = test.clock.now().getTime() - MAX_ENTERED_SIGNALS;
    const ids = Array.from(
      { length: MAX_ENTERED_SIGNALS },
      (_, number) => `7d0f6a52-0000-4000-8000-${String(number).padStart(12, '0')}`,
    );
    await test.database.db
      .insert(enteredSignals)
      .values(ids.map((signalId, age) => ({ userId, signalId, enteredAt: new Date(before + age) })));
    await enter(customer.access, signal.id);
    expect(await readEntered(customer.access)).toEqual([...ids.slice(1), signal.id]);
  });

  it('merges the marks of a browser in their order, the newest ones up to the limit', async () => {
    const admin = await signInAdministrator(test);
    const customer = await signUpCustomer(test);
    const userId = await findUserId(customer);
    const marks: string[] = [];
    for (let count = 0; count < 4; count += 1)
      marks.push((await publish(test, admin, { signal_type: 'intraday' })).id);
    const stored = Array.from({ length: MAX_ENTERED_SIGNALS - 3 }, (_, number) => ({
      userId,
      signalId: `7d0f6a52-0000-4000-8000-${String(number).padStart(12, '0')}`,
      enteredAt: new Date(test.clock.now().getTime() - 1_000),
    }));
    await test.database.db.insert(enteredSignals).values(stored);
    const merged = [...stored.map(({ signalId }) => signalId), ...marks.slice(1)];
    for (const _ of [1, 2]) {
      const { body } = await test.call(
        mergeEnteredSignals,
        { body: { ids: marks } },
        { token: customer.access },
      );
      expect(body.ids).toEqual(merged);
    }
  });
});

it('lists watchers and entrants in pages, each user once', async () => {
  const admin = await signInAdministrator(test);
  const signal = await publish(test, admin, { signal_type: 'intraday' });
  const ids: string[] = [];
  for (const symbols of [['OGDC', 'PPL'], ['PPL'], ['OGDC'], ['HBL']]) {
    const customer = await signUpCustomer(test);
    await merge(customer.access, symbols);
    await enter(customer.access, signal.id);
    ids.push(await findUserId(customer));
  }
  const { db } = test.database;
  const watchers = ids.slice(0, 3).sort();
  const first = await listWatchers(db, ['OGDC', 'PPL'], { after: null, limit: 2 });
  const second = await listWatchers(db, ['OGDC', 'PPL'], { after: first[1] ?? null, limit: 2 });
  expect([first, second]).toEqual([watchers.slice(0, 2), watchers.slice(2)]);
  expect(await listWatchers(db, [], { after: null, limit: 2 })).toEqual([]);
  const entrants = [...ids].sort();
  expect(await listSignalEntrants(db, signal.id, { after: null, limit: 10 })).toEqual(entrants);
  expect(await listSignalEntrants(db, signal.id, { after: entrants[2] ?? null, limit: 10 })).toEqual(
    entrants.slice(3),
  );
  expect(await listWatchedSymbols(db, ids[0] ?? '')).toEqual(['OGDC', 'PPL']);
});

it('exports watched companies and entered signals, and deletes them with the account', async () => {
  const admin = await signInAdministrator(test);
  const signal = await publish(test, admin, { signal_type: 'intraday' });
  const customer = await signUpCustomer(test);
  const userId = await findUserId(customer);
  await set(customer.access, 'ENGROH');
  await enter(customer.access, signal.id);
  const now = test.clock.now().toISOString();
  expect((await test.call(exportAccount, {}, { token: customer.access })).body).toMatchObject({
    watchlist: [{ symbol: 'ENGROH', added_at: now }],
    entered_signals: [{ signal_id: signal.id, entered_at: now }],
  });
  const { password } = customer;
  await test.call(deleteAccount, { body: { password } }, { token: customer.access });
  const page = { after: null, limit: 10 };
  expect(await listWatchers(test.database.db, ['ENGROH'], page)).not.toContain(userId);
  expect(await listSignalEntrants(test.database.db, signal.id, page)).toEqual([]);
});
