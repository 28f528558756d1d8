import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { DAY, MINUTE } from '#core/server/platform/clock.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

const refresh = (token: string) => test.call(refreshTokens, { body: { refresh: token } });
const read = (token: string) => test.call(listPsxSignals, { query: { signal_type: 'intraday' } }, { token });

describe('refreshing tokens', () => {
  it('exchanges a refresh token for a valid new pair', async () => {
    const customer = await signUpCustomer(test);
    test.clock.advance(11 * MINUTE);
    const { status, body } = await refresh(customer.refresh);
    expect(status).toBe(200);
    expect(body).toEqual({ access: expect.any(String), refresh: expect.any(String) });
    expect(body.refresh).not.toBe(customer.refresh);
    expect((await read(customer.access)).status).toBe(401);
    expect((await read(body.access)).status).toBe(200);
    expect((await refresh(body.refresh)).status).toBe(200);
  });

  it('preserves the role of an administrator', async () => {
    const { refresh: token } = await signInAdministrator(test);
    test.clock.advance(11 * MINUTE);
    const { status, body } = await refresh(token);
    expect(status).toBe(200);
    expect((await read(body.access)).body.has_subscription).toBe(true);
  });

  it.each<[string, unknown, Record<string, string[]>]>([
    ['no token', {}, { refresh: ['This field is required.'] }],
    ['a blank token', { refresh: '' }, { refresh: ['This field may not be blank.'] }],
    ['a number', { refresh: 7 }, { refresh: ['Not a valid string.'] }],
    ['a token with a NUL', { refresh: 'a\0' }, { refresh: ['Null characters are not allowed.'] }],
    [
      'a token that is too long',
      { refresh: 'x'.repeat(2049) },
      { refresh: ['Ensure this field has no more than 2048 characters.'] },
    ],
  ])('rejects %s', async (_, body, errors) => {
    const response = await test.call(refreshTokens, { body: body as never });
    expect(response.status).toBe(400);
    expect(response.body).toEqual(errors);
  });

  it('rejects an access token and a token that was never issued', async () => {
    const { access } = await signUpCustomer(test);
    for (const token of ['never-issued', access]) {
      const { status, body, headers } = await refresh(token);
      expect(status).toBe(401);
      expect(body).toEqual({ detail: 'Token is invalid', code: 'token_not_valid' });
      expect(headers['www-authenticate']).toBe('Bearer realm="api"');
    }
  });
});

describe('a session', () => {
  it('keeps a session active while it is used at least every 14 days', async () => {
    let { refresh: token } = await signUpCustomer(test);
    for (let use = 0; use < 6; use += 1) {
      test.clock.advance(14 * DAY - 1);
      const { status, body } = await refresh(token);
      expect(status).toBe(200);
      token = body.refresh;
    }
  });

  it('ends a session after 14 days without use', async () => {
    const { refresh: token } = await signUpCustomer(test);
    test.clock.advance(14 * DAY);
    const { status, body } = await refresh(token);
    expect(status).toBe(401);
    expect(body).toEqual({ detail: 'Token is expired', code: 'token_not_valid' });
  });

  it('ends a session after 90 days in any case', async () => {
    let { refresh: token } = await signUpCustomer(test);
    for (let days = 10; days < 90; days += 10) {
      test.clock.advance(10 * DAY);
      token = (await refresh(token)).body.refresh;
    }
    test.clock.advance(10 * DAY - 1);
    const last = await refresh(token);
    expect(last.status).toBe(200);
    expect((await read(last.body.access)).status).toBe(200);
    test.clock.advance(1);
    expect((await refresh(last.body.refresh)).status).toBe(401);
    expect((await read(last.body.access)).status).toBe(401);
  });

  it('stores only the hashes of refresh tokens', async () => {
    const customer = await signUpCustomer(test);
    const { body } = await refresh(customer.refresh);
    const { rows } = await test.database.pool.query('select * from refresh_tokens');
    const stored = JSON.stringify(rows);
    for (const token of [customer.refresh, body.refresh]) {
      expect(stored).not.toContain(token);
      expect(stored).toContain(createHash('sha256').update(token).digest('base64url'));
    }
  });
});
