import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { listAdminSignals } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { getCurrentCode, getWrongCode, setUpSecondFactor } from '#tests/support/accounts/second-factor.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { hashRecoveryCode } from './second-factor/recovery-codes.ts';

const test = useTestApp();
let admin: Awaited<ReturnType<typeof signInAdministrator>>;
let factor: Awaited<ReturnType<typeof setUpSecondFactor>>;

beforeEach(async () => {
  admin = await signInAdministrator(test);
  factor = await setUpSecondFactor(test, admin);
});

const signIn = (code?: string, password = admin.password) =>
  test.call(adminSignIn, { body: { username: admin.username, password, ...(code ? { code } : {}) } });
const getStatus = async (code: string) => (await signIn(code)).status;

const WRONG = {
  detail:
    'That code is incorrect or has already been used. Enter the newest code from your app, or a recovery code.',
  code: 'second_factor_wrong',
};

describe('signing in with a second factor', () => {
  it("accepts the app's code", async () => {
    const { status, body } = await signIn(getCurrentCode(test, factor.secret));
    expect(status).toBe(200);
    const list = await test.call(listAdminSignals, { query: {} }, { token: body.tokens.access });
    expect(list.status).toBe(200);
  });

  it('requires the code after the correct password', async () => {
    const { status, body, headers } = await signIn();
    expect(status).toBe(401);
    expect(body).toEqual({
      detail: 'Enter the code of your authenticator app.',
      code: 'second_factor_required',
    });
    expect(headers['www-authenticate']).toBe('Bearer realm="api"');
  });

  it('does not reveal the second factor while the password is wrong', async () => {
    for (const code of [undefined, getCurrentCode(test, factor.secret), factor.recoveryCodes[0]]) {
      const { status, body } = await signIn(code, 'not the password');
      expect(status).toBe(401);
      expect(body).toEqual({ detail: 'No active account found with the given credentials' });
    }
    test.clock.advance(MINUTE);
    expect(await getStatus(factor.recoveryCodes[0] ?? '')).toBe(200);
  });

  it('rejects a wrong code', async () => {
    const { status, body } = await signIn(getWrongCode(test, factor.secret));
    expect({ status, body }).toEqual({ status: 401, body: WRONG });
  });

  it.each([
    ['blank', ' ', 'This field may not be blank.'],
    ['too long', '1'.repeat(65), 'Ensure this field has no more than 64 characters.'],
  ])('rejects a code that is %s', async (_, code, message) => {
    const { status, body } = await signIn(code);
    expect({ status, body }).toEqual({ status: 400, body: { code: [message] } });
  });

  it.each([-1, 0, 1])('accepts the code of a phone whose clock is off by %d steps of 30 s', async (steps) => {
    // The setup used the previous step.
    test.clock.advance(MINUTE);
    expect(await getStatus(getCurrentCode(test, factor.secret, steps))).toBe(200);
  });

  it.each([-2, 2])('rejects the code of a phone whose clock is off by %d steps', async (steps) => {
    test.clock.advance(2 * MINUTE);
    expect(await getStatus(getCurrentCode(test, factor.secret, steps))).toBe(401);
  });

  it('accepts a code with the space that apps show', async () => {
    const code = getCurrentCode(test, factor.secret);
    expect(await getStatus(`${code.slice(0, 3)} ${code.slice(3)}`)).toBe(200);
  });

  it('accepts a code once, and no older code afterwards', async () => {
    const code = getCurrentCode(test, factor.secret);
    const older = factor.usedCode;
    expect(await getStatus(older)).toBe(401);
    expect(await getStatus(code)).toBe(200);
    expect(await getStatus(code)).toBe(401);
    test.clock.advance(30 * SECOND);
    expect(await getStatus(code)).toBe(401);
    expect(await getStatus(getCurrentCode(test, factor.secret))).toBe(200);
  });

  it('accepts one of several simultaneous sign-ins with the same code', async () => {
    const code = getCurrentCode(test, factor.secret);
    const statuses = await Promise.all(Array.from({ length: 4 }, () => getStatus(code)));
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401]);
  });
});

describe('a recovery code', () => {
  it("accepts a recovery code once in place of the app's code", async () => {
    const code = factor.recoveryCodes[3] ?? '';
    expect(await getStatus(code)).toBe(200);
    const { status, body } = await signIn(code);
    expect({ status, body }).toEqual({ status: 401, body: WRONG });
    expect(await getStatus(factor.recoveryCodes[4] ?? '')).toBe(200);
  });

  it.each<[string, (code: string) => string]>([
    ['without dashes', (code) => code.replaceAll('-', '')],
    ['in upper case', (code) => code.toUpperCase()],
    ['with spaces', (code) => ` ${code.replaceAll('-', ' ')} `],
    ['with en dashes', (code) => code.replaceAll('-', ' – ')],
    ['with letters that look like its digits', (code) => code.replaceAll('0', 'O').replaceAll('1', 'l')],
  ])('accepts a recovery code %s', async (_, format) => {
    expect(await getStatus(format(factor.recoveryCodes[0] ?? ''))).toBe(200);
  });

  it('accepts a recovery code of 20 characters from an earlier release', async () => {
    const { rows } = await test.database.pool.query(
      `insert into admin_recovery_codes (hash, administrator_id)
       select $1, id from administrators where username = $2 returning hash`,
      [hashRecoveryCode('7k2m9-x4tpz-0a1bc-d3efg'), admin.username],
    );
    expect(rows).toHaveLength(1);
    expect(await getStatus('7K2M9 X4TPZ OALBC D3EFG')).toBe(200);
    expect(await getStatus('7K2M9 X4TPZ OALBC D3EFG')).toBe(401);
  });

  it('accepts a recovery code for one of several simultaneous sign-ins', async () => {
    const [code = ''] = factor.recoveryCodes;
    const statuses = await Promise.all(Array.from({ length: 4 }, () => getStatus(code)));
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401]);
  });

  it('rejects the recovery code of another administrator', async () => {
    const other = await setUpSecondFactor(test, await signInAdministrator(test));
    expect(await getStatus(other.recoveryCodes[0] ?? '')).toBe(401);
    expect(await getStatus(getCurrentCode(test, other.secret))).toBe(401);
  });
});
