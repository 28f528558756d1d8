import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { deleteAccount } from '#features/accounts/contract/account-data.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { SIGNAL_STREAM_PATH } from '#features/signals/contract/stream.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { listen, openStreamClient, type StreamClient } from '#tests/support/signals/signal-stream.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });
const clients: StreamClient[] = [];
let port: number;
let admin: { access: string };

beforeAll(async () => {
  port = await listen(test.app);
  admin = await signInAdministrator(test);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

async function open(input: Parameters<typeof openStreamClient>[1] = {}, onPort = port) {
  const client = await openStreamClient(onPort, input);
  clients.push(client);
  return client;
}

/** Opens a stream that starts after the changes so far. Other servers than the usual one may still have to send some. */
async function openReady(input: Parameters<typeof openStreamClient>[1] = {}, onPort = port) {
  if (onPort === port) await waitUntilSent();
  const client = await open(input, onPort);
  await client.waitFor('ready');
  return client;
}

const readVersion = async () =>
  (await test.call(listPsxSignals, { query: { signal_type: 'intraday' } })).body.last_event_id;

async function waitUntilSent(): Promise<void> {
  const client = await openStreamClient(port);
  const version = await readVersion();
  await expect.poll(() => client.lastEventId).toBe(version);
  client.disconnect();
}

const edit = (signal: { id: string }, body: object) =>
  test.call(editSignal, { params: signal, body }, { token: admin.access });
const remove = (signal: { id: string }) =>
  test.call(deleteSignal, { params: signal }, { token: admin.access });
const listIntraday = async () =>
  (await test.call(listPsxSignals, { query: { signal_type: 'intraday' } })).body.results;
const kinds = (client: StreamClient) => client.events.map(({ event }) => event);

describe('the signal stream', () => {
  it('starts at the present with an uncompressed event stream that is not stored', async () => {
    await publish(test, admin);
    const client = await openReady();
    expect(client.status).toBe(200);
    expect(client.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
      vary: 'Authorization',
    });
    expect(client.headers['content-encoding']).toBeUndefined();
    expect(client.events).toEqual([
      {
        event: 'ready',
        id: expect.stringMatching(/^intraday:\d+$/),
        data: { signal_types: ['intraday'] },
      },
    ]);
  });

  it.each(['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'has no other method than GET: %s',
    async (method) => {
      const { statusCode, headers } = await test.request({ method, url: `/api${SIGNAL_STREAM_PATH}` });
      expect({ statusCode, allow: headers.allow }).toEqual({ statusCode: 405, allow: 'GET' });
    },
  );

  it('sends a published signal as the list presents it', async () => {
    const client = await openReady();
    const { id } = await publish(test, admin, { symbol: 'HBL' });
    const { data } = await client.waitFor('created');
    const [listed] = (await listIntraday()).filter((signal: { id: string }) => signal.id === id);
    expect(data).toEqual({ signal_type: 'intraday', signal: listed });
  });

  it('sends an edited signal with the history of its levels, then its closing and removal', async () => {
    const signal = await publish(test, admin);
    const client = await openReady();
    test.clock.advance(1_000);
    await edit(signal, { stop_loss: '455.00' });
    const updated = await client.waitFor('updated');
    expect(updated.data.signal).toMatchObject({
      id: signal.id,
      stop_loss: '455.00',
      published_levels: { stop_loss: '448.00' },
      level_changes: [{ field: 'stop_loss', from: '448.00', to: '455.00' }],
    });
    await edit(signal, { call_status: 'closed' });
    expect((await client.waitFor('closed')).data.signal).toMatchObject({
      id: signal.id,
      call_status: 'closed',
    });
    await remove(signal);
    expect((await client.waitFor('removed')).data).toEqual({ signal_type: 'intraday', id: signal.id });
    expect(kinds(client)).toEqual(['ready', 'updated', 'closed', 'removed']);
  });

  it('sends nothing for a change that fails', async () => {
    const client = await openReady();
    const { status } = await edit(await publish(test, admin), { stop_loss: '9999.00' });
    expect(status).toBe(400);
    await publish(test, admin);
    await client.waitFor('created', 2);
    expect(kinds(client)).toEqual(['ready', 'created', 'created']);
  });
});

describe('the versions of the stream', () => {
  it('reach those of a list that is loaded next, also on another server', async () => {
    const other = await createAppOnDatabase(test.database);
    try {
      const ports = [port, await listen(other)];
      for (const each of ports) {
        await publish(test, admin);
        const version = await readVersion();
        const client = await openReady({}, each);
        await expect.poll(() => client.lastEventId).toBe(version);
      }
    } finally {
      await other.close();
    }
  });

  it('increase by one with each event', async () => {
    const client = await openReady();
    const start = Number(client.lastEventId?.split(':')[1]);
    const signal = await publish(test, admin);
    await edit(signal, { stop_loss: '450.00' });
    await client.waitFor('updated');
    expect(client.events.map(({ id }) => id)).toEqual(
      [start, start + 1, start + 2].map((n) => `intraday:${n}`),
    );
    expect(await readVersion()).toBe(client.lastEventId);
  });

  it('start at the present, whatever event the request names', async () => {
    await publish(test, admin);
    const client = await openReady({ lastEventId: 'intraday:0,swing:0' });
    await publish(test, admin);
    await client.waitFor('created');
    expect(kinds(client)).toEqual(['ready', 'created']);
  });

  it('are followed without a gap while signals change and a client reconnects to two servers in turn', async () => {
    const other = await createAppOnDatabase(test.database);
    try {
      const ports = [port, await listen(other)] as const;
      const from = Number((await openReady()).lastEventId?.split(':')[1]);
      const changing = Promise.all(Array.from({ length: 3 }, changeSignals));
      let isChanging = true;
      void changing.finally(() => (isChanging = false));
      for (let reconnects = 0; isChanging || reconnects < 40; reconnects += 1) {
        const client = await open({}, ports[reconnects % 2]);
        await delay(Math.random() * 20);
        client.disconnect();
        const versions = client.events.map(({ id }) => Number(id?.split(':')[1]));
        expect(versions).toEqual(versions.map((_, index) => (versions[0] ?? 0) + index));
      }
      await changing;
      const last = await openReady();
      await expect.poll(() => last.lastEventId).toBe(`intraday:${from + 3 * CHANGES}`);
      expect(await readVersion()).toBe(last.lastEventId);
    } finally {
      await other.close();
    }
  });

  const CHANGES = 12;

  /** Publishes, edits, closes and deletes signals, `CHANGES` changes in all. */
  async function changeSignals(): Promise<void> {
    for (let changes = 0; changes < CHANGES; changes += 4) {
      const signal = await publish(test, admin);
      await edit(signal, { stop_loss: '449.00' });
      await edit(signal, { call_status: 'closed' });
      await remove(signal);
    }
  }
});

/** Part of every premium signal of these tests. */
const MARK = 'QXSTREAMQX';
const publishPremium = (signal_type: SignalType) =>
  publish(test, admin, { signal_type, symbol: MARK, title: MARK });

describe('access to premium events', () => {
  it('rejects visitors and customers without a subscription who ask for premium types', async () => {
    const customer = await signUpCustomer(test);
    expect((await open({ query: '?signal_type=swing' })).status).toBe(401);
    expect((await open({ query: '?signal_type=intraday&signal_type=swing' })).status).toBe(401);
    expect((await open({ query: '?signal_type=swing', token: customer.access })).status).toBe(403);
    expect((await open({ token: 'invalid' })).status).toBe(401);
    expect((await open({ query: '?signal_type=weekly' })).status).toBe(400);
  });

  it('sends premium events to subscribers and administrators only', async () => {
    const subscriber = await signUpSubscriber(test);
    const customer = await signUpCustomer(test);
    const readers = await Promise.all([
      openReady({ token: subscriber.access }),
      openReady({ token: admin.access }),
      openReady({ token: subscriber.access, query: '?signal_type=swing' }),
    ]);
    const others = await Promise.all([openReady(), openReady({ token: customer.access })]);
    await publishPremium('swing');
    await publish(test, admin);
    for (const reader of readers) expect((await reader.waitFor('created')).data).toBeDefined();
    for (const other of others) {
      await other.waitFor('created');
      expect(other.text()).not.toContain(MARK);
      expect(other.events[0]?.data.signal_types).toEqual(['intraday']);
    }
    expect(readers[0]?.text()).toContain(MARK);
    expect(kinds(readers[2] as StreamClient)).toEqual(['ready', 'created']);
  });

  it('sends a visitor neither premium events nor their versions', async () => {
    await publishPremium('swing');
    const visitor = await openReady({ lastEventId: 'intraday:0,swing:0,investment:0' });
    expect(visitor.text()).not.toContain(MARK);
    expect(visitor.text()).not.toContain('swing');
  });

  it.each([
    [
      'the subscription is canceled',
      async ({ sendUpdate }: Subscriber) => sendUpdate({ status: 'canceled', current_billing_period: null }),
    ],
    [
      'the session is revoked',
      async ({ id }: Subscriber) =>
        void (await test.database.pool.query('update sessions set revoked_at = now() where account_id = $1', [
          id,
        ])),
    ],
    [
      'the account is deleted',
      async ({ access, password, sendUpdate }: Subscriber) => {
        await sendUpdate({ status: 'canceled', current_billing_period: null });
        const { status } = await test.call(deleteAccount, { body: { password } as never }, { token: access });
        expect(status).toBeLessThan(300);
      },
    ],
    [
      'the period elapses',
      async () => {
        test.clock.set('2027-03-01T05:42:00.000Z');
        admin = await signInAdministrator(test);
      },
    ],
  ])('ends a premium stream before the next event when %s', async (_cause, endAccess) => {
    const subscriber = await signUpSubscriber(test);
    const client = await openReady({ token: subscriber.access });
    await publishPremium('investment');
    await client.waitFor('created');
    await endAccess(subscriber);
    await publishPremium('swing');
    expect((await client.waitFor('end')).data).toEqual({ reason: 'access' });
    await client.waitUntilClosed();
    expect(kinds(client)).toEqual(['ready', 'created', 'end']);
    const again = await open({ token: subscriber.access, lastEventId: client.lastEventId });
    expect(again.text()).not.toContain(MARK);
    test.clock.set('2026-11-21T05:42:00.000Z');
    admin = await signInAdministrator(test);
  });
});

type Subscriber = Awaited<ReturnType<typeof signUpSubscriber>>;

describe('limits', () => {
  it('rejects further streams of an account and of an IP address, and counts closed ones no longer', async () => {
    const app = await createAppOnDatabase(test.database, {
      MAX_STREAMS_PER_ACCOUNT: '2',
      MAX_STREAMS_PER_IP: '3',
    });
    const limited = await listen(app);
    try {
      const own = [
        await openReady({ token: admin.access }, limited),
        await openReady({ token: admin.access }, limited),
      ];
      const rejected = await open({ token: admin.access }, limited);
      expect(rejected.status).toBe(429);
      expect(rejected.headers['retry-after']).toBe('30');
      await openReady({}, limited);
      expect((await open({}, limited)).status).toBe(429);
      own[0]?.disconnect();
      await expect.poll(async () => (await open({ token: admin.access }, limited)).status).toBe(200);
    } finally {
      await app.close();
    }
  });

  it('releases the stream of a client that disconnects before it starts', async () => {
    let isFirst = true;
    const app = await createAppOnDatabase(
      test.database,
      { MAX_STREAMS_PER_IP: '1' },
      {
        onRoute(route) {
          if (!route.url.endsWith(SIGNAL_STREAM_PATH)) return;
          const { handler } = route;
          route.handler = async function (request, reply) {
            if (isFirst) {
              isFirst = false;
              reply.raw.req.socket.destroy();
              await once(reply.raw, 'close');
            }
            return handler.call(this, request, reply);
          };
        },
      },
    );
    const limited = await listen(app);
    try {
      await expect(open({}, limited)).rejects.toThrow('socket hang up');
      expect((await open({}, limited)).status).toBe(200);
    } finally {
      await app.close();
    }
  });

  it('disconnects a client whose stream cannot be started, so that it tries again', async () => {
    const app = await createAppOnDatabase(test.database);
    const failing = await listen(app);
    const select = vi.spyOn(test.database.db, 'select').mockImplementation(() => {
      throw new Error('The database is unreachable.');
    });
    try {
      const client = await open({}, failing);
      await client.waitUntilClosed();
      expect(client.events).toEqual([]);
      select.mockRestore();
      await openReady({}, failing);
    } finally {
      select.mockRestore();
      await app.close();
    }
  });

  it('rejects a stream that waits for an unfinished response on its connection, and does not count it', async () => {
    const held = Promise.withResolvers<void>();
    const app = await createAppOnDatabase(
      test.database,
      { MAX_STREAMS_PER_IP: '1' },
      {
        onRoute(route) {
          const { handler } = route;
          if (route.url === '/api/news/sources/') {
            route.handler = async function (request, reply) {
              await held.promise;
              return handler.call(this, request, reply);
            };
          }
          if (route.url.endsWith(SIGNAL_STREAM_PATH)) {
            route.handler = async function (request, reply) {
              setImmediate(held.resolve);
              return handler.call(this, request, reply);
            };
          }
        },
      },
    );
    const limited = await listen(app);
    const socket = connect(limited, '127.0.0.1');
    try {
      let received = '';
      socket.on('data', (chunk) => (received += chunk));
      const toRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      socket.write(toRequest('/api/news/sources/') + toRequest(`/api${SIGNAL_STREAM_PATH}`));
      await expect
        .poll(() => received)
        .toContain('Open the stream on a connection without unfinished requests.');
      expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
      await openReady({}, limited);
    } finally {
      socket.destroy();
      await app.close();
    }
  });

  it('tells clients to reconnect when the server drains, and accepts no further ones', async () => {
    const app = await createAppOnDatabase(test.database);
    const drained = await listen(app);
    const client = await openReady({}, drained);
    const draining = app.drain({ timeoutMs: 5_000 });
    expect((await client.waitFor('end')).data).toEqual({ reason: 'restart' });
    expect(client.text()).toMatch(/retry: \d+\nevent: end/);
    await client.waitUntilClosed();
    await draining;
    await app.close();
  });
});
