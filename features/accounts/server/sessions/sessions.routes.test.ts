import { describe, expect, it } from 'vitest';
import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { updatePassword } from '#features/accounts/contract/passwords.ts';
import { readProfile } from '#features/accounts/contract/profile.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '#features/accounts/contract/sessions.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const DAY = 24 * 60 * 60_000;
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';

const list = async (customer: { access: string }) =>
  (await test.call(listSessions, {}, { token: customer.access })).body.results;
const isSignedIn = async (customer: { access: string }) =>
  (await test.call(readProfile, {}, { token: customer.access })).status === 200;
type Body = Parameters<typeof test.call<typeof revokeOtherSessions>>[1]['body'];
const revoke = (customer: { access: string }, id: string, body?: Body) =>
  test.call(revokeSession, { params: { id }, body }, { token: customer.access });
const revokeOthers = (customer: { access: string }, body?: Body) =>
  test.call(revokeOtherSessions, { body }, { token: customer.access });
const currentId = async (customer: { access: string }): Promise<string> =>
  (await list(customer)).find((session: { is_current: boolean }) => session.is_current).id;

const REQUIRED = { current_password: ['This field is required.'] };
const WRONG = { current_password: ['Current password is incorrect'] };

async function signInOn(userAgent: string, { email, password }: { email: string; password: string }) {
  const response = await test.request({
    method: 'POST',
    url: '/api/customers/auth/login/',
    headers: { 'user-agent': userAgent },
    payload: { email, password },
  });
  return response.json().tokens as { access: string; refresh: string };
}

describe("a customer's sessions", () => {
  it("lists the customer's sessions with device and times, last seen first, and marks the current one", async () => {
    const customer = await signUpCustomer(test);
    test.clock.advance(60_000);
    const phone = await signInOn(PHONE, customer);
    const sessions = await list(phone);
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        device: 'Chrome on Android',
        created_at: test.clock.now().toISOString(),
        last_seen_at: test.clock.now().toISOString(),
        is_current: true,
      },
      expect.objectContaining({ is_current: false }),
    ]);
    expect((await list(customer)).map((session: { is_current: boolean }) => session.is_current)).toEqual([
      false,
      true,
    ]);
  });

  it('updates last_seen_at when a session is refreshed', async () => {
    const customer = await signUpCustomer(test);
    test.clock.advance(9 * 60_000);
    const { body } = await test.call(refreshTokens, { body: { refresh: customer.refresh } });
    expect((await list(body))[0].last_seen_at).toBe(test.clock.now().toISOString());
  });

  it('ends a revoked session immediately', async () => {
    const customer = await signUpCustomer(test);
    const phone = await signInOn(PHONE, customer);
    const id = await currentId(phone);
    const password = { current_password: customer.password };
    expect((await revoke(customer, id, password)).status).toBe(204);
    expect(await isSignedIn(phone)).toBe(false);
    expect((await test.call(refreshTokens, { body: { refresh: phone.refresh } })).status).toBe(401);
    expect(await list(customer)).toHaveLength(1);
    expect((await revoke(customer, id, password)).status).toBe(404);
  });

  it('ends all sessions except the current one', async () => {
    const customer = await signUpCustomer(test);
    const phone = await signInOn(PHONE, customer);
    const other = await signUpCustomer(test);
    expect((await revokeOthers(customer, { current_password: customer.password })).status).toBe(204);
    expect(await isSignedIn(phone)).toBe(false);
    expect(await isSignedIn(customer)).toBe(true);
    expect(await isSignedIn(other)).toBe(true);
  });

  it('does not list a session whose refresh token has expired', async () => {
    const customer = await signUpCustomer(test);
    test.clock.advance(14 * DAY + 1000);
    const { body } = await test.call(signIn, {
      body: { email: customer.email, password: customer.password },
    });
    expect(await list(body.tokens)).toHaveLength(1);
  });

  it("hides a customer's sessions from other customers", async () => {
    const customer = await signUpCustomer(test);
    const other = await signUpCustomer(test);
    const [{ id }] = await list(customer);
    const { status, body } = await revoke(other, id);
    expect({ status, body }).toEqual({ status: 404, body: { detail: 'Not found.' } });
    expect(await isSignedIn(customer)).toBe(true);
  });

  it.each(['not-an-id', '7d0f6a52-0000-4000-8000-000000000000'])(
    'responds with 404 to the session ID %o',
    async (id) => {
      const customer = await signUpCustomer(test);
      expect((await revoke(customer, id)).status).toBe(404);
    },
  );
});

