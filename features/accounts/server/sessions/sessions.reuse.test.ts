import { describe, expect, it, vi } from 'vitest';
import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { SECOND } from '#core/server/platform/clock.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

const refresh = (token: string) => test.call(refreshTokens, { body: { refresh: token } });
const read = (token: string) => test.call(listPsxSignals, { query: { signal_type: 'intraday' } }, { token });

const blacklisted = { detail: 'Token is blacklisted', code: 'token_not_valid' };

describe('a reused refresh token', () => {
  it('returns the same successor within ten seconds, so that two tabs do not sign each other out', async () => {
    const { refresh: token } = await signUpCustomer(test);
    const first = await refresh(token);
    test.clock.advance(10 * SECOND);
    const second = await refresh(token);
    expect(second.status).toBe(200);
    expect(second.body.refresh).toBe(first.body.refresh);
    expect((await read(second.body.access)).status).toBe(200);
    expect((await refresh(first.body.refresh)).status).toBe(200);
  });

  it('ends the session when a refresh token is reused after ten seconds, because it may have been copied', async () => {
    const { refresh: token, access } = await signUpCustomer(test);
    const first = await refresh(token);
    test.clock.advance(10 * SECOND + 1);
    const second = await refresh(token);
    expect(second.status).toBe(401);
    expect(second.body).toEqual(blacklisted);
    expect((await refresh(first.body.refresh)).body).toEqual(blacklisted);
    expect((await read(access)).status).toBe(401);
    expect((await read(first.body.access)).status).toBe(401);
  });

  it('logs a reused refresh token without the token, once per session', async () => {
    const warn = vi.spyOn(test.logger, 'warn');
    const { refresh: token } = await signUpCustomer(test);
    await refresh(token);
    await refresh(token);
    expect(warn).not.toHaveBeenCalled();
    test.clock.advance(11 * SECOND);
    await refresh(token);
    await refresh(token);
    expect(warn.mock.calls).toEqual([
      [
        expect.objectContaining({ event: 'refresh_token_reused', sessionId: expect.any(String) }),
        'security event',
      ],
    ]);
    expect(JSON.stringify(warn.mock.calls)).not.toContain(token);
  });

  it('ends the session when the reused token is not the parent of the newest token', async () => {
    const { refresh: grandparent } = await signUpCustomer(test);
    const parent = (await refresh(grandparent)).body.refresh;
    const newest = (await refresh(parent)).body.refresh;
    expect((await refresh(grandparent)).body).toEqual(blacklisted);
    expect((await refresh(newest)).body).toEqual(blacklisted);
  });

  it('does not end other sessions of the customer', async () => {
    const customer = await signUpCustomer(test);
    const { email, password } = customer;
    const phone = (await test.call(signIn, { body: { email, password } })).body.tokens;
    await refresh(customer.refresh);
    test.clock.advance(11 * SECOND);
    expect((await refresh(customer.refresh)).status).toBe(401);
    expect((await refresh(phone.refresh)).status).toBe(200);
  });
});

describe('simultaneous refreshes', () => {
  it('returns the same pair to every tab that refreshes at the same time', async () => {
    const { refresh: token } = await signUpCustomer(test);
    const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(token)));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const [first] = responses;
    for (const response of responses) expect(response.body).toEqual(first?.body);
    expect((await refresh(first?.body.refresh)).status).toBe(200);
  });
});
