import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { register, signIn } from '#features/accounts/contract/sign-in.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { listQueuedEmails } from '#tests/support/accounts/emails.ts';
import { GoogleBrowser, makeGoogleAccount, useGoogleApp } from '#tests/support/accounts/google.ts';

const test = useGoogleApp();

const signInAs = (account: Parameters<typeof makeGoogleAccount>[0]) =>
  new GoogleBrowser(test).signIn(makeGoogleAccount(account));

async function findUser(email: string) {
  const { rows } = await test.database.pool.query('select * from users where email = $1', [email]);
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0];
}

/** Lists the templates of the queued emails to a recipient, apart from the one that verifies the email. */
async function listQueuedTemplates(email: string): Promise<{ template: string }[]> {
  const queued = (await listQueuedEmails(test)).filter(({ recipient }) => recipient === email);
  return queued.map(({ template }) => ({ template })).filter(({ template }) => template !== 'verify-email');
}

/** Signs up with a password. `isVerified` verifies the email, as the emailed link would. */
async function signUpLocally(email: string, isVerified: boolean) {
  const customer = await signUpCustomer(test, { email });
  if (isVerified) {
    await test.database.pool.query('update users set email_verified_at = now() where email = $1', [email]);
  }
  return customer;
}

const isSignedIn = async (token: string) => {
  const { status } = await test.call(listPsxSignals, { query: { signal_type: 'intraday' } }, { token });
  return status === 200;
};