describe('ending other sessions', () => {
  it.each<[string, Body, object]>([
    ['no body', undefined, REQUIRED],
    ['an empty body', {}, REQUIRED],
    ['a blank password', { current_password: '' }, { current_password: ['This field may not be blank.'] }],
    ['a wrong password', { current_password: 'not this one' }, WRONG],
    ['a wrong password and a ticket', { current_password: 'not this one', access_token: 'made-up' }, WRONG],
    [
      'a made-up ticket',
      { access_token: 'made-up' },
      { error: 'Google did not confirm that this is your account. Please try again.' },
    ],
  ])('rejects ending other sessions with %s', async (_, sent, body) => {
    const customer = await signUpCustomer(test);
    const phone = await signInOn(PHONE, customer);
    const id = await currentId(phone);
    expect(await revoke(customer, id, sent)).toMatchObject({ status: 400, body });
    expect(await revokeOthers(customer, sent)).toMatchObject({ status: 400, body });
    expect(await isSignedIn(phone)).toBe(true);
  });

  it('ends the current session without a password, with any content type', async () => {
    const customer = await signUpCustomer(test);
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const phone = await signInOn(PHONE, customer);
      const { statusCode, headers: sent } = await test.request({
        method: 'DELETE',
        url: `/api/customers/sessions/${await currentId(phone)}/`,
        headers: { ...headers, authorization: `Bearer ${phone.access}` },
      });
      expect(statusCode).toBe(204);
      expect(sent['clear-site-data']).toBe('"cache"');
      expect(await isSignedIn(phone)).toBe(false);
    }
    expect(await isSignedIn(customer)).toBe(true);
  });

  it('delays the request after five wrong passwords, together with the other password checks', async () => {
    const customer = await signUpCustomer(test);
    const id = await currentId(await signInOn(PHONE, customer));
    const change = (current_password: string) =>
      test.call(
        updatePassword,
        { body: { current_password, new_password: 'new & longer' } },
        { token: customer.access },
      );
    for (let time = 0; time < 2; time += 1) {
      expect((await revoke(customer, id, { current_password: 'x' })).status).toBe(400);
      expect((await revokeOthers(customer, { current_password: 'x' })).status).toBe(400);
    }
    expect((await change('x')).status).toBe(400);
    for (const delayed of [
      await revoke(customer, id, { current_password: customer.password }),
      await revokeOthers(customer, { current_password: customer.password }),
      await change(customer.password),
    ]) {
      expect(delayed.status).toBe(429);
      expect(delayed.headers['retry-after']).toBe('1');
    }
    test.clock.advance(1_000);
    expect((await revoke(customer, id, { current_password: customer.password })).status).toBe(204);
  });
});

describe('a stolen session', () => {
  it('lets the owner end a stolen session that sends wrong passwords', async () => {
    const owner = await signUpCustomer(test);
    const thief = await signInOn(PHONE, owner);
    for (let time = 0; time < 5; time += 1) await revokeOthers(thief, { current_password: 'x' });
    expect((await revokeOthers(thief, { current_password: owner.password })).status).toBe(429);
    expect((await revokeOthers(owner, { current_password: owner.password })).status).toBe(204);
    expect(await isSignedIn(thief)).toBe(false);
    const body = { current_password: owner.password, new_password: 'new & longer' };
    expect((await test.call(updatePassword, { body }, { token: owner.access })).status).toBe(200);
  });
});

describe('refreshing tokens', () => {
  it('limits token refreshes to 30 a minute per session', async () => {
    const customer = await signUpCustomer(test);
    let refresh = customer.refresh;
    for (let time = 0; time < 30; time += 1) {
      const { status, body } = await test.call(refreshTokens, { body: { refresh } });
      expect(status).toBe(200);
      refresh = body.refresh;
    }
    const rejected = await test.call(refreshTokens, { body: { refresh } });
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    test.clock.advance(60_000);
    expect((await test.call(refreshTokens, { body: { refresh } })).status).toBe(200);
  });
});
