import { and, eq } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EndpointInput } from '#core/contract/endpoint.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { createVapid, generateVapidKey } from '#core/server/platform/push/vapid.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import {
  changeAlertSettings,
  listAlerts,
  savePushSubscription,
} from '#features/alerts/contract/endpoints.ts';
import { dueAlertsQueue } from '#features/alerts/server/alert-jobs.ts';
import { alertDeliveries } from '#features/alerts/server/alerts.tables.ts';
import { priceBars } from '#features/market/server/prices/prices.tables.ts';
import { recordAdjustments } from '#features/market/server/prices/prices.ts';
import { addLevel, listLevels, MAX_LEVELS, removeLevel } from '#features/positions/contract/levels.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { runAlertJobs } from '#tests/support/alerts.ts';
import { makeClosures } from '#tests/support/market/corporate-actions.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { createBrowser, createPushService } from '#tests/support/push-service.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { checkLevels, checkLevelsQueue, scheduleLevels } from './levels.ts';
import { priceLevels } from './positions.tables.ts';

const service = createPushService();
const vapid = createVapid({ privateKey: generateVapidKey(), contact: 'mailto:push@tezi.example' });
const test = useTestApp({}, { push: { vapid, post: service.post } });

async function signUp(now = '2026-11-16T05:41:00.000Z') {
  test.clock.set(now);
  const { access: token, email } = await signUpCustomer(test);
  const add = (body: EndpointInput<typeof addLevel>['body']) => test.call(addLevel, { body }, { token });
  const list = async () => (await test.call(listLevels, {}, { token })).body.results;
  const remove = (id: number) => test.call(removeLevel, { params: { id: String(id) } }, { token });
  const inbox = async () => {
    const { body } = await test.call(listAlerts, { query: {} }, { token });
    return body.results.map(({ title, lines }: { title: string; lines: string[] }) => [title, ...lines]);
  };
  return { token, email, add, list, remove, inbox };
}

const storeCloses = (symbol: string, closes: Record<string, number>) =>
  storeBars(
    test,
    symbol,
    Object.fromEntries(
      Object.entries(closes).map(([date, close]) => [date, [close, close, close, close] as const]),
    ) as Parameters<typeof storeBars>[2],
  );

/** Compares the levels in the evening of a day. The tokens of a sign-up are valid for minutes. */
async function checkOn(date: string): Promise<void> {
  const now = test.clock.now().toISOString();
  test.clock.set(`${date}T18:00:00+05:00`);
  await checkLevels(test, new AbortController().signal);
  await runAlertJobs(test);
  test.clock.set(now);
}

/** Stores a close, and alerts of the levels that it reaches. */
async function close(symbol: string, date: string, price: number): Promise<void> {
  await storeCloses(symbol, { [date]: price });
  await checkOn(date);
}

afterEach(() => void vi.useRealTimers());

