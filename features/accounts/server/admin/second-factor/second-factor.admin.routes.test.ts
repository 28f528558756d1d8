import { beforeEach, describe, expect, it } from 'vitest';
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '#features/accounts/contract/admin/second-factor.ts';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { listAdminSignals } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import {
  generateCode,
  getCurrentCode,
  getWrongCode,
  setUpSecondFactor,
} from '#tests/support/accounts/second-factor.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
let admin: Awaited<ReturnType<typeof signInAdministrator>>;
beforeEach(async () => {
  admin = await signInAdministrator(test);
});

const signedIn = () => ({ token: admin.access });
const status = async () => (await test.call(readSecondFactor, {}, signedIn())).body;
const begin = (password = admin.password) => test.call(beginSecondFactor, { body: { password } }, signedIn());
const confirm = (code: string) => test.call(confirmSecondFactor, { body: { code } }, signedIn());
const renew = (body: { password: string; code: string }) =>
  test.call(renewRecoveryCodes, { body }, signedIn());
const remove = (body: { password: string; code: string }) =>
  test.call(removeSecondFactor, { body }, signedIn());
const signIn = (code?: string) =>
  test.call(adminSignIn, {
    body: { username: admin.username, password: admin.password, ...(code ? { code } : {}) },
  });

const OFF = { enabled_at: null, recovery_codes_left: 0, is_required: false };
const WRONG_PASSWORD = { password: ['That password is incorrect.'] };

describe('setting up a second factor', () => {
  it('returns a secret for the app and its otpauth:// URI', async () => {
    const { status, body } = await begin();
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.uri).toBe(
      `otpauth://totp/Tezi:${admin.username}?issuer=Tezi&secret=${body.secret}&algorithm=SHA1&digits=6&period=30`,
    );
  });

  it('does not affect sign-ins before the setup is confirmed', async () => {
    await begin();
    expect(await status()).toEqual(OFF);
    expect((await signIn()).status).toBe(200);
  });

  it("enables the second factor with the app's code and returns ten recovery codes of 125 bits", async () => {
    const { body } = await begin();
    const confirmed = await confirm(getCurrentCode(test, body.secret));
    expect(confirmed.status).toBe(200);
    const codes: string[] = confirmed.body.recovery_codes;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){4}$/);
    expect(await status()).toEqual({
      enabled_at: test.clock.now().toISOString(),
      recovery_codes_left: 10,
      is_required: false,
    });
    expect((await signIn()).body.code).toBe('second_factor_required');
  });

  it('ends the other sessions of the administrator, and no others', async () => {
    const other = await signInAdministrator(test);
    const elsewhere = (await signIn()).body.tokens.access;
    await setUpSecondFactor(test, admin);
    const list = (token: string) => test.call(listAdminSignals, { query: {} }, { token });
    expect((await list(elsewhere)).status).toBe(401);
    expect((await list(admin.access)).status).toBe(200);
    expect((await list(other.access)).status).toBe(200);
  });

  it('rejects a setup with a wrong password or code and changes nothing', async () => {
    const wrong = await begin('not the password');
    expect({ status: wrong.status, body: wrong.body }).toEqual({ status: 400, body: WRONG_PASSWORD });
    const { body } = await begin();
    const rejected = await confirm(getWrongCode(test, body.secret));
    expect(rejected.status).toBe(400);
    expect(rejected.body).toEqual({
      code: [
        'That code is incorrect. Enter the newest code from your app, and check that the time on your phone is correct.',
      ],
    });
    expect(await status()).toEqual(OFF);
  });

  it('rejects a setup with missing fields', async () => {
    expect((await test.call(beginSecondFactor, { body: {} as never }, signedIn())).body).toEqual({
      password: ['This field is required.'],
    });
    expect((await test.call(confirmSecondFactor, { body: {} as never }, signedIn())).body).toEqual({
      code: ['This field is required.'],
    });
  });

  it('rejects the confirmation of a setup that was not started', async () => {
    const { status, body } = await confirm('123456');
    expect(status).toBe(400);
    expect(body).toEqual({ detail: 'There is no setup to confirm. Start again.' });
  });

  it('invalidates the previous secret when the setup is started again', async () => {
    const first = (await begin()).body.secret;
    const second = (await begin()).body.secret;
    expect((await confirm(getCurrentCode(test, first))).status).toBe(400);
    expect((await confirm(getCurrentCode(test, second))).status).toBe(200);
  });

  it('rejects a setup when a second factor is already enabled', async () => {
    const { secret, recoveryCodes } = await setUpSecondFactor(test, admin);
    const { status, body } = await begin();
    expect(status).toBe(400);
    expect(body).toEqual({ detail: 'A second factor is already set up. Remove it first.' });
    expect((await confirm(getCurrentCode(test, secret))).status).toBe(400);
    expect((await signIn(getCurrentCode(test, secret))).status).toBe(200);
    expect((await signIn(recoveryCodes[0])).status).toBe(200);
  });

  it('returns one set of recovery codes for simultaneous confirmations', async () => {
    const { secret } = (await begin()).body;
    const code = getCurrentCode(test, secret);
    const both = await Promise.all([confirm(code), confirm(code)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const given = both.find(({ status }) => status === 200)?.body.recovery_codes[0];
    expect((await signIn(given)).status).toBe(200);
  });
});

