import { describe, expect, it } from 'vitest';
import { signIn } from '#contract/accounts.ts';
import { signUpCustomer } from '#tests/support/people.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

describe('signing in', () => {
  it('answers the user and both tokens, whatever the case of the e-mail', async () => {
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

  it('says the same of a wrong password and of an unknown e-mail', async () => {
    const { email } = await signUpCustomer(test);
    const wrong = await test.call(signIn, { body: { email, password: 'not the password' } });
    const unknown = await test.call(signIn, { body: { email: 'nobody@example.com', password: 'not the password' } });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({ detail: 'No active account found with the given credentials' });
    expect(wrong.headers['www-authenticate']).toBe('Bearer realm="api"');
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: wrong.status, body: wrong.body });
  });
});