describe('levels', () => {
  it('are added, listed by symbol and removed', async () => {
    const { add, list, remove } = await signUp();
    const first = await add({ symbol: 'luck', kind: 'above', value: '500' });
    expect(first).toMatchObject({
      status: 201,
      body: {
        ...{ symbol: 'LUCK', kind: 'above', value: '500.00', is_repeating: false, is_active: true },
        ...{ entered_value: '500.00', is_armed: true },
        ...{ created_at: test.clock.now().toISOString(), triggered_on: null, triggered_close: null },
      },
    });
    const second = await add({ symbol: 'HBL', kind: 'change', value: '5', is_repeating: true });
    expect(await list()).toEqual([second.body, first.body]);
    expect((await remove(first.body.id)).status).toBe(204);
    expect((await remove(first.body.id)).status).toBe(404);
    expect(await list()).toEqual([second.body]);
  });

  it('are rejected without a company or a value, and above the limit', async () => {
    const { add } = await signUp();
    expect((await add({ symbol: 'NOSUCH', kind: 'above', value: '5' })).body).toEqual({
      symbol: ['No company has the symbol NOSUCH.'],
    });
    expect((await add({ symbol: 'LUCK', kind: 'above', value: '0' })).body).toEqual({
      value: ['Enter a value above zero.'],
    });
    expect((await add({ symbol: 'LUCK', kind: 'above', value: '20000000.01' })).body).toEqual({
      value: ['Enter at most Rs. 20,000,000.'],
    });
    expect((await add({ symbol: 'LUCK', kind: 'change', value: '100.01' })).body).toEqual({
      value: ['Enter at most 100 %.'],
    });
    for (let count = 0; count < MAX_LEVELS; count += 1)
      await add({ symbol: 'LUCK', kind: 'below', value: '1' });
    expect((await add({ symbol: 'LUCK', kind: 'below', value: '1' })).body).toEqual({
      symbol: ['You have 100 levels, the most possible. Remove one first.'],
    });
  });

  it('alert their customer once of the next close beyond them, and end', async () => {
    const { add, list, inbox, remove } = await signUp('2026-11-19T05:41:00.000Z');
    const other = await signUp('2026-11-19T05:41:00.000Z');
    const { body: level } = await add({ symbol: 'MEBL', kind: 'above', value: '299' });
    await add({ symbol: 'MEBL', kind: 'below', value: '250' });
    await close('MEBL', '2026-11-18', 300);
    expect(await inbox()).toEqual([]);
    await close('MEBL', '2026-11-19', 301.5);
    await close('MEBL', '2026-11-19', 302);
    await close('MEBL', '2026-11-20', 303);
    expect(await inbox()).toEqual([['MEBL: above Rs. 299.00', 'Close of Thu 19 Nov 2026: Rs. 302.00']]);
    expect(await other.inbox()).toEqual([]);
    expect((await list()).find(({ id }: { id: number }) => id === level.id)).toMatchObject({
      ...{ triggered_on: '2026-11-19', triggered_close: '302.00', is_active: false },
    });
    await remove(level.id);
    expect(await inbox()).toEqual([
      ['MEBL: price level reached', 'You have removed this level since, or the close was corrected.'],
    ]);
  });

  it('that repeat alert again after a close on the other side', async () => {
    const { add, inbox } = await signUp();
    await add({ symbol: 'UBL', kind: 'below', value: '300', is_repeating: true });
    for (const [date, price] of [
      ['2026-11-16', 299],
      ['2026-11-17', 298],
      ['2026-11-18', 301],
      ['2026-11-19', 297],
    ] as const)
      await close('UBL', date, price);
    expect(await inbox()).toEqual([
      ['UBL: below Rs. 300.00', 'Close of Thu 19 Nov 2026: Rs. 297.00'],
      ['UBL: below Rs. 300.00', 'Close of Mon 16 Nov 2026'],
    ]);
  });

  it('of a change within a day alert on each such day', async () => {
    const { add, inbox } = await signUp('2026-11-17T05:41:00.000Z');
    await close('PPL', '2026-11-16', 100);
    await add({ symbol: 'PPL', kind: 'change', value: '5', is_repeating: true });
    for (const [date, price] of [
      ['2026-11-17', 105],
      ['2026-11-18', 111],
      ['2026-11-19', 104],
    ] as const)
      await close('PPL', date, price);
    expect(await inbox()).toEqual([
      ['PPL: changed by more than 5 %', 'Close of Thu 19 Nov 2026: Rs. 104.00'],
      ['PPL: changed by more than 5 %', 'Close of Wed 18 Nov 2026'],
    ]);
  });

  it('alert of each close since the last comparison, also if the last one is back', async () => {
    const { add, inbox } = await signUp();
    await close('NBP', '2026-11-16', 90);
    await add({ symbol: 'NBP', kind: 'above', value: '100' });
    await add({ symbol: 'NBP', kind: 'below', value: '80', is_repeating: true });
    await add({ symbol: 'NBP', kind: 'change', value: '20', is_repeating: true });
    await storeCloses('NBP', {
      ...{ '2026-11-17': 101, '2026-11-18': 79, '2026-11-19': 85, '2026-11-20': 78, '2026-11-23': 84 },
    });
    await checkOn('2026-11-23');
    expect((await inbox()).toSorted()).toEqual([
      ['NBP: above Rs. 100.00', 'Close of Tue 17 Nov 2026: Rs. 101.00'],
      ['NBP: below Rs. 80.00', 'Close of Fri 20 Nov 2026: Rs. 78.00'],
      ['NBP: below Rs. 80.00', 'Close of Wed 18 Nov 2026'],
      ['NBP: changed by more than 20 %', 'Close of Wed 18 Nov 2026: Rs. 79.00'],
    ]);
    await checkOn('2026-11-24');
    expect((await inbox()).length).toBe(4);
  });

  it('do not alert of closes older than a month', async () => {
    const { add, inbox } = await signUp();
    await add({ symbol: 'FFC', kind: 'above', value: '100' });
    await storeCloses('FFC', { '2026-11-17': 101, '2026-12-18': 99 });
    await checkOn('2026-12-19');
    expect(await inbox()).toEqual([]);
  });

  it('wait for a close on the other side if the last close is already beyond the level', async () => {
    const { add, list, inbox } = await signUp('2026-11-17T14:00:00.000Z');
    await storeCloses('OGDC', { '2026-11-17': 200 });
    const { body: level } = await add({ symbol: 'OGDC', kind: 'above', value: '190' });
    expect(level).toMatchObject({ is_armed: false, is_active: true });
    expect((await add({ symbol: 'OGDC', kind: 'above', value: '200' })).body.is_armed).toBe(true);
    await checkOn('2026-11-17');
    await close('OGDC', '2026-11-18', 199);
    expect(await inbox()).toEqual([]);
    await close('OGDC', '2026-11-19', 190);
    expect((await list())[0]).toMatchObject({ id: level.id, is_armed: true });
    await close('OGDC', '2026-11-20', 191);
    expect(await inbox()).toEqual([['OGDC: above Rs. 190.00', 'Close of Fri 20 Nov 2026: Rs. 191.00']]);
  });

  it('are adjusted for a split, and show the entered value', async () => {
    const { add, list, inbox } = await signUp('2026-11-19T14:00:00.000Z');
    await storeCloses('SYS', { '2026-11-16': 500 });
    await add({ symbol: 'SYS', kind: 'below', value: '450' });
    await add({ symbol: 'SYS', kind: 'change', value: '15' });
    const added = { createdAt: new Date('2026-11-16T14:00:00.000Z'), comparedOn: '2026-11-16' };
    await test.database.db.update(priceLevels).set(added).where(eq(priceLevels.symbol, 'SYS'));
    const closure = { symbol: 'SYS', payout: 'Sub-division of shares 5:1', exDate: '2026-11-18' };
    await makeClosures(test.database, [{ ...closure, bcFrom: '2026-11-19', bcTo: '2026-11-25' }]);
    await storeBars(test, 'SYS', { '2026-11-18': [101, 101, 101, 101] }, { hasPreviousCloses: false });
    await recordAdjustments(test);
    await checkOn('2026-11-18');
    expect(await inbox()).toEqual([]);
    expect(await list()).toMatchObject([
      { kind: 'below', value: '90.00', entered_value: '450.00', is_active: true },
      { kind: 'change', value: '15.00', is_active: true },
    ]);
    await close('SYS', '2026-11-19', 89);
    expect(await inbox()).toEqual([['SYS: below Rs. 90.00', 'Close of Thu 19 Nov 2026: Rs. 89.00']]);
  });

  it('are compared with the closes of the new symbol after a rename', async () => {
    const { add, list, inbox } = await signUp();
    await add({ symbol: 'SHEL', kind: 'above', value: '100' });
    await close('WAFI', '2026-11-17', 101);
    expect(await inbox()).toEqual([['WAFI: above Rs. 100.00', 'Close of Tue 17 Nov 2026: Rs. 101.00']]);
    expect(await list()).toMatchObject([{ symbol: 'WAFI' }]);
  });

  it('are armed again if their close is corrected or removed', async () => {
    const { add, list, inbox } = await signUp();
    await add({ symbol: 'POL', kind: 'above', value: '600' });
    await close('POL', '2026-11-17', 6000);
    expect(await list()).toMatchObject([{ is_active: false, triggered_on: '2026-11-17' }]);
    await close('POL', '2026-11-18', 590);
    expect(await list()).toMatchObject([{ is_active: false, triggered_close: '6000.00' }]);
    await storeCloses('POL', { '2026-11-17': 595 });
    await checkOn('2026-11-18');
    expect(await list()).toMatchObject([{ is_active: true, is_armed: true, triggered_on: null }]);
    expect(await inbox()).toEqual([
      ['POL: price level reached', 'You have removed this level since, or the close was corrected.'],
    ]);
    await close('POL', '2026-11-19', 601);
    expect((await inbox())[0]).toEqual(['POL: above Rs. 600.00', 'Close of Thu 19 Nov 2026: Rs. 601.00']);
    await test.database.db.delete(priceBars).where(eq(priceBars.date, '2026-11-19'));
    await checkOn('2026-11-19');
    expect(await list()).toMatchObject([{ is_active: true, is_armed: true, triggered_on: null }]);
  });

  it('alert of a last close that is corrected to one beyond them', async () => {
    const { add, inbox } = await signUp();
    await add({ symbol: 'HUBC', kind: 'above', value: '100' });
    await close('HUBC', '2026-11-17', 10.1);
    await close('HUBC', '2026-11-17', 101);
    expect(await inbox()).toEqual([['HUBC: above Rs. 100.00', 'Close of Tue 17 Nov 2026: Rs. 101.00']]);
  });

  it('cancel a queued alert when they are removed', async () => {
    const { token, email, add, remove, inbox } = await signUp();
    await test.call(savePushSubscription, { body: createBrowser().keys }, { token });
    const quiet_hours = { from: '17:00', until: '20:00', time_zone: 'Asia/Karachi' };
    await test.call(changeAlertSettings, { body: { quiet_hours } }, { token });
    const { body: level } = await add({ symbol: 'MARI', kind: 'above', value: '100' });
    await close('MARI', '2026-11-16', 101);
    const customer = await findCustomerByEmail(test.database.db, email);
    const listDeliveries = () =>
      test.database.db
        .select()
        .from(alertDeliveries)
        .where(eq(alertDeliveries.userId, customer?.id ?? ''));
    expect(await listDeliveries()).toMatchObject([{ state: 'queued' }]);
    await remove(level.id);
    expect(await inbox()).toEqual([
      ['MARI: price level reached', 'You have removed this level since, or the close was corrected.'],
    ]);
    test.clock.set('2026-11-16T20:01:00+05:00');
    await test.database.transaction((tx) => enqueue(tx, dueAlertsQueue, {}));
    await test.jobs.runDue(dueAlertsQueue);
    await runAlertJobs(test);
    expect(await listDeliveries()).toMatchObject([{ state: 'canceled', reason: 'changed' }]);
    expect(service.received).toEqual([]);
  });

  it('are compared after a change of prices', async () => {
    const { add, list } = await signUp();
    await add({ symbol: 'EFERT', kind: 'above', value: '100' });
    await storeCloses('EFERT', { '2026-11-16': 101 });
    scheduleLevels(test.jobs, test);
    const { changes } = test.database;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    changes.emit('news');
    expect(vi.getTimerCount()).toBe(0);
    changes.emit('prices');
    changes.emit('prices');
    expect(vi.getTimerCount()).toBe(1);
    vi.runAllTimers();
    vi.useRealTimers();
    await vi.waitFor(
      async () => {
        await test.jobs.runDue(checkLevelsQueue);
        expect(await list()).toMatchObject([{ is_active: false, triggered_on: '2026-11-16' }]);
      },
      { timeout: 10_000 },
    );
  });

  it('are compared in batches', async () => {
    const { email } = await signUp();
    const customer = await findCustomerByEmail(test.database.db, email);
    await test.database.pool.query(
      `insert into price_levels (user_id, symbol, kind, value, is_repeating, created_at, compared_on)
       select $1, 'SYM' || n % 2, 'above', 100, false, $2, '2026-11-16' from generate_series(1, 4100) n`,
      [customer?.id, test.clock.now()],
    );
    for (const symbol of ['SYM0', 'SYM1']) await storeCloses(symbol, { '2026-11-17': 99 });
    await checkOn('2026-11-17');
    expect(
      await test.database.db.$count(
        priceLevels,
        and(eq(priceLevels.userId, customer?.id ?? ''), eq(priceLevels.comparedOn, '2026-11-17')),
      ),
    ).toBe(4100);
  });
});