describe('the stored second factor', () => {
  it('stores neither the secret nor the recovery codes in plain text', async () => {
    const { secret, recoveryCodes } = await setUpSecondFactor(test, admin);
    const { rows } = await test.database.pool.query(
      'select a.*, c.* from administrators a join admin_recovery_codes c on c.administrator_id = a.id',
    );
    const stored = JSON.stringify(rows);
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
  });

  it("rejects an encrypted secret in another administrator's row", async () => {
    const { secret } = await setUpSecondFactor(test, admin);
    const thief = await signInAdministrator(test);
    await setUpSecondFactor(test, thief);
    await test.database.pool.query(
      `update administrators set totp_secret = (select totp_secret from administrators where username = $1) where username = $2`,
      [admin.username, thief.username],
    );
    const { username, password } = thief;
    const response = await test.call(adminSignIn, {
      body: { username, password, code: getCurrentCode(test, secret) },
    });
    expect(response.body.code).toBe('second_factor_wrong');
  });
});

describe('renewing recovery codes', () => {
  it('replaces the old recovery codes', async () => {
    const { secret, recoveryCodes } = await setUpSecondFactor(test, admin);
    const { status, body } = await renew({ password: admin.password, code: getCurrentCode(test, secret) });
    expect(status).toBe(200);
    expect(body.recovery_codes).toHaveLength(10);
    expect((await signIn(recoveryCodes[0])).status).toBe(401);
    expect((await signIn(body.recovery_codes[0])).status).toBe(200);
  });

  it('accepts a recovery code as confirmation', async () => {
    const { recoveryCodes } = await setUpSecondFactor(test, admin);
    const { body } = await renew({ password: admin.password, code: recoveryCodes[0] ?? '' });
    expect(body.recovery_codes).toHaveLength(10);
  });

  it('rejects new recovery codes with a wrong password, a wrong code or without a second factor', async () => {
    const none = await renew({ password: admin.password, code: '123456' });
    expect({ status: none.status, body: none.body }).toEqual({
      status: 400,
      body: { detail: 'No second factor is set up.' },
    });
    const { secret, recoveryCodes } = await setUpSecondFactor(test, admin);
    const wrong = await renew({ password: 'not the password', code: getCurrentCode(test, secret) });
    expect({ status: wrong.status, body: wrong.body }).toEqual({ status: 400, body: WRONG_PASSWORD });
    const code = await renew({ password: admin.password, code: getWrongCode(test, secret) });
    expect(code.status).toBe(400);
    expect(code.body.code).toHaveLength(1);
    expect((await signIn(recoveryCodes[0])).status).toBe(200);
  });
});

describe('removing the second factor', () => {
  it('lets the password alone sign in again and deletes the recovery codes', async () => {
    const { secret } = await setUpSecondFactor(test, admin);
    const removed = await remove({ password: admin.password, code: getCurrentCode(test, secret) });
    expect(removed.status).toBe(204);
    expect(await status()).toEqual(OFF);
    expect((await signIn()).status).toBe(200);
  });

  it('clears the verification in all sessions', async () => {
    const { secret } = await setUpSecondFactor(test, admin);
    await remove({ password: admin.password, code: getCurrentCode(test, secret) });
    const { rows } = await test.database.pool.query(
      'select 1 from sessions s join administrators a on a.id = s.account_id where a.username = $1 and s.second_factor_at is not null',
      [admin.username],
    );
    expect(rows).toEqual([]);
  });

  it('rejects the removal with a wrong password or code', async () => {
    const { secret } = await setUpSecondFactor(test, admin);
    const wrong = await remove({ password: 'not the password', code: getCurrentCode(test, secret) });
    expect({ status: wrong.status, body: wrong.body }).toEqual({ status: 400, body: WRONG_PASSWORD });
    expect((await remove({ password: admin.password, code: getWrongCode(test, secret) })).status).toBe(400);
    expect((await status()).enabled_at).not.toBeNull();
  });

  it('creates a new secret when the second factor is set up again', async () => {
    const { secret } = await setUpSecondFactor(test, admin);
    await remove({ password: admin.password, code: getCurrentCode(test, secret) });
    const again = await setUpSecondFactor(test, admin);
    expect(again.secret).not.toBe(secret);
    expect((await signIn(generateCode(secret, test.clock.now()))).status).toBe(401);
    expect((await signIn(getCurrentCode(test, again.secret))).status).toBe(200);
  });
});
