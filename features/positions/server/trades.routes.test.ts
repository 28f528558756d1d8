import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { EndpointInput } from '#core/contract/endpoint.ts';
import { readEnteredSignals } from '#features/accounts/contract/watchlist.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import { bookClosures } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import {
  type DeletedTrade,
  editTrade,
  enterTrade,
  listDeletedTrades,
  listTrades,
  MAX_TRADES,
  readTradeHistory,
  removeTrade,
} from '#features/positions/contract/trades.ts';
import { deleteSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { makeClosures } from '#tests/support/market/corporate-actions.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

type Body = EndpointInput<typeof enterTrade>['body'];
const BUY: Body = {
  symbol: 'LUCK',
  side: 'buy',
  date: '2026-11-16',
  shares: 100,
  price: '812.5',
  costs: 122.25,
};
const SELL: Body = { ...BUY, side: 'sell', date: '2026-11-18', price: '830', costs: '0' };

async function signUp() {
  const { access: token, email } = await signUpCustomer(test);
  const enter = (body: Partial<Body>) => test.call(enterTrade, { body: { ...BUY, ...body } }, { token });
  const list = async (query = {}) => (await test.call(listTrades, { query }, { token })).body;
  const toParams = (id: number) => ({ params: { id: String(id) } });
  const edit = (id: number, body: EndpointInput<typeof editTrade>['body']) =>
    test.call(editTrade, { ...toParams(id), body }, { token });
  const remove = (id: number) => test.call(removeTrade, toParams(id), { token });
  const history = (id: number) => test.call(readTradeHistory, toParams(id), { token });
  return { token, email, enter, list, edit, remove, history };
}

describe('trades', () => {
  it('are entered with decimals as strings and null for what is not given, and listed by date, the newest first', async () => {
    const { enter, list } = await signUp();
    const first = await enter({});
    expect(first).toEqual({
      status: 201,
      headers: expect.anything(),
      body: {
        ...{ id: expect.any(Number), symbol: 'LUCK', side: 'buy', kind: 'trade', date: '2026-11-16' },
        ...{
          shares: 100,
          price: '812.50',
          costs: '122.25',
          signal_id: null,
          planned_shares: null,
          note: null,
        },
        ...{ exceeds: null, created_at: '2026-11-21T05:42:00.000Z', changed_at: null },
      },
    });
    const opening = await enter({
      ...{ symbol: 'hbl', kind: 'opening', date: '2024-01-02', price: '98.1234', note: ' From CDC ' },
    });
    expect(opening.body).toMatchObject({
      symbol: 'HBL',
      kind: 'opening',
      price: '98.1234',
      note: 'From CDC',
    });
    const sold = await enter({ ...SELL, shares: 40 });
    expect(await list()).toEqual({
      ...{ count: 3, next: null, previous: null },
      results: [sold.body, first.body, opening.body],
    });
  });

  it('are listed on pages of fifty', async () => {
    const { enter, list } = await signUp();
    for (let shares = 1; shares <= 51; shares += 1) await enter({ shares });
    const page = await list({ page: '2' });
    expect(page).toMatchObject({
      count: 51,
      next: null,
      previous: 'https://tezi.test/api/customers/trades/?page=1',
    });
    expect(page.results).toMatchObject([{ shares: 1 }]);
  });

  it.each([
    [{ shares: 0 }, { shares: ['Ensure this value is greater than or equal to 1.'] }],
    [{ shares: 1.5 }, { shares: ['A valid integer is required.'] }],
    [{ price: '-1' }, { price: ['A valid number is required.'] }],
    [{ price: '0' }, { price: ['Enter the price that was paid for a share.'] }],
    [{ price: '1.00001' }, { price: ['Ensure that there are no more than 4 decimal places.'] }],
    [{ symbol: 'NOSUCH' }, { symbol: ['No company has the symbol NOSUCH.'] }],
    [{ date: '2026-11-22' }, { date: ['Enter a date until today.'] }],
    [{ date: '1946-12-31' }, { date: ['Enter a date from 1 Jan 1947 on.'] }],
    [{ side: 'sell', kind: 'opening' }, { kind: ['Shares that leave are sold or transferred.'] }],
    [
      { side: 'sell' },
      { shares: ['You held 0 shares of LUCK on 16 Nov 2026. Short sales are not supported.'] },
    ],
    [{ signal_id: '7d0f6a52-0000-4000-8000-000000000000' }, { signal_id: ['Signal not found.'] }],
  ] as [Partial<Body>, object][])('are rejected with %j', async (change, body) => {
    const { enter, list } = await signUp();
    expect(await enter(change)).toMatchObject({ status: 400, body });
    expect((await list()).count).toBe(0);
  });

  it('accept symbols that companies had before', async () => {
    const { enter } = await signUp();
    expect((await enter({ symbol: 'SHEL', date: '2024-03-01' })).status).toBe(201);
    const sold = await enter({ ...SELL, symbol: 'WAFI' });
    expect(sold.status).toBe(201);
  });

  it('are limited in number', async () => {
    const { enter, email } = await signUp();
    await test.database.pool.query(
      `insert into trades (user_id, symbol, side, kind, date, shares, price, costs, created_at)
       select $1, 'LUCK', 'buy', 'trade', '2026-01-01', 1, 1, 0, now() from generate_series(1, $2)`,
      [(await findCustomerByEmail(test.database.db, email))?.id, MAX_TRADES],
    );
    expect(await enter({})).toMatchObject({
      status: 409,
      body: { detail: 'There can be at most 20,000 trades.' },
    });
  });
});

describe('sales', () => {
  it('of more shares than are held on their date are rejected, with the number', async () => {
    const { enter } = await signUp();
    await enter({});
    await enter({ date: '2026-11-20', shares: 50 });
    const rejection = 'You held 100 shares of LUCK on 18 Nov 2026. Short sales are not supported.';
    expect(await enter({ ...SELL, shares: 101 })).toMatchObject({
      status: 400,
      body: { shares: [rejection] },
    });
    expect((await enter({ ...SELL, shares: 100 })).status).toBe(201);
  });

  it('may follow a purchase of the same day, and not one of a later day', async () => {
    const { enter } = await signUp();
    expect((await enter({ ...SELL, date: '2026-11-16' })).status).toBe(400);
    await enter({});
    expect((await enter({ ...SELL, date: '2026-11-16' })).status).toBe(201);
  });

  it('cannot be made impossible by an earlier sale, a change or a deletion', async () => {
    const { enter, edit, remove, list } = await signUp();
    const { body: bought } = await enter({});
    await enter({ ...SELL, shares: 80 });
    const sentence = 'Your sale of 80 shares of LUCK on 18 Nov 2026 would exceed the 70 that you held then.';
    expect(await enter({ ...SELL, date: '2026-11-17', shares: 30 })).toMatchObject({
      status: 400,
      body: { shares: [sentence] },
    });
    const rejected = { status: 400, body: { shares: [sentence.replace('70', '79')] } };
    expect(await edit(bought.id, { shares: 79 })).toMatchObject(rejected);
    expect((await edit(bought.id, { date: '2026-11-19' })).status).toBe(400);
    expect((await edit(bought.id, { symbol: 'HBL' })).status).toBe(400);
    expect((await remove(bought.id)).status).toBe(400);
    expect((await list()).results).toMatchObject([{ shares: 80 }, { shares: 100 }]);
    expect((await edit(bought.id, { shares: 80 })).status).toBe(200);
  });

  it('of two tabs at the same time do not exceed the holding together', async () => {
    const { enter, list } = await signUp();
    await enter({});
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await enter({ ...SELL, shares: 60 })).status),
    );
    expect(statuses.sort()).toEqual([201, 400, 400]);
    expect((await list()).count).toBe(2);
  });

  it('that a removed closure makes exceed the holding stay, and say so', async () => {
    const { enter, edit, list } = await signUp();
    await enter({ date: '2026-11-02' });
    const [closure = 0] = await makeClosures(test.database, [
      { payout: '20%(B)', exDate: '2026-11-10', bcFrom: '2026-11-11', bcTo: '2026-11-17' },
    ]);
    expect((await enter({ ...SELL, shares: 120 })).status).toBe(201);
    expect((await list()).results).toMatchObject([{ side: 'sell', exceeds: null }, { side: 'buy' }]);
    await test.database.db.delete(bookClosures).where(eq(bookClosures.id, closure));
    const [sale] = (await list()).results;
    expect(sale).toMatchObject({ shares: 120, exceeds: { held: 100 } });
    // What does not make it worse is possible.
    const edited = await edit(sale.id, { note: 'After the bonus' });
    expect(edited).toMatchObject({ status: 200, body: { exceeds: { held: 100 } } });
    expect((await edit(sale.id, { shares: 121 })).status).toBe(400);
    expect((await edit(sale.id, { shares: 100 })).body).toMatchObject({ exceeds: null });
  });
});

