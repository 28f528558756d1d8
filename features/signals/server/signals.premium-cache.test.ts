import { get, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { listSessions, revokeSession } from '#features/accounts/contract/sessions.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { fetchSubscriptions } from '#tests/support/billing/paddle-simulator.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });

/** Part of every premium signal. */
const MARK = 'QXPREMIUMQX';
const LIST = '/api/signals/psx-signals/?signal_type=';

type Name = 'visitor' | 'customer' | 'lapsed' | 'subscriber' | 'administrator';
const tokens = {} as Record<Name, string | null>;
const isEntitled = (name: Name) => name === 'subscriber' || name === 'administrator';

beforeAll(async () => {
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  const admin = await signInAdministrator(test);
  tokens.visitor = null;
  tokens.administrator = admin.access;
  tokens.customer = (await signUpCustomer(test)).access;
  tokens.lapsed = (await signUpSubscriber(test, { status: 'canceled', current_billing_period: null })).access;
  tokens.subscriber = (await signUpSubscriber(test)).access;
  // Long enough to be compressed.
  for (let count = 0; count < 4; count += 1) {
    await publish(test, admin, {
      signal_type: 'swing',
      title: MARK,
      sector: MARK,
      analyst_name: MARK,
      rationale: MARK,
    });
    await publish(test, admin, { signal_type: 'intraday' });
  }
});

interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

function request(url: string, headers: Record<string, string>): Promise<Received> {
  const { port } = test.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    get({ port, path: url, headers, agent: false }, async (response) => {
      const body = await buffer(response);
      const encoding = response.headers['content-encoding'];
      const decode = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : null;
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: String(decode && body.length > 0 ? decode(body) : body),
      });
    }).once('error', reject);
  });
}

const ask = (name: Name, type: string, headers: Record<string, string>) =>
  request(LIST + type, { ...headers, ...(tokens[name] ? { authorization: `Bearer ${tokens[name]}` } : {}) });

function expectAllowed(
  name: Name,
  type: string,
  { status, headers, text }: Received,
  isConditional: boolean,
) {
  if (type === 'intraday') {
    expect(text).not.toContain(MARK);
    expect([200, ...(isConditional ? [304] : [])]).toContain(status);
  } else if (isEntitled(name)) {
    expect(headers['cache-control']).toBe('no-store');
    if (status === 304) expect(isConditional).toBe(true);
    else expect(text).toContain(MARK);
  } else {
    expect(text).not.toContain(MARK);
    if (name === 'visitor') expect(status).toBe(401);
  }
}

it('never shows a caller the cached premium signals of another, in any order of requests', async () => {
  const names = Object.keys(tokens) as Name[];
  const steps = fc.record({
    name: fc.constantFrom(...names),
    type: fc.constantFrom('swing', 'intraday'),
    encoding: fc.constantFrom('identity', 'gzip', 'br'),
    /** The caller from whose response the ETag is, if any. */
    tagOf: fc.option(fc.constantFrom(...names)),
    isChanged: fc.nat(9).map((number) => number === 0),
  });
  const etags = new Map<string, string>();
  let responses = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 20 }), async (requests) => {
      for (const { name, type, encoding, tagOf, isChanged } of requests) {
        if (isChanged) test.database.changes.emit('premium-signals');
        const etag = tagOf === null ? undefined : etags.get(`${tagOf} ${type} ${encoding}`);
        const headers = { 'accept-encoding': encoding, ...(etag ? { 'if-none-match': etag } : {}) };
        const received = await ask(name, type, headers);
        expectAllowed(name, type, received, etag !== undefined);
        // A 304 would confirm what the premium signals are.
        if (type === 'swing' && !isEntitled(name) && tagOf && isEntitled(tagOf))
          expect(received.status).not.toBe(304);
        if (received.headers.etag) etags.set(`${name} ${type} ${encoding}`, received.headers.etag);
        responses += 1;
      }
    }),
    { numRuns: 12 },
  );
  expect(responses).toBeGreaterThan(60);
}, 60_000);

it('serializes one response for all subscribers and administrators', async () => {
  test.database.changes.emit('premium-signals');
  const before = test.app.responseCache.counters.rendered;
  const received = await Promise.all(
    (['subscriber', 'administrator', 'subscriber'] as const).map((name) => ask(name, 'swing', {})),
  );
  expect(new Set(received.map(({ text }) => text)).size).toBe(1);
  expect(test.app.responseCache.counters.rendered).toBe(before + 1);
});

it('authenticates every request for a cached list', async () => {
  const leaver = await signUpSubscriber(test);
  const headers = { authorization: `Bearer ${leaver.access}` };
  const first = await request(`${LIST}swing`, headers);
  expect(first.text).toContain(MARK);
  await leaver.sendUpdate({ status: 'canceled', current_billing_period: null });
  const conditional = { ...headers, 'if-none-match': String(first.headers.etag) };
  const second = await request(`${LIST}swing`, conditional);
  expect(second.status).toBe(200);
  expect(JSON.parse(second.text)).toEqual({
    count: 0,
    results: [],
    has_subscription: false,
    risk_statement_required: false,
    last_event_id: null,
    states_change_at: null,
  });
  const { results } = (await test.call(listSessions, {}, { token: leaver.access })).body;
  const session = { params: { id: results[0].id }, body: null };
  const { csrf } = await fetchSubscriptions(test, leaver.access);
  expect((await test.call(revokeSession, session, { token: leaver.access, csrf })).status).toBe(204);
  expect((await request(`${LIST}swing`, conditional)).status).toBe(401);
  expect((await request(`${LIST}intraday`, conditional)).status).toBe(401);
});
