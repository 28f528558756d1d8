import { describe, expect, it } from 'vitest';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { registerCustomer } from '#features/accounts/server/accounts.ts';
import { hashPassword } from '#features/accounts/server/passwords/password.ts';
import { listAdminSignals } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createAdministrator } from './first-accounts.ts';

const test = useTestApp();

const send = (body: unknown) => test.call(adminSignIn, { body: body as never });
const rejected = { detail: 'No active account found with the given credentials' };

describe('signing in as an administrator', () => {
  it('returns the administrator and tokens for the admin endpoints', async () => {
    const { username, password } = await signInAdministrator(test);
    const { status, body } = await send({ username, password });
    expect(status).toBe(200);
    expect(body).toEqual({
      missing_setup: 0,
      user: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        username,
        email: '',
        first_name: username,
        last_name: '',
        google_id: null,
        isAdmin: true,
      },
      tokens: { access: expect.any(String), refresh: expect.any(String) },
    });
    const list = await test.call(listAdminSignals, { query: {} }, { token: body.tokens.access });
    expect(list.status).toBe(200);
  });

  it.each(['Bilal', ' bilal ', 'BILAL'])('accepts the username as %j', async (username) => {
    const password = 'a long admin password';
    await createAdministrator(test.database, { username: 'Bilal', password }, test.clock.now()).catch(
      () => {},
    );
    expect((await send({ username, password })).status).toBe(200);
  });

  it('accepts a username in any script and case', async () => {
    const password = 'a long admin password';
    await createAdministrator(test.database, { username: 'Özgür عثمان', password }, test.clock.now());
    expect((await send({ username: 'özgür عثمان', password })).status).toBe(200);
    expect((await send({ username: 'Özgür عثمان', password })).status).toBe(200);
  });

  it('responds identically to a wrong password and a missing account', async () => {
    const { username } = await signInAdministrator(test);
    const wrong = await send({ username, password: 'not the password' });
    const missing = await send({ username: 'unregistered', password: 'not the password' });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual(rejected);
    expect(wrong.headers['www-authenticate']).toBe('Bearer realm="api"');
    expect({ status: missing.status, body: missing.body }).toEqual({ status: 401, body: rejected });
  });

  it.each<[unknown, Record<string, string[]>]>([
    [{}, { username: ['This field is required.'], password: ['This field is required.'] }],
    [
      { username: ' ', password: '' },
      { username: ['This field may not be blank.'], password: ['This field may not be blank.'] },
    ],
    [{ username: 'a\0', password: 'x' }, { username: ['Null characters are not allowed.'] }],
    [
      { username: 'a'.repeat(151), password: 'x'.repeat(129) },
      {
        username: ['Ensure this field has no more than 150 characters.'],
        password: ['Ensure this field has no more than 128 characters.'],
      },
    ],
  ])('rejects invalid fields with an error for each: %j', async (input, errors) => {
    const { status, body } = await send(input);
    expect(status).toBe(400);
    expect(body).toEqual(errors);
  });
});

describe('customer and administrator accounts', () => {
  it('separates a customer and an administrator with the same name and password', async () => {
    const credentialsOfBoth = { name: 'both@example.com', password: 'the very same password' };
    const passwordHash = await hashPassword(credentialsOfBoth.password);
    const customerRow = { email: credentialsOfBoth.name, firstName: 'B', lastName: 'B', passwordHash };
    await test.database.transaction((tx) => registerCustomer(tx, customerRow, test.clock.now()));
    const asAdmin = () => send({ username: credentialsOfBoth.name, password: credentialsOfBoth.password });
    expect((await asAdmin()).status).toBe(401);

    const credentials = { username: credentialsOfBoth.name, password: credentialsOfBoth.password };
    const { id } = await createAdministrator(test.database, credentials, test.clock.now());
    expect((await asAdmin()).body.user.id).toBe(id);
    const customer = await test.call(signIn, {
      body: { email: credentialsOfBoth.name, password: credentialsOfBoth.password },
    });
    expect(customer.body.user).not.toHaveProperty('isAdmin');
    const list = await test.call(listAdminSignals, { query: {} }, { token: customer.body.tokens.access });
    expect(list.status).toBe(403);
  });

  it('does not let an administrator sign in as a customer', async () => {
    const username = 'boss@example.com';
    const password = 'a long admin password';
    await createAdministrator(test.database, { username, password }, test.clock.now());
    const { status, body } = await test.call(signIn, { body: { email: username, password } });
    expect({ status, body }).toEqual({ status: 401, body: rejected });
  });

  it('does not let a customer sign in as an administrator', async () => {
    const { email, password } = await signUpCustomer(test);
    expect((await send({ username: email, password })).status).toBe(401);
  });
});