describe('changes of trades', () => {
  it('are recorded with what was before, also of a deleted trade', async () => {
    const { enter, edit, remove, history, list } = await signUp();
    const { body: trade } = await enter({ note: 'First' });
    expect((await history(trade.id)).body).toEqual({ results: [] });
    test.clock.advance(60_000);
    const edited = await edit(trade.id, { price: '800', note: null });
    const changed_at = test.clock.now().toISOString();
    expect(edited).toMatchObject({
      status: 200,
      body: { ...trade, price: '800.00', note: null, changed_at },
    });
    expect((await list()).results).toEqual([edited.body]);
    expect((await edit(trade.id, { price: '800.00' })).body).toEqual(edited.body);
    expect((await remove(trade.id)).status).toBe(204);
    expect((await list()).count).toBe(0);
    const values = {
      ...{ symbol: 'LUCK', side: 'buy', kind: 'trade', date: '2026-11-16', shares: 100, costs: '122.25' },
      ...{ signal_id: null, planned_shares: null },
    };
    const [before, after] = [
      { ...values, price: '812.50', note: 'First' },
      { ...values, price: '800.00', note: null },
    ];
    expect((await history(trade.id)).body.results).toEqual([
      { changed_at, before, after },
      { changed_at, before: after, after: null },
    ]);
    expect((await remove(trade.id)).status).toBe(404);
    expect((await edit(trade.id, {})).status).toBe(404);
  });

  it('list the deleted trades, newest first', async () => {
    const { enter, remove, token } = await signUp();
    for (const price of ['1', '2']) await remove((await enter({ price })).body.id);
    const { results } = (await test.call(listDeletedTrades, {}, { token })).body;
    expect(results.map(({ trade }: DeletedTrade) => trade.price)).toEqual(['2.00', '1.00']);
    await enter({ price: '2' });
    expect((await test.call(listDeletedTrades, {}, { token })).body.results.length).toBe(1);
  });

  it('are recorded as long as they are the newest fifty of the trade', async () => {
    const { enter, edit, history } = await signUp();
    const { body: trade } = await enter({ price: '1' });
    const { body: other } = await enter({ price: '1' });
    await edit(other.id, { price: '2' });
    for (let price = 2; price <= 53; price += 1) await edit(trade.id, { price: String(price) });
    const { results } = (await history(trade.id)).body;
    expect(results.length).toBe(50);
    expect([results.at(0)?.before.price, results.at(-1)?.after?.price]).toEqual(['3.00', '53.00']);
    expect((await history(other.id)).body.results.length).toBe(1);
  });

  it('are checked like new trades', async () => {
    const { enter, edit } = await signUp();
    const { body: trade } = await enter({});
    for (const [change, field] of [
      [{ date: '2026-11-22' }, 'date'],
      [{ symbol: 'NOSUCH' }, 'symbol'],
      [{ side: 'sell', kind: 'opening' }, 'kind'],
      [{ side: 'sell' }, 'shares'],
      [{ price: '0' }, 'price'],
      [{ shares: 1_000_000_000, price: '2' }, 'price'],
    ] as const)
      expect(await edit(trade.id, change)).toMatchObject({
        status: 400,
        body: { [field]: [expect.any(String)] },
      });
  });
});

