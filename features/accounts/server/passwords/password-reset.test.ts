import { beforeEach, describe, expect, it } from 'vitest';
import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { HOUR, MINUTE } from '#core/server/platform/clock.ts';
import { confirmPasswordReset, requestPasswordReset } from '#features/accounts/contract/passwords.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { countAccess, EVERY_ACCESS, grantEveryAccess, NO_ACCESS } from '#tests/support/accounts/access.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { hashes } from '#tests/support/accounts/cheap-hashes.ts';
import { getEmailToken, listEmailsTo, listQueuedEmails } from '#tests/support/accounts/emails.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

const REQUESTED = 'If an account with this email exists, a link to set a new password is on its way.';
const ENDED = { token: ['This link is no longer valid. Please request a new one.'] };
const NEW_PASSWORD = 'a brand new password';

beforeEach(async () => {
  // Clears the rate limits and emails of earlier tests.
  test.clock.advance(HOUR);
  await test.deliverEmails();
});

const requestReset = (email: string) => test.call(requestPasswordReset, { body: { email } });
const confirm = (token: string, password = NEW_PASSWORD) =>
  test.call(confirmPasswordReset, { body: { token, new_password: password } });
const signInWith = (email: string, password: string) => test.call(signIn, { body: { email, password } });

/** Signs up a customer and requests a reset link. */
async function requestResetLink() {
  const customer = await signUpCustomer(test);
  await test.deliverEmails();
  await requestReset(customer.email);
  const [resetEmail] = await listEmailsTo(test, customer.email);
  return { ...customer, token: getEmailToken(resetEmail) };
}

const readPasswordHash = async (email: string) =>
  (await test.database.pool.query('select password_hash from users where email = $1', [email])).rows[0]
    ?.password_hash as string | null;

describe('requesting a password reset', () => {
  it('sends a link to set a new password', async () => {
    const { email } = await signUpCustomer(test, { email: 'Ayesha.Asks@Example.com' });
    await test.deliverEmails();
    const { status, body } = await requestReset(' AYESHA.ASKS@example.com ');
    expect({ status, body }).toEqual({ status: 200, body: { message: REQUESTED } });
    const emails = await listEmailsTo(test, email.toLowerCase());
    expect(emails.map(({ subject }) => subject)).toEqual(['Set a new password for Tezi']);
    expect(emails[0]?.text).toMatch(
      /^Hello Ayesha,\n\n.+\n\nhttps:\/\/tezi\.test\/customers\/auth\/reset-password#token=[\w-]{43}\n/,
    );
  });

  it('responds identically for an email without an account, and sends nothing', async () => {
    const { email } = await signUpCustomer(test);
    await test.deliverEmails();
    const existing = await requestReset(email);
    const missing = await requestReset('unregistered@example.com');
    expect(missing.status).toBe(existing.status);
    expect(missing.body).toEqual(existing.body);
    expect(Object.keys(missing.headers)).toEqual(Object.keys(existing.headers));
    expect(await listQueuedEmails(test)).toEqual(
      [email, 'unregistered@example.com']
        .sort()
        .map((recipient) => ({ template: 'password-reset', recipient })),
    );
    expect((await test.deliverEmails()).map(({ to }) => to)).toEqual([email]);
  });

  it('stores the token neither in the queue nor, after sending, in the database', async () => {
    const { email } = await signUpCustomer(test);
    await test.deliverEmails();
    await requestReset(email);
    const tokens = async () =>
      (
        await test.database.pool.query(
          "select t.* from one_time_tokens t join users on users.id = user_id where email = $1 and purpose = 'password-reset'",
          [email],
        )
      ).rows;
    expect(await tokens()).toEqual([]);
    const token = getEmailToken((await listEmailsTo(test, email))[0]);
    expect((await tokens()).length).toBe(1);
    expect(JSON.stringify(await tokens())).not.toContain(token);
  });

  it.each<[unknown, Record<string, string[]>]>([
    [{}, { email: ['This field is required.'] }],
    [{ email: '' }, { email: ['This field may not be blank.'] }],
    [{ email: 'ayesha' }, { email: ['Enter a valid email address.'] }],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, { email: ['Enter a valid email address.'] }],
    [{ email: 'a@example.com,b@example.com' }, { email: ['Enter a valid email address.'] }],
    [{ email: ['a@example.com'] }, { email: ['Not a valid string.'] }],
  ])('rejects a request for a reset link with %j', async (input, errors) => {
    const { status, body } = await test.call(requestPasswordReset, { body: input as never });
    expect({ status, body }).toEqual({ status: 400, body: errors });
  });

  it.each(['an account', 'no account'])('limits the reset links for an email with %s', async (which) => {
    const email = which === 'an account' ? (await signUpCustomer(test)).email : 'limited@example.com';
    for (let time = 1; time <= 3; time += 1) expect((await requestReset(email)).status).toBe(200);
    const { status, headers, body } = await requestReset(email);
    expect(status).toBe(429);
    expect(headers['retry-after']).toBe('1800');
    expect(body).toEqual({ detail: 'Request was throttled. Expected available in 1800 seconds.' });
    test.clock.advance(30 * MINUTE);
    expect((await requestReset(email)).status).toBe(200);
  });
});

