import { beforeAll, describe, expect, it } from 'vitest';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import {
  ownList,
  PUBLIC_URL,
  type Subscriber,
  usePaddleApp,
} from '#tests/support/billing/paddle-simulator.ts';

const test = usePaddleApp({ LIMIT_SUBSCRIPTION_ACTION_ACCOUNT: '1000/1m' });
let owner: Subscriber;
let otherSession: string;
let otherPerson: string;

beforeAll(async () => {
  const stranger = await signUpCustomer(test);
  otherPerson = (await ownList(test, stranger.access)).csrf;
});

/** Sends the form that takes a scheduled change back, which is none: what is right changes nothing. */
async function send({
  headers = {},
  payload = 'action=resume',
  type = 'application/x-www-form-urlencoded',
}: {
  headers?: Record<string, string | undefined>;
  payload?: string | Buffer;
  type?: string;
} = {}) {
  owner ??= await test.subscriber();
  otherSession ??= (await test.signedInAgain(owner)).csrf;
  const all: Record<string, string | undefined> = {
    authorization: `Bearer ${owner.access}`,
    'content-type': type,
    cookie: `csrftoken=${owner.csrf}`,
    'x-csrftoken': owner.csrf,
    ...headers,
  };
  const answer = await test.request({
    method: 'POST',
    url: `/api/subscriptions/${owner.id}/`,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

const failed = (why: string) => ({ status: 403, body: { detail: `CSRF Failed: ${why}` } });
const MISSING = failed('CSRF token missing.');
const INCORRECT = failed('CSRF token incorrect.');
const FOREIGN = failed('Origin checking failed.');

describe("a form's call", () => {
  it('is taken with the token of its sign-in as cookie and as header', async () => {
    expect((await send()).status).toBe(200);
  });

  it('is refused without the one or the other', async () => {
    expect(await send({ headers: { cookie: undefined } })).toEqual(MISSING);
    expect(await send({ headers: { cookie: 'other=1' } })).toEqual(MISSING);
    expect(await send({ headers: { 'x-csrftoken': undefined } })).toEqual(MISSING);
    expect(await send({ headers: { 'x-csrftoken': '' } })).toEqual(MISSING);
  });

  it.each([
    ['made up', () => 'x'.repeat(66)],
    ['of the right form', () => `${'A'.repeat(43)}.${'A'.repeat(22)}`],
    ['with another random part', () => `${owner.csrf.split('.')[0]}.${'A'.repeat(22)}`],
    ["of another session of the customer's", () => otherSession],
    ["of another customer's", () => otherPerson],
    ['twice', () => `${owner.csrf}${owner.csrf}`],
  ])('is refused with a token that is %s, sent as both', async (_, token) => {
    await send();
    const headers = { cookie: `csrftoken=${token()}`, 'x-csrftoken': token() };
    expect(await send({ headers })).toEqual(INCORRECT);
  });

  it('is refused when the two differ', async () => {
    expect(await send({ headers: { 'x-csrftoken': otherPerson } })).toEqual(INCORRECT);
    expect(await send({ headers: { cookie: `csrftoken=${otherPerson}` } })).toEqual(INCORRECT);
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
  ])('is refused from another site: %j', async (headers) => {
    expect(await send({ headers })).toEqual(FOREIGN);
  });

  it.each([
    { origin: PUBLIC_URL },
    { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' },
    { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' },
  ])('is taken from ours: %j', async (headers) => {
    expect((await send({ headers })).status).toBe(200);
  });

  it('needs the sign-in itself, whatever token it has', async () => {
    expect((await send({ headers: { authorization: undefined } })).status).toBe(401);
  });
});

describe('the cookie', () => {
  it("is readable by our pages' scripts and kept while it is good", async () => {
    const { access } = await signUpCustomer(test);
    const { cookie, csrf } = await ownList(test, access);
    expect(cookie).toBe(`csrftoken=${csrf}; Path=/; SameSite=Lax`);
    const again = await test.request({
      url: '/api/subscriptions/',
      headers: { authorization: `Bearer ${access}`, cookie: `csrftoken=${csrf}` },
    });
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('is replaced when it is of another sign-in', async () => {
    const { access } = await signUpCustomer(test);
    const answer = await test.request({
      url: '/api/subscriptions/',
      headers: { authorization: `Bearer ${access}`, cookie: `csrftoken=${otherPerson}` },
    });
    expect(String(answer.headers['set-cookie'])).toMatch(/^csrftoken=[\w-]{43}\.[\w-]{22}; /);
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
  ])('%j is refused and told so', async (payload, body) => {
    expect(await send({ payload })).toEqual({ status: 400, body });
  });

  it('is refused when it is large', async () => {
    expect(await send({ payload: `action=resume&x=${'y'.repeat(1_024)}` })).toEqual({
      status: 413,
      body: { detail: 'The request is too large.' },
    });
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/xml', ''])(
    'is refused as %j',
    async (type) => {
      const { status } = await send({ type, payload: '{"action":"pause"}' });
      expect(status).toBe(415);
    },
  );

  it('is read whatever charset it names', async () => {
    const type = 'application/x-www-form-urlencoded; charset=UTF-8';
    expect((await send({ type })).status).toBe(200);
  });

  it('is taken nowhere else', async () => {
    for (const url of ['/api/customers/auth/login/', '/api/customers/checkout/']) {
      const answer = await test.request({
        method: 'POST',
        url,
        headers: {
          authorization: `Bearer ${owner.access}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: 'email=a%40b.example&password=secret',
      });
      expect(answer.statusCode).toBe(415);
    }
  });
});