describe('a purchase that follows a signal', () => {
  it('marks the signal as entered, if the customer may read it and it is about the company', async () => {
    const admin = await signInAdministrator(test);
    const free = await publish(test, admin, { signal_type: 'intraday' });
    const premium = await publish(test, admin, { signal_type: 'swing' });
    const { token, enter, edit } = await signUp();
    expect((await enter({ signal_id: premium.id })).body).toEqual({ signal_id: ['Signal not found.'] });
    expect((await enter({ signal_id: free.id, symbol: 'HBL' })).body).toEqual({
      signal_id: ['The signal is about LUCK.'],
    });
    const entered = await enter({ signal_id: free.id, planned_shares: 120 });
    expect(entered).toMatchObject({ status: 201, body: { signal_id: free.id, planned_shares: 120 } });
    expect((await test.call(readEnteredSignals, {}, { token })).body.ids).toEqual([free.id]);
    expect((await edit(entered.body.id, { shares: 90 })).body).toMatchObject({
      signal_id: free.id,
      shares: 90,
    });
    expect((await edit(entered.body.id, { symbol: 'HBL' })).status).toBe(400);
    expect((await edit(entered.body.id, { symbol: 'HBL', signal_id: null })).status).toBe(200);
  });

  it('can be ended by a sale that names the signal, also after the customer can read it no more', async () => {
    const admin = await signInAdministrator(test);
    const { id } = await publish(test, admin, { signal_type: 'intraday' });
    const [customer, other] = [await signUp(), await signUp()];
    await customer.enter({ signal_id: id });
    await other.enter({});
    await test.call(deleteSignal, { params: { id } }, { token: admin.access });
    expect((await customer.enter({ ...SELL, signal_id: id })).status).toBe(201);
    expect((await other.enter({ ...SELL, signal_id: id })).body).toEqual({
      signal_id: ['Signal not found.'],
    });
  });
});
