import { describe, expect, it } from 'vitest';
import type { EndpointInput } from '#core/contract/endpoint.ts';
import { listAlerts } from '#features/alerts/contract/endpoints.ts';
import { addLevel, listLevels, MAX_LEVELS, removeLevel } from '#features/positions/contract/levels.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { runAlertJobs } from '#tests/support/alerts.ts';
import { storeBars } from '#tests/support/market/prices.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { checkLevels } from './levels.ts';

const test = useTestApp();

async function signUp() {
  const { access: token } = await signUpCustomer(test);
  const add = (body: EndpointInput<typeof addLevel>['body']) => test.call(addLevel, { body }, { token });
  const list = async () => (await test.call(listLevels, {}, { token })).body.results;
  const remove = (id: number) => test.call(removeLevel, { params: { id: String(id) } }, { token });
  const inbox = async () => {
    const { body } = await test.call(listAlerts, { query: {} }, { token });
    return body.results.map(({ title, lines }: { title: string; lines: string[] }) => [title, ...lines]);
  };
  return { token, add, list, remove, inbox };
}

/** Stores a close, and alerts of the levels that it reaches. */
async function close(symbol: string, date: string, price: number): Promise<void> {
  await storeBars(test, symbol, { [date]: [price, price, price, price] });
  await checkLevels(test, new AbortController().signal);
  await runAlertJobs(test);
}

describe('levels', () => {
  it('are added, listed by symbol and removed', async () => {
    const { add, list, remove } = await signUp();
    const first = await add({ symbol: 'luck', kind: 'above', value: '500' });
    expect(first).toMatchObject({
      status: 201,
      body: {
        ...{ symbol: 'LUCK', kind: 'above', value: '500.00', is_repeating: false, is_active: true },
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
    for (let count = 0; count < MAX_LEVELS; count += 1)
      await add({ symbol: 'LUCK', kind: 'below', value: '1' });
    expect((await add({ symbol: 'LUCK', kind: 'below', value: '1' })).body).toEqual({
      symbol: ['You have 100 levels, the most possible. Remove one first.'],
    });
  });

  it('alert their customer once of the next close beyond them, and end', async () => {
    test.clock.set('2026-11-19T05:41:00.000Z');
    const { add, list, inbox, remove } = await signUp();
    const other = await signUp();
    const { body: level } = await add({ symbol: 'MEBL', kind: 'above', value: '299' });
    await add({ symbol: 'MEBL', kind: 'below', value: '250' });
    await close('MEBL', '2026-11-18', 300);
    expect(await inbox()).toEqual([]);
    await close('MEBL', '2026-11-19', 301.5);
    await close('MEBL', '2026-11-19', 302);
    await close('MEBL', '2026-11-20', 303);
    expect(await inbox()).toEqual([['MEBL: above Rs. 299.00', 'Close of Thu 19 Nov 2026: Rs. 301.50']]);
    expect(await other.inbox()).toEqual([]);
    expect((await list()).find(({ id }: { id: number }) => id === level.id)).toMatchObject({
      ...{ triggered_on: '2026-11-19', triggered_close: '301.50', is_active: false },
    });
    await remove(level.id);
    expect(await inbox()).toEqual([['MEBL: price level reached', 'You have removed this level since.']]);
  });

  it('that repeat alert again after a close on the other side', async () => {
    test.clock.set('2026-11-16T05:41:00.000Z');
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
    test.clock.set('2026-11-17T05:41:00.000Z');
    const { add, inbox } = await signUp();
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
});
