import { describe, expect, it } from 'vitest';
import { MONTHLY } from '#tests/support/paddle-simulator/test-catalog.ts';
import { useTestServer } from '#tests/support/paddle-simulator/test-server.ts';

const test = useTestServer();

function call(path: string, body?: unknown, headers: Record<string, string> = {}) {
  return fetch(`${test.baseUrl}/_control/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

describe('the control over HTTP', () => {
  it('buys, advances the clock, delivers webhooks and returns the state', async () => {
    const bought = await call('complete-checkout', { priceId: MONTHLY, customerEmail: 'a@example.com' });
    expect(await bought.json()).toMatchObject({ data: { outcome: 'completed' } });
    const advanced = await call('advance', { ms: 31 * 86_400_000, deliver: true });
    expect(await advanced.json()).toMatchObject({ data: { happened: [{ kind: 'renewal' }] } });
    expect(test.received().filter(({ type }) => type === 'transaction.completed')).toHaveLength(2);
    const state = (await (await call('state')).json()) as { data: Record<string, unknown> };
    expect(state.data).not.toHaveProperty('portalSecret');
    await call('reset', {});
    expect(test.control.state().subscriptions).toEqual({});
  });

  it('seeds subscriptions of every status', async () => {
    const statuses = ['active', 'past_due', 'paused', 'canceled'];
    const seeds = statuses.map((status) => ({
      priceId: MONTHLY,
      customerEmail: `${status}@example.com`,
      status,
    }));
    const { data: ids } = (await (await call('seed', seeds)).json()) as { data: string[] };
    const { subscriptions } = test.control.state();
    expect(ids.map((id) => subscriptions[id]?.status)).toEqual(statuses);
  });

  it.each<[string, string, unknown]>([
    [
      'a card number that is not a number',
      'complete-checkout',
      { priceId: MONTHLY, customerEmail: 'a@b.pk', cardNumber: 'x' },
    ],
    ['an invalid email address', 'complete-checkout', { priceId: MONTHLY, customerEmail: 'a' }],
    ['neither ms nor to', 'advance', {}],
    ['a time in the past', 'advance', { to: '2020-01-01T00:00:00Z' }],
    ['a hundred years', 'advance', { ms: 100 * 366 * 86_400_000 }],
    ['an unknown switch', 'chaos', { explode: true }],
    [
      'a status that the price cannot start with',
      'seed',
      [{ priceId: MONTHLY, customerEmail: 'a@b.pk', status: 'trialing' }],
    ],
  ])('rejects a control call with %s', async (_, path, body) => {
    const response = await call(path, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'bad_request' } });
  });

  it.each<[string, Record<string, string>]>([
    ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page of another port', { origin: 'http://localhost:1' }],
    ['a proxy', { 'x-forwarded-for': '203.0.113.7' }],
  ])('rejects a control call from %s', async (_, headers) => {
    expect((await call('state', undefined, headers)).status).toBe(403);
    expect((await call('reset', {}, headers)).status).toBe(403);
  });
});
