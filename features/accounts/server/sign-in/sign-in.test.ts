import { describe, expect, it } from 'vitest';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

describe('signing in', () => {
  it('returns the user and both tokens, ignoring the case of the email', async () => {
    const customer = await signUpCustomer(test, { email: 'Ayesha@Example.com' });
    const { status, body } = await test.call(signIn, {
      body: { email: ' AYESHA@example.COM ', password: customer.password },
    });
    expect(status).toBe(200);
    expect(body.user).toEqual({
      email: 'ayesha@example.com',
      first_name: 'Ayesha',
      last_name: 'Khan',
      id: 'ayesha@example.com',
      google_id: null,
    });
    expect(body.tokens).toEqual({ access: expect.any(String), refresh: expect.any(String) });
  });

  it('responds identically to a wrong password and a missing account', async () => {
    const { email } = await signUpCustomer(test);
    const wrong = await test.call(signIn, { body: { email, password: 'not the password' } });
    const missing = await test.call(signIn, {
      body: { email: 'unregistered@example.com', password: 'not the password' },
    });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({ detail: 'No active account found with the given credentials' });
    expect(wrong.headers['www-authenticate']).toBe('Bearer realm="api"');
    expect({ status: missing.status, body: missing.body }).toEqual({
      status: wrong.status,
      body: wrong.body,
    });
  });

  it('rejects an account without a password', async () => {
    const { email } = await signUpCustomer(test);
    await test.database.pool.query('update users set password_hash = null where email = $1', [email]);
    expect((await test.call(signIn, { body: { email, password: 'correct horse' } })).status).toBe(401);
  });

  it('starts a new session each time', async () => {
    const { email, password, refresh } = await signUpCustomer(test);
    const { body } = await test.call(signIn, { body: { email, password } });
    expect(body.tokens.refresh).not.toBe(refresh);
    const { rows } = await test.database.pool.query(
      'select count(*)::int as count from sessions join users on users.id = account_id where email = $1',
      [email],
    );
    expect(rows).toEqual([{ count: 2 }]);
  });

  it('stores at most 400 characters of the user agent', async () => {
    const { email, password } = await signUpCustomer(test);
    await test.request({
      method: 'POST',
      url: '/api/customers/auth/login/',
      headers: { 'user-agent': 'Mozilla '.repeat(100) },
      payload: { email, password },
    });
    const { rows } = await test.database.pool.query(
      'select user_agent from sessions join users on users.id = account_id where email = $1 order by length(user_agent) desc limit 1',
      [email],
    );
    expect(rows).toEqual([{ user_agent: 'Mozilla '.repeat(50) }]);
  });
});

describe('signing in with an invalid field', () => {
  const REQUIRED = 'This field is required.';
  const BLANK = 'This field may not be blank.';

  it.each<[unknown, Record<string, string[]>]>([
    [{}, { email: [REQUIRED], password: [REQUIRED] }],
    [
      { email: '', password: '' },
      { email: [BLANK], password: [BLANK] },
    ],
    [{ email: 'ayesha@example.com', password: '' }, { password: [BLANK] }],
    [{ email: 'ayesha', password: 'secret' }, { email: ['Enter a valid email address.'] }],
    [{ email: 'a\0@b.com', password: 'secret' }, { email: ['Null characters are not allowed.'] }],
    [{ email: 'a@b.com', password: 'a\0' }, { password: ['Null characters are not allowed.'] }],
    [
      { email: 'a@b.com', password: 'x'.repeat(129) },
      { password: ['Ensure this field has no more than 128 characters.'] },
    ],
    [
      { email: ['a@b.com'], password: {} },
      { email: ['Not a valid string.'], password: ['Not a valid string.'] },
    ],
  ])('rejects a sign-in with an invalid field: %j', async (input, errors) => {
    const { status, body } = await test.call(signIn, { body: input as never });
    expect(status).toBe(400);
    expect(body).toEqual(errors);
  });
});
