import { beforeEach, describe, expect, it } from 'vitest';
import { refreshTokens, signOut } from '#core/contract/accounts/tokens.ts';
import { SECOND } from '#core/server/platform/clock.ts';
import { deleteAccount, exportAccount } from '#features/accounts/contract/account-data.ts';
import { beginSecondFactor, renewRecoveryCodes } from '#features/accounts/contract/admin/second-factor.ts';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import {
  confirmPasswordReset,
  requestPasswordReset,
  updatePassword,
} from '#features/accounts/contract/passwords.ts';
import { revokeOtherSessions, revokeSession } from '#features/accounts/contract/sessions.ts';
import { register, signIn, verifyEmail } from '#features/accounts/contract/sign-in.ts';
import { listAdminSignals } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { getEmailToken, listEmailsTo } from '#tests/support/accounts/emails.ts';
import { GoogleBrowser, makeGoogleAccount, useGoogleApp } from '#tests/support/accounts/google.ts';
import { getCurrentCode, getWrongCode, setUpSecondFactor } from '#tests/support/accounts/second-factor.ts';
import { trackSecurityEvents } from '#tests/support/accounts/security-events.ts';

const test = useGoogleApp();
const newEvents = trackSecurityEvents(test);
const kinds = async () => (await newEvents()).map(({ kind }) => kind);

let customer: Awaited<ReturnType<typeof signUpCustomer>> & { id: string };
beforeEach(async () => {
  const registered = await signUpCustomer(test);
  const { rows } = await test.database.pool.query('select id from users where email = $1', [
    registered.email,
  ]);
  customer = { ...registered, id: rows[0].id };
  await newEvents();
});

let lastHost = 0;
const newIp = () => {
  lastHost += 1;
  return `203.0.113.${lastHost}`;
};
const as = ({ access }: { access: string }) => ({ token: access });
const signInWith = (password: string, email = customer.email, clientIp = newIp()) =>
  test.call(signIn, { body: { email, password } }, { clientIp });