describe('a new user who signs in with Google', () => {
  it('creates an account without a password and with a verified email, and signs the user in', async () => {
    const email = `${randomUUID()}@example.com`;
    const { status, body } = await signInAs({ name: 'Sana Malik', email });
    expect(status).toBe(200);
    const user = await findUser(email);
    expect(user).toMatchObject({
      first_name: 'Sana',
      last_name: 'Malik',
      password_hash: null,
      google_id: expect.stringMatching(/^\d{21}$/),
      email_verified_at: test.clock.now(),
    });
    expect(body).toEqual({
      user: {
        email,
        first_name: 'Sana',
        last_name: 'Malik',
        id: user.google_id,
        google_id: user.google_id,
      },
      tokens: { access: expect.any(String), refresh: expect.any(String) },
    });
    expect(await isSignedIn(body.tokens.access)).toBe(true);
    expect(await listQueuedTemplates(email)).toEqual([]);
  });

  it('creates one account for two simultaneous sign-ins', async () => {
    const email = `${randomUUID()}@gmail.com`;
    const browsers = [new GoogleBrowser(test), new GoogleBrowser(test)];
    const tickets = await Promise.all(
      browsers.map((browser) => browser.getTicket(makeGoogleAccount({ email }))),
    );
    const responses = await Promise.all(
      browsers.map((browser, index) => browser.redeem(tickets[index] as string)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await findUser(email)).toBeDefined();
  });

  it('rejects a registration with the email of an account without a password', async () => {
    const email = `${randomUUID()}@gmail.com`;
    await signInAs({ email });
    const body = { first_name: 'Sly', last_name: 'Person', email, password: 'sly secret' };
    const { status, body: response } = await test.call(register, { body });
    expect({ status, response }).toEqual({
      status: 400,
      response: { email: ['user with this email already exists.'] },
    });
    expect((await findUser(email)).password_hash).toBeNull();
    expect((await test.call(signIn, { body: { email, password: 'sly secret' } })).status).toBe(401);
  });
});

describe('a returning user who signs in with Google', () => {
  it('signs a returning user in to the same account', async () => {
    const email = `${randomUUID()}@example.com`;
    const first = await signInAs({ email });
    const second = await signInAs({ email });
    expect(second.body.user).toEqual(first.body.user);
  });

  it('signs a returning user in to the same account after the email has changed at Google', async () => {
    const email = `${randomUUID()}@example.com`;
    const { body } = await signInAs({ email });
    await test.database.pool.query("update users set email = 'old-' || email where email = $1", [email]);
    const again = await signInAs({ email });
    expect(again.body.user).toMatchObject({ google_id: body.user.google_id, email: `old-${email}` });
    expect(await findUser(email)).toBeUndefined();
  });
});

describe('a user whose email has an account with a password', () => {
  const HAS_ACCOUNT = {
    error: 'An account with this email already exists. Please sign in with your password.',
  };

  it.each<[string, string, string | undefined, boolean, 'linked' | 'taken over' | 'rejected']>([
    ['a Gmail address, verified here', 'gmail.com', undefined, true, 'linked'],
    ['a googlemail.com address, verified here', 'googlemail.com', undefined, true, 'linked'],
    ['a Workspace address, verified here', 'firm.example', 'firm.example', true, 'linked'],
    ['a Gmail address, never verified here', 'gmail.com', undefined, false, 'taken over'],
    ['a Workspace address, never verified here', 'firm.example', 'firm.example', false, 'taken over'],
    ['an address at another domain, verified here', 'mail.example', undefined, true, 'rejected'],
    ['an address at another domain, never verified here', 'mail.example', undefined, false, 'rejected'],
    ['an address that only ends like Gmail', 'notgmail.com', undefined, true, 'rejected'],
    [
      'an address outside the Workspace domain, verified here',
      'bank.example',
      'firm.example',
      true,
      'rejected',
    ],
    [
      'an address outside the Workspace domain, never verified',
      'bank.example',
      'firm.example',
      false,
      'rejected',
    ],
  ])(
    'handles an existing account with a password and %s',
    async (_, domain, hostedDomain, isVerified, outcome) => {
      const email = `${randomUUID()}@${domain}`;
      const local = await signUpLocally(email, isVerified);
      const before = await findUser(email);
      const { status, body } = await signInAs({ email, ...(hostedDomain ? { hostedDomain } : {}) });
      const user = await findUser(email);
      expect(user.id).toBe(before.id);

      if (outcome === 'rejected') {
        expect({ status, body }).toEqual({ status: 400, body: HAS_ACCOUNT });
        expect(user).toEqual(before);
      } else {
        expect(status).toBe(200);
        expect(body.user).toMatchObject({ id: user.google_id, email, first_name: 'Ayesha' });
        expect(await isSignedIn(body.tokens.access)).toBe(true);
      }
      const isTakenOver = outcome === 'taken over';
      expect(user.password_hash === null).toBe(isTakenOver);
      expect(await isSignedIn(local.access)).toBe(!isTakenOver);
      expect((await test.call(signIn, { body: local })).status).toBe(isTakenOver ? 401 : 200);
      const template = { linked: 'google-linked', 'taken over': 'google-took-over', rejected: null }[outcome];
      expect(await listQueuedTemplates(email)).toEqual(template ? [{ template }] : []);
      if (isTakenOver) expect(user.email_verified_at).toEqual(test.clock.now());
    },
  );

  it('finds the account regardless of the case of the email', async () => {
    const email = `${randomUUID()}@gmail.com`;
    await signUpLocally(email, true);
    const { body } = await signInAs({ email: email.toUpperCase() });
    expect(body.user.email).toBe(email);
  });

  it('links an account once for two simultaneous sign-ins', async () => {
    const email = `${randomUUID()}@gmail.com`;
    await signUpLocally(email, false);
    const responses = await Promise.all([signInAs({ email }), signInAs({ email })]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await listQueuedTemplates(email)).toHaveLength(1);
    for (const { body } of responses) expect(await isSignedIn(body.tokens.access)).toBe(true);
  });

  it('rejects the sign-in when another Google account is already linked', async () => {
    const email = `${randomUUID()}@gmail.com`;
    await signUpLocally(email, true);
    await test.database.pool.query("update users set google_id = 'another' where email = $1", [email]);
    const { status, body } = await signInAs({ email });
    expect({ status, body }).toEqual({ status: 400, body: HAS_ACCOUNT });
    expect((await findUser(email)).google_id).toBe('another');
  });

  it('invalidates email links that were sent before the account was taken over', async () => {
    const email = `${randomUUID()}@gmail.com`;
    await signUpLocally(email, false);
    const { id } = await findUser(email);
    await test.database.pool.query(
      "insert into one_time_tokens (hash, user_id, purpose, expires_at) values ($1, $2, 'password-reset', now())",
      [randomUUID(), id],
    );
    await signInAs({ email });
    const { rows } = await test.database.pool.query('select 1 from one_time_tokens where user_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('a user whose email Google has not verified', () => {
  it.each([
    ['has no account', false],
    ['has an account', true],
  ])('rejects an unverified Google email that %s', async (_, hasAccount) => {
    const email = `${randomUUID()}@gmail.com`;
    if (hasAccount) await signUpLocally(email, true);
    const before = await findUser(email);
    const { status, body } = await signInAs({ email, isVerified: false });
    expect(status).toBe(400);
    expect(body).toEqual({ error: expect.stringContaining('has not verified the email address') });
    expect(await findUser(email)).toEqual(before);
  });
});
