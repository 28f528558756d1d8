import { describe, expect, it } from 'vitest';
import { register, signIn } from '#features/accounts/contract/sign-in.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

const customer = { first_name: 'Ayesha', last_name: 'Khan', email: 'ayesha@example.com', password: 'sixsix' };
const send = (body: unknown) => test.call(register, { body: body as never });
const countCustomers = async () => (await test.database.pool.query('select email from users')).rowCount;

describe('registration', () => {
  it('creates the account and signs in', async () => {
    const { status, body } = await send({ ...customer, email: ' New.Trader@Example.COM ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      user: {
        email: 'new.trader@example.com',
        first_name: 'Ayesha',
        last_name: 'Khan',
        id: 'new.trader@example.com',
        google_id: null,
      },
      tokens: { access: expect.any(String), refresh: expect.any(String) },
    });
    const intraday = { query: { signal_type: 'intraday' } } as const;
    const list = await test.call(listPsxSignals, intraday, { token: body.tokens.access });
    expect(list.status).toBe(200);
  });

  it('stores names in every script, trimmed', async () => {
    const { body } = await send({
      ...customer,
      first_name: ' عائشہ ',
      last_name: "D'Souza-Ñ 😀",
      email: 'u@example.com',
    });
    expect(body.user).toMatchObject({ first_name: 'عائشہ', last_name: "D'Souza-Ñ 😀" });
  });

  it.each(['ayesha.twice@example.com', 'AYESHA.TWICE@EXAMPLE.COM', ' Ayesha.Twice@example.com '])(
    'rejects an email that has an account: %j',
    async (email) => {
      await send({ ...customer, email: 'ayesha.twice@example.com' });
      const before = await countCustomers();
      const { status, body } = await send({ ...customer, email });
      expect(status).toBe(400);
      expect(body).toEqual({ email: ['user with this email already exists.'] });
      expect(await countCustomers()).toBe(before);
    },
  );

  it('accepts one of two simultaneous registrations with the same email', async () => {
    const both = await Promise.all([1, 2].map(() => send({ ...customer, email: 'race@example.com' })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    const { rows } = await test.database.pool.query('select 1 from users where email = $1', [
      'race@example.com',
    ]);
    expect(rows.length).toBe(1);
  });

  it('ignores fields that are not in the contract', async () => {
    const { status, body } = await send({
      ...customer,
      email: 'forged@example.com',
      isAdmin: true,
      google_id: '7',
      id: 'x',
    });
    expect(status).toBe(201);
    expect(body.user).toMatchObject({ id: 'forged@example.com', google_id: null });
    expect(body.user).not.toHaveProperty('isAdmin');
  });
});

describe('registration with an invalid field', () => {
  const REQUIRED = 'This field is required.';
  const BLANK = 'This field may not be blank.';
  const NUL = 'Null characters are not allowed.';

  it.each<[keyof typeof customer, unknown, string]>([
    ['first_name', undefined, REQUIRED],
    ['first_name', null, 'This field may not be null.'],
    ['first_name', ' ', BLANK],
    ['first_name', 'a'.repeat(151), 'Ensure this field has no more than 150 characters.'],
    ['first_name', 'Aye\0sha', NUL],
    ['first_name', ['Ayesha'], 'Not a valid string.'],
    ['last_name', undefined, REQUIRED],
    ['last_name', '', BLANK],
    ['last_name', 'Kh\0an', NUL],
    ['email', undefined, REQUIRED],
    ['email', '', BLANK],
    ['email', 'ayesha', 'Enter a valid email address.'],
    ['email', 'ayesha@example', 'Enter a valid email address.'],
    ['email', 'a b@example.com', 'Enter a valid email address.'],
    ['email', 'a\0@example.com', NUL],
    ['email', `${'a'.repeat(250)}@example.com`, 'Ensure this field has no more than 254 characters.'],
    ['password', undefined, REQUIRED],
    ['password', '', BLANK],
    ['password', '12345', 'Ensure this field has at least 6 characters.'],
    ['password', 'x'.repeat(129), 'Ensure this field has no more than 128 characters.'],
    ['password', 'secret\0secret', NUL],
    ['password', 123456, 'Not a valid string.'],
  ])('creates no account with an invalid field: %s %j', async (field, value, message) => {
    const before = await countCustomers();
    const { status, body } = await send({ ...customer, email: 'wrong@example.com', [field]: value });
    expect(status).toBe(400);
    expect(body).toEqual({ [field]: [message] });
    expect(await countCustomers()).toBe(before);
  });

  it('reports all missing fields', async () => {
    const { status, body } = await send({});
    expect(status).toBe(400);
    expect(body).toEqual({
      first_name: [REQUIRED],
      last_name: [REQUIRED],
      email: [REQUIRED],
      password: [REQUIRED],
    });
  });
});

describe('a password', () => {
  it.each([
    ['of six characters', 'x1y2z3'],
    ['of 128 characters', 'x'.repeat(128)],
    ['with spaces around it', '  secret  '],
    ['of spaces alone', '      '],
    ['in other scripts', 'خفیہ لفظ 🔑'],
  ])('accepts a password %s as entered', async (_, password) => {
    const { email } = await signUpCustomer(test, { password });
    expect((await test.call(signIn, { body: { email, password } })).status).toBe(200);
  });

  it('treats the spaces around a password as part of it', async () => {
    const { email } = await signUpCustomer(test, { password: '  secret  ' });
    expect((await test.call(signIn, { body: { email, password: 'secret' } })).status).toBe(401);
  });

  it('treats a password in composed and decomposed Unicode as the same', async () => {
    const { email } = await signUpCustomer(test, { password: 'caf\u00e9 noir' });
    expect((await test.call(signIn, { body: { email, password: 'cafe\u0301 noir' } })).status).toBe(200);
  });

  it('stores only a hash of the password', async () => {
    const { email } = await signUpCustomer(test, { password: 'seen nowhere' });
    const { rows } = await test.database.pool.query('select * from users where email = $1', [email]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(JSON.stringify(rows)).not.toContain('seen nowhere');
  });
});