describe('the security log, for customers', () => {
  it('records a registration with its first session', async () => {
    const body = { first_name: 'A', last_name: 'B', email: 'new@example.com', password: 'correct horse' };
    await test.call(register, { body });
    const events = await newEvents();
    expect(events).toMatchObject([
      { kind: 'account_created', details: { method: 'registration' } },
      { kind: 'risk_statement_accepted', details: { place: 'sign_up' } },
      { kind: 'sign_in_succeeded', details: { method: 'registration' }, sessionId: expect.any(String) },
    ]);
    expect(new Set(events.map(({ accountId }) => accountId)).size).toBe(1);
  });

  it('records a sign-in with the IP address, the device and the session', async () => {
    const response = await test.request({
      method: 'POST',
      url: '/api/customers/auth/login/',
      remoteAddress: '::ffff:198.51.100.7',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' },
      payload: { email: customer.email, password: customer.password },
    });
    expect(response.statusCode).toBe(200);
    const [event] = await newEvents();
    expect(event).toMatchObject({
      kind: 'sign_in_succeeded',
      outcome: 'success',
      accountKind: 'customer',
      accountId: customer.id,
      clientIp: '198.51.100.7',
      device: 'Firefox on Linux',
      details: { method: 'password' },
      occurredAt: test.clock.now(),
    });
    const { rows } = await test.database.pool.query(
      'select id from sessions where account_id = $1 order by created_at desc',
      [customer.id],
    );
    expect(rows.map(({ id }) => id)).toContain(event?.sessionId);
  });

  it('records wrong passwords and throttled attempts, repeated ones once', async () => {
    const clientIp = newIp();
    for (let time = 0; time < 9; time += 1) await signInWith('wrong', customer.email, clientIp);
    expect(await newEvents()).toMatchObject([
      {
        kind: 'sign_in_failed',
        outcome: 'failure',
        accountId: customer.id,
        clientIp,
        sessionId: null,
        details: { method: 'password', reason: 'wrong_credentials' },
      },
      { kind: 'sign_in_throttled', accountId: customer.id, clientIp },
    ]);
  });

  it('records a sign-in to a missing account without the entered email', async () => {
    await signInWith('wrong', 'my-secret-password@example.com');
    const [event] = await newEvents();
    expect(event).toMatchObject({ kind: 'sign_in_failed', accountKind: null, accountId: null });
    expect(event?.details.identifier_hash).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(event)).not.toContain('my-secret-password');
  });

  it('records sign-outs and revoked sessions', async () => {
    const other = (await signInWith(customer.password)).body.tokens;
    const [{ sessionId: id = '' } = {}] = await newEvents();
    const proof = { current_password: customer.password };
    await test.call(revokeSession, { params: { id: id ?? '' }, body: proof }, as(customer));
    await test.call(revokeSession, { params: { id: id ?? '' }, body: proof }, as(customer));
    await test.call(revokeOtherSessions, { body: proof }, as(customer));
    await test.call(signOut, { body: { refresh_token: customer.refresh } });
    await test.call(signOut, { body: { refresh_token: other.refresh } });
    expect(await newEvents()).toMatchObject([
      { kind: 'sessions_revoked', accountId: customer.id, targetId: id, details: { scope: 'one' } },
      { kind: 'sessions_revoked', accountId: customer.id, details: { scope: 'others' } },
      { kind: 'signed_out', accountId: customer.id },
    ]);
  });

  it('records the reuse of a refresh token', async () => {
    await test.call(refreshTokens, { body: { refresh: customer.refresh } });
    test.clock.advance(11 * SECOND);
    await test.call(refreshTokens, { body: { refresh: customer.refresh } });
    expect(await newEvents()).toMatchObject([
      {
        kind: 'refresh_token_reused',
        outcome: 'failure',
        accountId: customer.id,
        sessionId: expect.any(String),
      },
    ]);
  });

  it('records a password change and a failed one', async () => {
    const change = (current: string) =>
      test.call(
        updatePassword,
        { body: { current_password: current, new_password: 'a new password' } },
        as(customer),
      );
    await change('wrong');
    await change(customer.password);
    expect(await newEvents()).toMatchObject([
      { kind: 'password_check_failed', accountId: customer.id },
      { kind: 'password_changed', accountId: customer.id, details: { scope: 'all' } },
    ]);
  });

  it('records the steps of a password reset and the verified email', async () => {
    await test.call(verifyEmail, {
      body: { token: getEmailToken((await listEmailsTo(test, customer.email))[0]) },
    });
    await test.call(requestPasswordReset, { body: { email: customer.email } });
    await test.call(requestPasswordReset, { body: { email: 'unregistered@example.com' } });
    const token = getEmailToken((await listEmailsTo(test, customer.email))[0]);
    await test.call(confirmPasswordReset, { body: { token, new_password: 'a new password' } });
    const events = await newEvents();
    expect(events).toMatchObject([
      { kind: 'email_verified', accountId: customer.id },
      { kind: 'password_reset_requested', accountId: customer.id },
      { kind: 'password_reset_requested', accountId: null, details: { identifier_hash: expect.any(String) } },
      { kind: 'password_reset_completed', accountId: customer.id },
    ]);
    expect(JSON.stringify(events)).not.toContain(token);
  });

  it('records the export and the deletion of an account', async () => {
    await test.call(exportAccount, {}, as(customer));
    await test.call(deleteAccount, { body: { password: customer.password } }, as(customer));
    expect(await newEvents()).toMatchObject([
      { kind: 'account_exported', accountId: customer.id },
      { kind: 'account_deleted', accountId: customer.id, clientIp: '127.0.0.1' },
    ]);
  });

  it('records other throttled requests with the endpoint', async () => {
    for (let time = 0; time < 4; time += 1) {
      await test.call(requestPasswordReset, { body: { email: customer.email } });
    }
    expect((await newEvents()).at(-1)).toMatchObject({
      kind: 'request_throttled',
      details: { endpoint: 'POST /customers/auth/password-reset/' },
    });
  });

  it('records repeated calls of admin endpoints once', async () => {
    for (let time = 0; time < 3; time += 1) await test.call(listAdminSignals, { query: {} }, as(customer));
    expect(await newEvents()).toMatchObject([
      {
        kind: 'access_denied',
        accountKind: 'customer',
        accountId: customer.id,
        details: { reason: 'permission_denied', endpoint: 'GET /admin/signals/' },
      },
    ]);
  });
});

