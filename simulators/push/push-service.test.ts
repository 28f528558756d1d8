import { createECDH, createPrivateKey, sign } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPushService, type PushMessage, type PushServiceOptions } from './push-service.ts';

const ORIGIN = 'https://push.example';
const START = Date.parse('2026-11-23T06:00:00Z');

/** A site that sends messages, with its own implementation of RFC 8292. */
function createSender() {
  const ecdh = createECDH('prime256v1');
  const point = ecdh.generateKeys();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const d = ecdh.getPrivateKey().toString('base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', d, x: x ?? '', y: y ?? '' },
  });
  const encode = (value: string) => Buffer.from(value).toString('base64url');
  const publicKey = point.toString('base64url');
  return {
    publicKey,
    /** Signs claims in any text. */
    authorizeText(claims: string, header: object = { typ: 'JWT', alg: 'ES256' }) {
      const content = `${encode(JSON.stringify(header))}.${encode(claims)}`;
      const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${content}.${signature.toString('base64url')}, k=${publicKey}`;
    },
    authorize(changes: object = {}, header?: object): string {
      const claims = {
        aud: ORIGIN,
        exp: START / 1000 + 12 * 3600,
        sub: 'mailto:push@tezi.example',
        ...changes,
      };
      return this.authorizeText(JSON.stringify(claims), header);
    },
  };
}

const sender = createSender();

function create(options: PushServiceOptions = {}) {
  let now = START;
  const service = createPushService({ now: () => now, ...options });
  const { token } = service.subscribe({ senderKey: sender.publicKey });
  const send = (changes: Record<string, string | undefined> = {}, { length = 200, to = token } = {}) =>
    service.receive(`${ORIGIN}/send/${to}`, {
      headers: {
        ttl: '60',
        urgency: 'high',
        topic: 'signal-1',
        'content-encoding': 'aes128gcm',
        authorization: sender.authorize(),
        ...changes,
      },
      body: Buffer.alloc(length),
    });
  const advance = (ms: number) => {
    now += ms;
  };
  return { service, token, send, advance };
}

it('accepts a valid message, delivers it and records its times', async () => {
  const { service, token, send, advance } = create();
  const delivered: PushMessage[] = [];
  service.connect(token, (message) => delivered.push(message));
  service.fault = () => {
    advance(70);
    return null;
  };
  const { status, headers } = await send();
  expect({ status, ttl: headers.ttl }).toEqual({ status: 201, ttl: '60' });
  expect(headers.location).toMatch(/^https:\/\/push\.example\/message\//);
  expect(delivered).toMatchObject([{ topic: 'signal-1', ttlSeconds: 60, sentAt: START }]);
  expect(service.requests).toMatchObject([
    { token, status: 201, problem: null, receivedAt: START, respondedAt: START + 70 },
  ]);
});

describe('a request', () => {
  const day = 24 * 3600;
  it.each([
    ['without TTL', { ttl: undefined }, 400, /TTL/],
    ['with a negative TTL', { ttl: '-1' }, 400, /TTL/],
    ['with a topic of 33 characters', { topic: 'x'.repeat(33) }, 400, /Topic/],
    ['with a topic of other characters', { topic: 'a.b' }, 400, /Topic/],
    ['with another urgency', { urgency: 'urgent' }, 400, /Urgency/],
    ['with another encoding', { 'content-encoding': 'aesgcm' }, 400, /Content-Encoding/],
    ['without credentials', { authorization: undefined }, 401, /VAPID/],
    [
      'with a changed signature',
      { authorization: sender.authorize().replace(/\w, k=/, '!, k=') },
      403,
      /VAPID/,
    ],
    [
      'of another signer',
      { authorization: sender.authorize().replace(/k=.*/, `k=${createSender().publicKey}`) },
      403,
      /signature/,
    ],
    ['of another algorithm', { authorization: sender.authorize({}, { alg: 'none' }) }, 403, /signature/],
    [
      'for another service',
      { authorization: sender.authorize({ aud: 'https://other.example' }) },
      403,
      /aud/,
    ],
    ['with an old token', { authorization: sender.authorize({ exp: START / 1000 }) }, 403, /expired/],
    [
      'with a token of more than a day',
      { authorization: sender.authorize({ exp: START / 1000 + day + 1 }) },
      403,
      /24 hours/,
    ],
    ['with claims that are not JSON', { authorization: sender.authorizeText('{') }, 403, /claims/],
    ['with the claims null', { authorization: sender.authorizeText('null') }, 403, /claims/],
    ['without a contact', { authorization: sender.authorize({ sub: 'push' }) }, 403, /sub/],
    ['with the key of another site', { authorization: createSender().authorize() }, 403, /subscription/],
  ])('%s is rejected', async (_name, changes, status, problem) => {
    const { service, send } = create();
    expect(await send(changes)).toEqual({ status, headers: {} });
    expect(service.requests).toMatchObject([{ status, problem: expect.stringMatching(problem) }]);
  });

  it('of more than 4,096 bytes is rejected', async () => {
    const { send } = create();
    expect((await send({}, { length: 4_096 })).status).toBe(201);
    expect((await send({}, { length: 4_097 })).status).toBe(413);
  });

  it('to a device that never existed or has unsubscribed is rejected', async () => {
    const { service, token, send } = create();
    expect((await send({}, { to: 'unknown' })).status).toBe(404);
    service.unsubscribe(token);
    expect((await send()).status).toBe(410);
  });
});

describe('a device that is not connected', () => {
  it('receives the last message of each topic when it connects', async () => {
    const { service, token, send } = create();
    service.connect(token, null);
    await send({ topic: 'signal-1' }, { length: 101 });
    await send({ topic: undefined }, { length: 102 });
    await send({ topic: 'signal-2' }, { length: 103 });
    await send({ topic: 'signal-1' }, { length: 104 });
    const lengths: number[] = [];
    service.connect(token, ({ body }) => lengths.push(body.length));
    expect(lengths).toEqual([102, 103, 104]);
  });

  it('receives nothing that has expired, or whose TTL is 0', async () => {
    const { service, token, send, advance } = create();
    service.connect(token, null);
    await send({ ttl: '0', topic: undefined });
    await send({ ttl: '60', topic: 'short' });
    const { headers } = await send({ ttl: '99999999', topic: 'long' });
    expect(headers.ttl).toBe(String(28 * 24 * 3600));
    advance(60_000);
    const topics: (string | null)[] = [];
    service.connect(token, ({ topic }) => topics.push(topic));
    expect(topics).toEqual(['long']);
  });
});

describe('over HTTP', () => {
  async function listen() {
    const created = create({ now: () => START });
    const app = fastify({ forceCloseConnections: true });
    await app.register(created.service.plugin, { prefix: '/push' });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => app.close());
    const post = async (length = 200) => {
      const sent = request(`${url}/push/send/${created.token}`, {
        method: 'POST',
        headers: {
          TTL: '60',
          'Content-Encoding': 'aes128gcm',
          'Content-Type': 'application/octet-stream',
          Authorization: sender.authorize({ aud: url }),
        },
      });
      const [response] = (await once(sent.end(Buffer.alloc(length, 7)), 'response')) as [IncomingMessage];
      response.resume();
      return response;
    };
    return { ...created, post };
  }

  it('receives the bytes of the message, and reads longer ones than it accepts', async () => {
    const { service, post } = await listen();
    expect((await post()).statusCode).toBe(201);
    expect((await post(100_000)).statusCode).toBe(413);
    expect(service.requests.map(({ body }) => body.length)).toEqual([200, 100_000]);
  });

  it.each([400, 403, 404, 410, 413, 429, 500, 503])(
    'responds with the status %s on request',
    async (status) => {
      const { service, post } = await listen();
      service.fault = () => ({ status, headers: { 'retry-after': '7' } });
      const response = await post();
      expect([response.statusCode, response.headers['retry-after']]).toEqual([status, '7']);
    },
  );

  it('closes the connection after it delivered the message, on request', async () => {
    const { service, token, post } = await listen();
    const delivered: PushMessage[] = [];
    service.connect(token, (message) => delivered.push(message));
    service.fault = () => ({ closes: true });
    await expect(post()).rejects.toThrow();
    expect(delivered.length).toBe(1);
    expect(service.requests).toMatchObject([{ status: 0, respondedAt: null }]);
  });
});
