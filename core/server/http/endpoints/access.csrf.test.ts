import { beforeAll, describe, expect, it } from 'vitest';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import {
  fetchSubscriptions,
  PUBLIC_URL,
  type Subscriber,
  usePaddleApp,
} from '#tests/support/billing/paddle-simulator.ts';

const test = usePaddleApp({ LIMIT_SUBSCRIPTION_ACTION_ACCOUNT: '1000/1m' });
let owner: Subscriber;
let otherSession: string;
let otherCustomer: string;

beforeAll(async () => {
  const other = await signUpCustomer(test);
  otherCustomer = (await fetchSubscriptions(test, other.access)).csrf;
});

/** Submits the form that cancels a scheduled change. There is none, so that a valid request changes nothing. */
async function send({
  headers = {},
  payload = 'action=resume',
  type = 'application/x-www-form-urlencoded',
}: {
  headers?: Record<string, string | undefined>;
  payload?: string | Buffer;
  type?: string;
} = {}) {
  owner ??= await test.signUpSubscriber();
  otherSession ??= (await test.signInAgain(owner)).csrf;
  const all: Record<string, string | undefined> = {
    authorization: `Bearer ${owner.access}`,
    'content-type': type,
    cookie: `csrftoken=${owner.csrf}`,
    'x-csrftoken': owner.csrf,
    ...headers,
  };
  const response = await test.request({
    method: 'POST',
    url: `/api/subscriptions/${owner.id}/`,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    payload,
  });
  return { status: response.statusCode, body: response.json() };
}

const failed = (reason: string) => ({ status: 403, body: { detail: `CSRF Failed: ${reason}` } });
const MISSING = failed('CSRF token missing.');
const INCORRECT = failed('CSRF token incorrect.');
const FOREIGN = failed('Origin checking failed.');

describe('CSRF protection', () => {
  it("accepts a form request with its session's token as cookie and header", async () => {
    expect((await send()).status).toBe(200);
  });

  it('rejects a form request without the cookie or the header', async () => {
    expect(await send({ headers: { cookie: undefined } })).toEqual(MISSING);
    expect(await send({ headers: { cookie: 'other=1' } })).toEqual(MISSING);
    expect(await send({ headers: { 'x-csrftoken': undefined } })).toEqual(MISSING);
    expect(await send({ headers: { 'x-csrftoken': '' } })).toEqual(MISSING);
  });

  it.each([
    ['made-up', () => 'x'.repeat(66)],
    ['well-formed but forged', () => `${'A'.repeat(43)}.${'A'.repeat(22)}`],
    ['altered', () => `${owner.csrf.split('.')[0]}.${'A'.repeat(22)}`],
    ["customer's other session's", () => otherSession],
    ["other customer's", () => otherCustomer],
    ['repeated', () => `${owner.csrf}${owner.csrf}`],
  ])('rejects a form request with the %s token as cookie and header', async (_, token) => {
    await send();
    const headers = { cookie: `csrftoken=${token()}`, 'x-csrftoken': token() };
    expect(await send({ headers })).toEqual(INCORRECT);
  });

  it('rejects a form request whose cookie and header differ', async () => {
    expect(await send({ headers: { 'x-csrftoken': otherCustomer } })).toEqual(INCORRECT);
    expect(await send({ headers: { cookie: `csrftoken=${otherCustomer}` } })).toEqual(INCORRECT);
  });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3001' },
    { origin: 'https://evil.example', host: 'tezi.example' },
    { origin: 'http://localhost:3000.evil.example' },
    { origin: 'https://localhost:3000' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: PUBLIC_URL, 'sec-fetch-site': 'cross-site' },
  ])('rejects a form request from another site: %j', async (headers) => {
    expect(await send({ headers })).toEqual(FOREIGN);
  });

  it.each([
    { origin: PUBLIC_URL },
    { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' },
    { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' },
  ])('accepts a form request from this site: %j', async (headers) => {
    expect((await send({ headers })).status).toBe(200);
  });

  it('does not replace authentication', async () => {
    expect((await send({ headers: { authorization: undefined } })).status).toBe(401);
  });
});

describe('the CSRF cookie', () => {
  it('sets a cookie that scripts can read, and does not replace it while it is valid', async () => {
    const { access } = await signUpCustomer(test);
    const { cookie, csrf } = await fetchSubscriptions(test, access);
    expect(cookie).toBe(`csrftoken=${csrf}; Path=/; SameSite=Lax`);
    const again = await test.request({
      url: '/api/subscriptions/',
      headers: { authorization: `Bearer ${access}`, cookie: `csrftoken=${csrf}` },
    });
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('replaces the cookie of another session', async () => {
    const { access } = await signUpCustomer(test);
    const response = await test.request({
      url: '/api/subscriptions/',
      headers: { authorization: `Bearer ${access}`, cookie: `csrftoken=${otherCustomer}` },
    });
    expect(String(response.headers['set-cookie'])).toMatch(/^csrftoken=[\w-]{43}\.[\w-]{22}; /);
  });
});

describe('the body of a form', () => {
  it.each([
    ['', { action: ['This field is required.'] }],
    ['action=', { action: ['"" is not a valid choice.'] }],
    ['action=delete', { action: ['"delete" is not a valid choice.'] }],
    ['action=Pause', { action: ['"Pause" is not a valid choice.'] }],
    ['action=pause%00', { action: ['"pause\0" is not a valid choice.'] }],
    ['action=%ff%fe', { action: ['"\ufffd\ufffd" is not a valid choice.'] }],
    ['action=%', { action: ['"%" is not a valid choice.'] }],
    ['action[]=pause', { action: ['This field is required.'] }],
    ['__proto__=pause&constructor=pause', { action: ['This field is required.'] }],
    ['{"action":"pause"}', { action: ['This field is required.'] }],
    ['action=pause&action=cancel', { detail: 'Form parse error - a field was sent more than once.' }],
    ['action=pause&action=pause', { detail: 'Form parse error - a field was sent more than once.' }],
  ])('rejects the form %j with a message', async (payload, body) => {
    expect(await send({ payload })).toEqual({ status: 400, body });
  });

  it('rejects a form that is too large', async () => {
    expect(await send({ payload: `action=resume&x=${'y'.repeat(1_024)}` })).toEqual({
      status: 413,
      body: { detail: 'The request is too large.' },
    });
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/xml', ''])(
    'rejects a form with the content type %j',
    async (type) => {
      const { status } = await send({ type, payload: '{"action":"pause"}' });
      expect(status).toBe(415);
    },
  );

  it('accepts a form whose content type has a charset', async () => {
    const type = 'application/x-www-form-urlencoded; charset=UTF-8';
    expect((await send({ type })).status).toBe(200);
  });

  it('rejects a form at a JSON endpoint', async () => {
    for (const url of ['/api/customers/auth/login/', '/api/customers/checkout/']) {
      const response = await test.request({
        method: 'POST',
        url,
        headers: {
          authorization: `Bearer ${owner.access}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: 'email=a%40b.example&password=secret',
      });
      expect(response.statusCode).toBe(415);
    }
  });
});
