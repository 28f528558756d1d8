import { gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { paddleEvents } from '#server/domains/billing/billing.tables.ts';
import {
  deliver,
  fakePaddle,
  paddleEvent,
  signWebhook,
  subscriptionEntity,
} from '#tests/support/billing/paddle.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ LIMIT_BAD_WEBHOOK_ADDRESS: '3/10m' }, { paddle: fakePaddle() });

beforeEach(async () => {
  await test.database.db.delete(paddleEvents);
});

const stored = () => test.database.db.select().from(paddleEvents);
const post = (payload: string | Buffer, headers: Record<string, string>, remoteAddress = '198.51.100.1') =>
  test.request({ method: 'POST', url: '/api/paddle/webhook/', headers, payload, remoteAddress });

describe('a webhook', () => {
  it('is answered 200 and kept to be applied', async () => {
    const event = paddleEvent('subscription.updated', subscriptionEntity());
    const answer = await deliver(test, event);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await stored()).toMatchObject([
      {
        eventId: event.event_id,
        eventType: 'subscription.updated',
        entityId: subscriptionEntity().id,
        data: subscriptionEntity(),
        state: 'waiting',
        attempts: 0,
      },
    ]);
  });

  it('is kept once however often it comes', async () => {
    const event = paddleEvent('subscription.updated', subscriptionEntity());
    const answers = await Promise.all([1, 2, 3].map(() => deliver(test, event)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await stored()).toHaveLength(1);
  });

  it('that came before stays applied', async () => {
    const event = paddleEvent('subscription.updated', subscriptionEntity());
    await deliver(test, event);
    await test.billing.runDue();
    await deliver(test, { ...event, notification_id: 'ntf_another' });
    expect(await stored()).toMatchObject([{ state: 'applied' }]);
  });

  it('of a kind that is not used is kept without what it says', async () => {
    const customer = { id: 'ctm_01', email: 'ayesha@example.com', updated_at: '2026-11-21T05:00:00Z' };
    await deliver(test, paddleEvent('customer.created', customer));
    await deliver(test, paddleEvent('subscription.imagined', { ...customer, id: 7 }));
    const rows = await stored();
    expect(rows.map(({ state }) => state)).toEqual(['applied', 'applied']);
    expect(rows.map(({ data }) => data)).toEqual([{ id: 'ctm_01' }, { id: 7 }]);
  });

  it('holds characters that the database cannot', async () => {
    const event = paddleEvent(
      'subscription.updated',
      subscriptionEntity({ custom_data: { name: 'a\0b\ud800c' } }),
    );
    expect((await deliver(test, event)).statusCode).toBe(200);
    expect(await stored()).toMatchObject([{ data: { custom_data: { name: 'ab\ufffdc' } } }]);
  });

  it('may come without a media type, or with any', async () => {
    const body = JSON.stringify(paddleEvent('subscription.updated', subscriptionEntity()));
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

describe('what is no webhook of Paddle', () => {
  const body = JSON.stringify(paddleEvent('subscription.updated', subscriptionEntity()));
  const json = { 'content-type': 'application/json' };

  it.each([
    ['without a signature', {}],
    ['with a wrong signature', { 'paddle-signature': `ts=1795239720;h1=${'0'.repeat(64)}` }],
    ['with garbage for a signature', { 'paddle-signature': 'ts=;h1=' }],
  ])('is refused %s, and nothing is kept', async (_what, headers) => {
    const answer = await post(body, { ...json, ...headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ detail: 'The signature is not valid.' });
    expect(await stored()).toEqual([]);
  });

  it('is refused when it was signed over other bytes', async () => {
    const answer = await post(
      `${body} `,
      { ...json, 'paddle-signature': signWebhook(body, test.clock.now()) },
      '198.51.100.2',
    );
    expect(answer.statusCode).toBe(401);
  });

  it('is refused sooner when there is more and more of it; a signed one is not', async () => {
    const from = '198.51.100.3';
    for (let count = 0; count < 3; count += 1) expect((await post(body, json, from)).statusCode).toBe(401);
    expect((await post(body, json, from)).statusCode).toBe(429);
    const signed = { ...json, 'paddle-signature': signWebhook(body, test.clock.now()) };
    expect((await post(body, signed, from)).statusCode).toBe(200);
  });

  it.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a list', '[]'],
    ['no event', '{"event_id":"evt_1"}'],
    ['an event of no time', JSON.stringify(paddleEvent('subscription.updated', {}, { occurred_at: 'now' }))],
    ['very deep', `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    [
      'an event that is nested too deeply',
      JSON.stringify(
        paddleEvent('a.b', {
          updated_at: '2026-11-21T05:00:00Z',
          deep: JSON.parse(`${'['.repeat(99)}${']'.repeat(99)}`),
        }),
      ),
    ],
  ])('is refused though signed when it is %s', async (_what, payload) => {
    const answer = await deliver(test, payload);
    expect(answer.statusCode).toBe(400);
    expect(await stored()).toEqual([]);
  });

  it('is refused when it is larger than a mebibyte', async () => {
    const answer = await deliver(test, { ...paddleEvent('a.b', {}), filling: 'x'.repeat(1024 * 1024) });
    expect(answer.statusCode).toBe(413);
  });

  it('is refused when it is larger than that unpacked', async () => {
    const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const answer = await post(packed, { ...json, 'content-encoding': 'gzip' }, '198.51.100.4');
    expect(answer.statusCode).toBe(413);
    expect(await stored()).toEqual([]);
  });

  it.each(['GET', 'PUT', 'DELETE'] as const)('is no %s', async (method) => {
    const answer = await test.request({ method, url: '/api/paddle/webhook/' });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('POST');
  });
});

describe('a message that failed for good', () => {
  it('does not start again when Paddle sends it once more', async () => {
    const event = paddleEvent('subscription.updated', subscriptionEntity());
    await deliver(test, event);
    await test.database.db
      .update(paddleEvents)
      .set({ state: 'failed' })
      .where(eq(paddleEvents.eventId, event.event_id));
    await deliver(test, event);
    expect(await stored()).toMatchObject([{ state: 'failed' }]);
  });
});
