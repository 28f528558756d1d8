import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { deleteAccount } from '#features/accounts/contract/account-data.ts';
import { listSessions, revokeSession } from '#features/accounts/contract/sessions.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { fetchSubscriptions } from '#tests/support/billing/paddle-simulator.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { listen, openStreamClient } from '#tests/support/signals/signal-stream.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({}, { paddle: createFakePaddle() });

/** Part of every premium signal. */
const MARK = 'QXCANARYQX';
const ENCODINGS = ['identity', 'gzip', 'br'] as const;
const LISTS = ['swing', 'investment'].flatMap((type) => [
  `/api/signals/psx-signals/?signal_type=${type}`,
  `/api/signals/psx-signals/?signal_type=${type}&ordering=-changed_at`,
  `/api/signals/psx-signals/choices/?signal_type=${type}`,
]);

type Subscriber = Awaited<ReturnType<typeof signUpSubscriber>>;

let port: number;
let admin: { access: string };
/** A subscriber who keeps premium access, so that the cache stays filled. */
let other: Subscriber;

const publishPremium = (signal_type: 'swing' | 'investment') =>
  publish(test, admin, {
    signal_type,
    symbol: MARK,
    title: MARK,
    sector: MARK,
    analyst_name: MARK,
    rationale: MARK,
  });

beforeAll(async () => {
  port = await listen(test.app);
  admin = await signInAdministrator(test);
  other = await signUpSubscriber(test);
  // Long enough to be compressed.
  for (let count = 0; count < 4; count += 1)
    for (const type of ['swing', 'investment'] as const) await publishPremium(type);
});

function request(url: string, access: string | null, headers: Record<string, string>) {
  const authorization = access === null ? {} : { authorization: `Bearer ${access}` };
  return new Promise<{ status: number; etag: string; text: string }>((resolve, reject) => {
    const options = { port, path: url, headers: { ...headers, ...authorization }, agent: false };
    get(options, async (response) => {
      const body = await buffer(response);
      const encoding = response.headers['content-encoding'];
      const decode = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : null;
      resolve({
        status: response.statusCode ?? 0,
        etag: response.headers.etag ?? '',
        text: String(decode && body.length > 0 ? decode(body) : body),
      });
    }).once('error', reject);
  });
}

async function cancel({ sendUpdate }: Subscriber): Promise<void> {
  await sendUpdate({ status: 'canceled', current_billing_period: null });
}

async function revoke({ access }: Subscriber): Promise<void> {
  const { results } = (await test.call(listSessions, {}, { token: access })).body;
  const { csrf } = await fetchSubscriptions(test, access);
  const session = { params: { id: results[0].id }, body: null };
  expect((await test.call(revokeSession, session, { token: access, csrf })).status).toBe(204);
}

async function deleteWithPassword(subscriber: Subscriber): Promise<void> {
  // An account with an active subscription cannot be deleted.
  await cancel(subscriber);
  const body = { password: subscriber.password } as never;
  expect((await test.call(deleteAccount, { body }, { token: subscriber.access })).status).toBeLessThan(300);
}

describe.each([
  ['the subscription has lapsed', cancel, 200],
  ['the session was revoked', revoke, 401],
  ['the account was deleted', deleteWithPassword, 401],
] as const)('after %s', (_cause, endAccess, status) => {
  it('neither the cache, a 304 nor the stream reveals a premium signal', async () => {
    const subscriber = await signUpSubscriber(test);
    const { access } = subscriber;
    const stream = await openStreamClient(port, { token: access });
    await stream.waitFor('ready');
    const requests = LISTS.flatMap((url) => ENCODINGS.map((encoding) => ({ url, encoding })));
    const before = [];
    for (const { url, encoding } of requests) {
      const received = await request(url, access, { 'accept-encoding': encoding });
      expect(received.status).toBe(200);
      expect(received.text).toContain(MARK);
      const conditional = { 'accept-encoding': encoding, 'if-none-match': received.etag };
      // The responses are stored, also for conditional requests, when access ends.
      expect((await request(url, access, conditional)).status).toBe(304);
      before.push({ url, conditional });
    }
    await publishPremium('swing');
    await stream.waitFor('created');
    const received = stream.text();
    expect(received).toContain(MARK);

    await endAccess(subscriber);

    for (const { url, conditional } of before) {
      const filled = await request(url, other.access, { 'accept-encoding': conditional['accept-encoding'] });
      expect(filled.text).toContain(MARK);
      // With the ETag from before, and with that of what subscribers get now.
      for (const etag of [conditional['if-none-match'], filled.etag]) {
        const response = await request(url, access, { ...conditional, 'if-none-match': etag });
        expect({ url, etag, status: response.status }).toEqual({ url, etag, status });
        expect(response.text).not.toContain(MARK);
      }
    }
    await publishPremium('investment');
    expect((await stream.waitFor('end')).data).toEqual({ reason: 'access' });
    await stream.waitUntilClosed();
    expect(stream.text().slice(received.length)).not.toContain(MARK);
    for (const lastEventId of [stream.lastEventId, 'intraday:0,swing:0,investment:0', 'swing:0']) {
      const again = await openStreamClient(port, { token: access, lastEventId });
      expect(again.status).toBe(status);
      if (status === 200) expect((await again.waitFor('ready')).data.signal_types).toEqual(['intraday']);
      await publishPremium('swing');
      // Later events of free signals arrive, so that the premium one before them was withheld.
      const { id } = await publish(test, admin);
      if (status === 200) await expect.poll(() => again.text()).toContain(id);
      expect(again.text()).not.toContain(MARK);
      expect(again.text()).not.toContain('swing:');
      again.disconnect();
    }
  }, 60_000);
});