it('leaves the owner a valid link while an attacker uses up the limit', async () => {
  const { email } = await signUpCustomer(test);
  await test.deliverEmails();
  for (const clientIp of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
    await test.call(requestPasswordReset, { body: { email } }, { clientIp });
  }
  const links = await listEmailsTo(test, email);
  test.clock.advance(30 * MINUTE - 1);
  expect((await requestReset(email)).status).toBe(429);
  expect((await confirm(getEmailToken(links[0]))).status).toBe(200);
});

describe('a reset link', () => {
  it('sets the password, verifies the email and ends every session', async () => {
    const { email, password, refresh, token } = await requestResetLink();
    const { status, body } = await confirm(token);
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Your password was changed. Sign in with the new one.',
      logout_required: true,
    });
    expect((await signInWith(email, password)).status).toBe(401);
    expect((await signInWith(email, NEW_PASSWORD)).status).toBe(200);
    expect((await test.call(refreshTokens, { body: { refresh } })).status).toBe(401);
    const { rows } = await test.database.pool.query(
      'select email_verified_at from users where email = $1 and email_verified_at is not null',
      [email],
    );
    expect(rows).toEqual([{ email_verified_at: test.clock.now() }]);
    const notifications = await listEmailsTo(test, email);
    expect(notifications.map(({ subject }) => subject)).toEqual(['Your Tezi password was changed']);
    expect(notifications[0]?.text).not.toContain(NEW_PASSWORD);
  });

  it('revokes everything that reads the account or receives its alerts, and nothing of other customers', async () => {
    const [customer, other] = [await requestResetLink(), await signUpCustomer(test)];
    for (const each of [customer, other]) await grantEveryAccess(test, each);
    expect(await countAccess(test, customer.email)).toEqual(EVERY_ACCESS);
    expect((await confirm(customer.token)).status).toBe(200);
    expect(await countAccess(test, customer.email)).toEqual(NO_ACCESS);
    expect(await countAccess(test, other.email)).toEqual(EVERY_ACCESS);
  });

  it('does not affect the sessions and passwords of other customers', async () => {
    const other = await signUpCustomer(test);
    const before = await readPasswordHash(other.email);
    const { token } = await requestResetLink();
    await confirm(token);
    expect(await readPasswordHash(other.email)).toBe(before);
    expect((await test.call(refreshTokens, { body: { refresh: other.refresh } })).status).toBe(200);
  });

  it('accepts a reset link once', async () => {
    const { email, token } = await requestResetLink();
    await confirm(token);
    const { status, body } = await confirm(token, 'another new password');
    expect({ status, body }).toEqual({ status: 400, body: ENDED });
    expect((await signInWith(email, NEW_PASSWORD)).status).toBe(200);
  });

  it('accepts a reset link for one of two simultaneous requests', async () => {
    const { token } = await requestResetLink();
    const both = await Promise.all([confirm(token), confirm(token, 'another new password')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('rejects a reset link after 30 minutes', async () => {
    const [inTime, tooLate] = [await requestResetLink(), await requestResetLink()];
    test.clock.advance(30 * MINUTE - 1);
    expect((await confirm(inTime.token)).status).toBe(200);
    test.clock.advance(1);
    const { status, body } = await confirm(tooLate.token);
    expect({ status, body }).toEqual({ status: 400, body: ENDED });
  });

  it('accepts the first of two reset links, which invalidates the other', async () => {
    const { email, token: first } = await requestResetLink();
    await requestReset(email);
    const second = getEmailToken((await listEmailsTo(test, email))[0]);
    expect(second).not.toBe(first);
    expect((await confirm(first)).status).toBe(200);
    expect((await confirm(second)).body).toEqual(ENDED);
  });

  it('sets a first password for an account that signs in with Google', async () => {
    const { email } = await signUpCustomer(test);
    await test.database.pool.query('update users set password_hash = null where email = $1', [email]);
    await test.deliverEmails();
    await requestReset(email);
    await confirm(getEmailToken((await listEmailsTo(test, email))[0]));
    expect((await signInWith(email, NEW_PASSWORD)).status).toBe(200);
  });

  it.each([
    ['seven c', ['Ensure this field has at least 8 characters.']],
    ['x'.repeat(129), ['Ensure this field has no more than 128 characters.']],
    ['Password1', ['This password is too common.']],
    ['khan-ayesha-psx', [expect.stringContaining('This password only contains your name')]],
  ])('does not use up the reset link when it rejects the password %j', async (password, messages) => {
    const { token } = await requestResetLink();
    const { status, body } = await confirm(token, password);
    expect({ status, body }).toEqual({ status: 400, body: { new_password: messages } });
    expect((await confirm(token)).status).toBe(200);
  });

  it('rejects a forged reset link without hashing the password', async () => {
    const { token } = await requestResetLink();
    const before = hashes.count;
    for (const junk of ['x', `${token}x`, token.slice(0, -1), token.toLowerCase(), "' or 1=1"]) {
      const { status, body } = await confirm(junk);
      expect({ status, body }).toEqual({ status: 400, body: ENDED });
    }
    expect(hashes.count).toBe(before);
    expect((await confirm(token)).status).toBe(200);
    expect(hashes.count).toBe(before + 1);
  });

  it('rejects the token of a verification link', async () => {
    const { email } = await signUpCustomer(test);
    const token = getEmailToken((await listEmailsTo(test, email))[0]);
    expect((await confirm(token)).body).toEqual(ENDED);
  });
});
