import { describe, expect, it } from 'vitest';
import { refreshTokens, signOut } from '#core/contract/accounts/tokens.ts';
import { MINUTE } from '#core/server/platform/clock.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { listAdminSignals } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

const signOutWith = (token: string) => test.call(signOut, { body: { refresh_token: token } });
const refresh = (token: string) => test.call(refreshTokens, { body: { refresh: token } });
const read = (token: string) => test.call(listPsxSignals, { query: { signal_type: 'intraday' } }, { token });

describe('signing out', () => {
  it('ends the session and invalidates both tokens', async () => {
    const customer = await signUpCustomer(test);
    const { status, body } = await signOutWith(customer.refresh);
    expect(status).toBe(200);
    expect(body).toEqual({});
    expect((await read(customer.access)).status).toBe(401);
    expect((await refresh(customer.refresh)).status).toBe(401);
  });

  it('responds identically the second time and for a token that was never issued', async () => {
    const customer = await signUpCustomer(test);
    for (const token of [customer.refresh, customer.refresh, 'never-issued']) {
      const { status, body } = await signOutWith(token);
      expect({ status, body }).toEqual({ status: 200, body: {} });
    }
  });

  it('accepts a token that was already exchanged', async () => {
    const customer = await signUpCustomer(test);
    const newest = (await refresh(customer.refresh)).body;
    await signOutWith(customer.refresh);
    expect((await read(newest.access)).status).toBe(401);
    expect((await refresh(newest.refresh)).status).toBe(401);
  });

  it('signs out after the access token has expired', async () => {
    const customer = await signUpCustomer(test);
    test.clock.advance(11 * MINUTE);
    const response = await test.call(
      signOut,
      { body: { refresh_token: customer.refresh } },
      { token: customer.access },
    );
    expect(response.status).toBe(200);
    expect((await refresh(customer.refresh)).status).toBe(401);
  });

  it('does not end other sessions of the customer', async () => {
    const { email, password, access, refresh: token } = await signUpCustomer(test);
    const phone = (await test.call(signIn, { body: { email, password } })).body.tokens;
    await signOutWith(phone.refresh);
    expect((await read(access)).status).toBe(200);
    expect((await refresh(token)).status).toBe(200);
  });

  it('ends the session of an administrator', async () => {
    const admin = await signInAdministrator(test);
    const list = () => test.call(listAdminSignals, { query: {} }, { token: admin.access });
    expect((await list()).status).toBe(200);
    await signOutWith(admin.refresh);
    expect((await list()).status).toBe(401);
  });

  it('clears the cache of the browser, but not its storage or cookies', async () => {
    const customer = await signUpCustomer(test);
    expect((await signOutWith(customer.refresh)).headers['clear-site-data']).toBe('"cache"');
    const { headers } = await test.call(signIn, {
      body: { email: customer.email, password: customer.password },
    });
    expect(headers).not.toHaveProperty('clear-site-data');
  });

  it('signing out requires the token', async () => {
    const { status, body } = await test.call(signOut, { body: {} as never });
    expect(status).toBe(400);
    expect(body).toEqual({ refresh_token: ['This field is required.'] });
  });
});
