import { describe, expect, it } from 'vitest';
import { MONTHLY, TRIAL } from '#tests/support/paddle-simulator/test-catalog.ts';
import { useTestServer } from '#tests/support/paddle-simulator/test-server.ts';

const test = useTestServer();

function call(path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${test.baseUrl}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

describe('the control over HTTP', () => {
  it('buys, advances the clock and delivers webhooks', async () => {
    const bought = await call('complete-checkout', { priceId: MONTHLY, customerEmail: 'a@example.com' });
    expect(await bought.json()).toMatchObject({ data: { outcome: 'completed' } });
    const advanced = await call('advance', { ms: 32 * 86_400_000, deliver: true });
    expect(await advanced.json()).toMatchObject({ data: { happened: [{ kind: 'renewal' }] } });
    expect(await (await call('flush', {})).json()).toMatchObject({ data: [] });
    expect(test.received().filter(({ type }) => type === 'transaction.completed')).toHaveLength(2);
  });

  it.each<[string, string, unknown]>([
    [
      'a card number that is not a number',
      'complete-checkout',
      { priceId: MONTHLY, customerEmail: 'a@b.pk', cardNumber: 'x' },
    ],
    ['an invalid email address', 'complete-checkout', { priceId: MONTHLY, customerEmail: 'a' }],
    ['no time', 'advance', {}],
    ['a time in the past', 'advance', { ms: -1 }],
    ['a hundred years', 'advance', { ms: 100 * 366 * 86_400_000 }],
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
    expect((await call('flush', {}, headers)).status).toBe(403);
    expect((await call('advance', { ms: 0 }, headers)).status).toBe(403);
  });
});

describe('the seed', () => {
  it('creates subscriptions of every status', () => {
    const statuses = ['active', 'past_due', 'paused', 'canceled'] as const;
    const ids = test.control.seed(
      statuses.map((status) => ({ priceId: MONTHLY, customerEmail: `${status}@example.com`, status })),
    );
    const { subscriptions } = test.control.state();
    expect(ids.map((id) => subscriptions[id]?.status)).toEqual(statuses);
  });

  it('rejects a status that the price cannot start with', () => {
    const trial = { priceId: TRIAL, customerEmail: 'a@example.com', status: 'active' } as const;
    expect(() => test.control.seed([trial])).toThrow('starts as trialing, not active');
  });
});
