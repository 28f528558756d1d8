import { beforeAll, describe, expect, it } from 'vitest';
import type { EndpointInput } from '#core/contract/endpoint.ts';
import { MINUTE } from '#core/server/platform/clock.ts';
import { listPsxSignals, listSignalChoices } from '#features/signals/contract/endpoints.ts';
import { editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });

type Query = EndpointInput<typeof listPsxSignals>['query'];

const SELL = { order_type: 'sell', stop_loss: '500.00', target_points: ['460.00'] } satisfies Parameters<
  typeof publish
>[2];

/** Part of every premium signal that visitors and customers without a plan try to find out about. */
const SECRET = 'QXSECRET';

let subscriber: { access: string };
let customer: { access: string };

// In the order of publication, by title.
beforeAll(async () => {
  const admin = await signInAdministrator(test);
  const add = async (title: string, body: Parameters<typeof publish>[2]) => {
    test.clock.advance(MINUTE);
    return publish(test, admin, { title, ...body });
  };
  const first = await add('first', { symbol: 'LUCK', risk_type: 'low', shariah_type: 'Compliant' });
  await add('closed', { symbol: 'HUBC', risk_type: 'low', call_status: 'closed' });
  await add('sell', { symbol: 'LUCK', risk_type: 'high', ...SELL });
  await add('own sector', { symbol: 'HUBC', sector: 'Holding', shariah_type: 'Non-Compliant' });
  await add('secret', { symbol: SECRET, sector: SECRET, signal_type: 'swing', risk_type: 'high' });
  await add('also secret', { symbol: 'MEBL', signal_type: 'swing', risk_type: 'low' });
  test.clock.advance(MINUTE);
  await test.call(editSignal, { params: first, body: { stop_loss: '450.00' } }, { token: admin.access });
  subscriber = await signUpSubscriber(test);
  customer = await signUpCustomer(test);
});

const list = (query: Partial<Query>, who?: { access: string }) =>
  test.call(listPsxSignals, { query: { signal_type: 'intraday', ...query } }, { token: who?.access });

describe('the filters of GET /signals/psx-signals/', () => {
  it.each<[Partial<Query>, string[]]>([
    [{}, ['own sector', 'sell', 'first', 'closed']],
    [{ order_type: 'sell' }, ['sell']],
    [{ risk_type: 'low' }, ['first', 'closed']],
    [{ shariah_type: 'Compliant' }, ['first']],
    [{ shariah_type: 'Unknown' }, ['sell', 'closed']],
    [{ symbol: 'luck' }, ['sell', 'first']],
    [{ symbol: 'LUC' }, []],
    [{ symbol: 'hubc, luck,HBL' }, ['own sector', 'sell', 'first', 'closed']],
    [{ symbol: ['HUBC', 'HBL'] }, ['own sector', 'closed']],
    [{ symbol: '' }, ['own sector', 'sell', 'first', 'closed']],
    [{ sector: 'Holding' }, ['own sector']],
    [{ sector: 'Cement' }, ['sell', 'first']],
    [{ sector: 'Power Generation & Distribution' }, ['closed']],
    [{ symbol: 'LUCK', order_type: 'buy', risk_type: 'low' }, ['first']],
    [{ ordering: 'open_first' }, ['own sector', 'sell', 'first', 'closed']],
    [{ ordering: '-created_at' }, ['own sector', 'sell', 'closed', 'first']],
    [{ ordering: '-changed_at' }, ['first', 'own sector', 'sell', 'closed']],
    [{ ordering: 'symbol' }, ['own sector', 'sell', 'first', 'closed']],
    [{ ordering: 'risk_type' }, ['first', 'own sector', 'sell', 'closed']],
  ])('%j lists %j', async (query, titles) => {
    const { body } = await list(query);
    expect(body.results.map(({ title }: Signal) => title)).toEqual(titles);
    expect(body.count).toBe(titles.length);
  });

  it.each<[string, string, string]>([
    ['order_type', 'hold', '"hold" is not a valid choice.'],
    ['risk_type', 'Low', '"Low" is not a valid choice.'],
    ['shariah_type', 'halal', '"halal" is not a valid choice.'],
    ['ordering', 'random()', '"random()" is not a valid choice.'],
    ['symbol', 'X'.repeat(21), 'Ensure this field has no more than 20 characters.'],
    ['sector', 'X'.repeat(81), 'Ensure this field has no more than 80 characters.'],
  ])('rejects an invalid %s: %s', async (name, value, message) => {
    const query = new URLSearchParams({ signal_type: 'intraday', [name]: value });
    const response = await test.request(`/api/signals/psx-signals/?${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ [name]: [message] });
  });

  it('filters the premium signals of a subscriber', async () => {
    const { body } = await list({ signal_type: 'swing', risk_type: 'low' }, subscriber);
    expect(body).toMatchObject({ count: 1, has_subscription: true, results: [{ title: 'also secret' }] });
  });
});

describe('filters without access to premium signals', () => {
  const filters: Partial<Query>[] = [
    { symbol: SECRET },
    { sector: SECRET },
    { risk_type: 'high' },
    { symbol: 'NOTHING' },
    { ordering: 'symbol' },
  ];

  it.each(filters)('reveal nothing to a customer without a plan: %j', async (filter) => {
    const { status, body } = await list({ signal_type: 'swing', ...filter }, customer);
    expect(status).toBe(200);
    expect(body).toEqual({
      count: 0,
      results: [],
      has_subscription: false,
      risk_statement_required: false,
      last_event_id: null,
      states_change_at: null,
    });
  });

  it.each(filters)('require a visitor to sign in: %j', async (filter) => {
    const { status, body } = await list({ signal_type: 'swing', ...filter });
    expect(status).toBe(401);
    expect(body).toEqual({ detail: 'Authentication credentials were not provided.' });
  });

  it('filters without access to premium signals do not find premium signals among the free ones', async () => {
    for (const who of [undefined, customer, subscriber]) {
      for (const filter of [{ symbol: SECRET }, { sector: SECRET }])
        expect((await list(filter, who)).body).toMatchObject({ count: 0, results: [] });
    }
  });
});

describe('GET /signals/psx-signals/choices/', () => {
  const choices = (signal_type: Query['signal_type'], who?: { access: string }) =>
    test.call(listSignalChoices, { query: { signal_type } }, { token: who?.access });

  it('lists the sectors and symbols of the listed signals of the type', async () => {
    expect((await choices('intraday')).body).toEqual({
      sectors: ['Cement', 'Holding', 'Power Generation & Distribution'],
      symbols: ['HUBC', 'LUCK'],
    });
    expect((await choices('swing', subscriber)).body.symbols).toEqual(['MEBL', SECRET]);
  });

  it('requires a valid signal type', async () => {
    const response = await test.request('/api/signals/psx-signals/choices/?signal_type=forex');
    expect(response.statusCode).toBe(400);
  });

  it('lists nothing of a premium type to callers without access', async () => {
    expect((await choices('swing')).status).toBe(401);
    const { status, body } = await choices('swing', customer);
    expect(status).toBe(200);
    expect(body).toEqual({ sectors: [], symbols: [] });
    expect(JSON.stringify((await choices('intraday', customer)).body)).not.toContain(SECRET);
  });
});
