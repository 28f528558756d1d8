import { gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { webhookEvents } from '#features/billing/server/billing.tables.ts';
import {
  createFakePaddle,
  deliver,
  makePaddleEvent,
  makeSubscriptionEntity,
  signWebhook,
} from '#tests/support/billing/paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ LIMIT_BAD_WEBHOOK_ADDRESS: '3/10m' }, { paddle: createFakePaddle() });

beforeEach(async () => {
  await test.database.db.delete(webhookEvents);
});

const listEvents = () => test.database.db.select().from(webhookEvents);
const post = (payload: string | Buffer, headers: Record<string, string>, remoteAddress = '198.51.100.1') =>
  test.request({ method: 'POST', url: '/api/paddle/webhook/', headers, payload, remoteAddress });

describe('a webhook', () => {
  it('stores a webhook event and returns 200', async () => {
    const event = makePaddleEvent('subscription.updated', makeSubscriptionEntity());
    const response = await deliver(test, event);
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(await listEvents()).toMatchObject([
      {
        eventId: event.event_id,
        eventType: 'subscription.updated',
        entityId: makeSubscriptionEntity().id,
        data: makeSubscriptionEntity(),
        state: 'waiting',
        attempts: 0,
      },
    ]);
  });

  it('stores an event once regardless of repeated deliveries', async () => {
    const event = makePaddleEvent('subscription.updated', makeSubscriptionEntity());
    const responses = await Promise.all([1, 2, 3].map(() => deliver(test, event)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await listEvents()).toHaveLength(1);
  });

  it('keeps an event applied when it is delivered again', async () => {
    const event = makePaddleEvent('subscription.updated', makeSubscriptionEntity());
    await deliver(test, event);
    await test.billing.runDue();
    await deliver(test, { ...event, notification_id: 'ntf_another' });
    expect(await listEvents()).toMatchObject([{ state: 'applied' }]);
  });

  it('stores an event of an unused type without its payload', async () => {
    const customer = { id: 'ctm_01', email: 'ayesha@example.com', updated_at: '2026-11-21T05:00:00Z' };
    await deliver(test, makePaddleEvent('customer.created', customer));
    await deliver(test, makePaddleEvent('subscription.imagined', { ...customer, id: 7 }));
    const rows = await listEvents();
    expect(rows.map(({ state }) => state)).toEqual(['applied', 'applied']);
    expect(rows.map(({ data }) => data)).toEqual([{ id: 'ctm_01' }, { id: 7 }]);
  });

  it('removes characters that the database rejects', async () => {
    const event = makePaddleEvent(
      'subscription.updated',
      makeSubscriptionEntity({ custom_data: { name: 'a\0b\ud800c' } }),
    );
    expect((await deliver(test, event)).statusCode).toBe(200);
    expect(await listEvents()).toMatchObject([{ data: { custom_data: { name: 'ab\ufffdc' } } }]);
  });

  it('accepts a webhook with any media type, or none', async () => {
    const body = JSON.stringify(makePaddleEvent('subscription.updated', makeSubscriptionEntity()));
    const signature = { 'paddle-signature': signWebhook(body, test.clock.now()) };
    const types: Record<string, string>[] = [
      {},
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-8' },
    ];
    for (const type of types) {
      expect((await post(Buffer.from(body), { ...signature, ...type })).statusCode).toBe(200);
    }
  });
});

describe('an invalid webhook', () => {
  const body = JSON.stringify(makePaddleEvent('subscription.updated', makeSubscriptionEntity()));
  const json = { 'content-type': 'application/json' };

  it.each([
    ['without a signature', {}],
    ['with a wrong signature', { 'paddle-signature': `ts=1795239720;h1=${'0'.repeat(64)}` }],
    ['with a malformed signature', { 'paddle-signature': 'ts=;h1=' }],
  ])('rejects a webhook %s and stores nothing', async (_what, headers) => {
    const response = await post(body, { ...json, ...headers });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual({ detail: 'Invalid webhook signature.' });
    expect(await listEvents()).toEqual([]);
  });

  it('rejects a webhook whose signed bytes differ', async () => {
    const response = await post(
      `${body} `,
      { ...json, 'paddle-signature': signWebhook(body, test.clock.now()) },
      '198.51.100.2',
    );
    expect(response.statusCode).toBe(401);
  });

  it('limits invalid webhooks by IP address, but not signed ones', async () => {
    const from = '198.51.100.3';
    for (let count = 0; count < 3; count += 1) expect((await post(body, json, from)).statusCode).toBe(401);
    expect((await post(body, json, from)).statusCode).toBe(429);
    const signed = { ...json, 'paddle-signature': signWebhook(body, test.clock.now()) };
    expect((await post(body, signed, from)).statusCode).toBe(200);
  });

  it.each([
    ['not JSON', '{'],
    ['empty', ''],
    ['a list', '[]'],
    ['not an event', '{"event_id":"evt_1"}'],
    [
      'an event without a valid timestamp',
      JSON.stringify(makePaddleEvent('subscription.updated', {}, { occurred_at: 'now' })),
    ],
    ['too deeply nested JSON', `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    [
      'an event that is nested too deeply',
      JSON.stringify(
        makePaddleEvent('a.b', {
          updated_at: '2026-11-21T05:00:00Z',
          deep: JSON.parse(`${'['.repeat(99)}${']'.repeat(99)}`),
        }),
      ),
    ],
  ])('rejects a signed body that is %s', async (_what, payload) => {
    const response = await deliver(test, payload);
    expect(response.statusCode).toBe(400);
    expect(await listEvents()).toEqual([]);
  });

  it('logs why a signed body is invalid', async () => {
    const error = vi.spyOn(test.logger, 'error');
    await deliver(test, 'not JSON');
    expect(error).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(SyntaxError) },
      'signed webhook payload is invalid',
    );
    error.mockRestore();
  });

  it('rejects a body larger than 1 MiB', async () => {
    const response = await deliver(test, { ...makePaddleEvent('a.b', {}), filling: 'x'.repeat(1024 * 1024) });
    expect(response.statusCode).toBe(413);
  });

  it('rejects a body larger than 1 MiB after decompression', async () => {
    const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const response = await post(packed, { ...json, 'content-encoding': 'gzip' }, '198.51.100.4');
    expect(response.statusCode).toBe(413);
    expect(await listEvents()).toEqual([]);
  });

  it.each(['GET', 'PUT', 'DELETE'] as const)('rejects the method %s', async (method) => {
    const response = await test.request({ method, url: '/api/paddle/webhook/' });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe('POST');
  });
});

describe('a permanently failed event', () => {
  it('keeps an event failed when Paddle delivers it again', async () => {
    const event = makePaddleEvent('subscription.updated', makeSubscriptionEntity());
    await deliver(test, event);
    await test.database.db
      .update(webhookEvents)
      .set({ state: 'failed' })
      .where(eq(webhookEvents.eventId, event.event_id));
    await deliver(test, event);
    expect(await listEvents()).toMatchObject([{ state: 'failed' }]);
  });
});