describe('the security log, for the API documents', () => {
  it('records a customer who requests the admin document', async () => {
    const { access } = await signUpCustomer(test);
    await newEvents();
    const headers = { authorization: `Bearer ${access}` };
    expect((await test.request({ url: '/api/admin/openapi.json', headers })).statusCode).toBe(403);
    expect(await newEvents()).toMatchObject([
      { kind: 'access_denied', details: { endpoint: 'GET /admin/openapi.json' } },
    ]);
  });
});

describe('the security log, for sign-ins with Google', () => {
  const google = (email: string) =>
    new GoogleBrowser(test).signIn(makeGoogleAccount({ name: 'Sana Malik', email }));

  it('records a new account and its sign-in', async () => {
    const email = 'sana.events@example.com';
    const browser = new GoogleBrowser(test);
    await browser.signIn(makeGoogleAccount({ name: 'Sana Malik', email }));
    expect(await newEvents()).toMatchObject([
      { kind: 'account_created', details: { method: 'google' } },
      { kind: 'sign_in_succeeded', details: { method: 'google' } },
    ]);
  });

  it('records an account that is linked and one that is taken over', async () => {
    const linked = await signUpCustomer(test, { email: 'linked.events@gmail.com' });
    await test.database.pool.query('update users set email_verified_at = now() where email = $1', [
      linked.email,
    ]);
    const unverified = await signUpCustomer(test, { email: 'unverified.events@gmail.com' });
    await newEvents();
    await google(linked.email);
    await google(unverified.email);
    expect(await newEvents()).toMatchObject([
      { kind: 'google_linked', details: { is_takeover: false } },
      { kind: 'sign_in_succeeded', details: { method: 'google' } },
      { kind: 'google_linked', details: { is_takeover: true } },
      { kind: 'sign_in_succeeded', details: { method: 'google' } },
    ]);
  });

  it('records invalid tickets of sign-ins with Google', async () => {
    await new GoogleBrowser(test).redeem('made-up');
    expect(await newEvents()).toMatchObject([
      { kind: 'sign_in_failed', accountId: null, details: { method: 'google', reason: expect.any(String) } },
    ]);
  });
});

describe('the security log, for administrators', () => {
  const signInAs = (body: { username: string; password: string; code?: string }) =>
    test.call(adminSignIn, { body }, { clientIp: newIp() });

  it('records sign-ins with and without a second factor, wrong codes, recovery codes and failed confirmations', async () => {
    const admin = await signInAdministrator(test);
    const { username, password } = admin;
    const { secret, recoveryCodes } = await setUpSecondFactor(test, admin);
    const [recoveryCode = ''] = recoveryCodes;
    expect(await kinds()).toEqual([
      'administrator_created',
      'sign_in_succeeded',
      'second_factor_setup_started',
      'second_factor_enabled',
    ]);
    await signInAs({ username, password: 'wrong' });
    await signInAs({ username, password });
    await signInAs({ username, password, code: getWrongCode(test, secret) });
    await signInAs({ username, password, code: recoveryCode });
    await signInAs({ username: 'unregistered', password });
    await test.call(beginSecondFactor, { body: { password: 'wrong' } }, as(admin));
    await test.call(renewRecoveryCodes, { body: { password, code: getWrongCode(test, secret) } }, as(admin));
    const events = await newEvents();
    expect(events).toMatchObject([
      { kind: 'sign_in_failed', accountKind: 'administrator', details: { reason: 'wrong_credentials' } },
      { kind: 'second_factor_requested', outcome: 'success', accountKind: 'administrator' },
      { kind: 'sign_in_failed', details: { reason: 'second_factor_wrong' } },
      { kind: 'recovery_code_used' },
      { kind: 'sign_in_succeeded', details: { method: 'password', second_factor: true } },
      { kind: 'sign_in_failed', accountId: null },
      { kind: 'password_check_failed', sessionId: expect.any(String) },
      { kind: 'second_factor_failed', sessionId: expect.any(String) },
    ]);
    const secrets = [password, secret, recoveryCode, getCurrentCode(test, secret), 'unregistered'];
    for (const text of secrets) expect(JSON.stringify(events)).not.toContain(text);
  });
});
