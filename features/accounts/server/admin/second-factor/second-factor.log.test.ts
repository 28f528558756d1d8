import { expect, it, vi } from 'vitest';
import { removeSecondFactor, renewRecoveryCodes } from '#features/accounts/contract/admin/second-factor.ts';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { setUpSecondFactor } from '#tests/support/accounts/second-factor.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

it('logs changes of a second factor by account, without secrets', async () => {
  const info = vi.spyOn(test.logger, 'info');
  const warn = vi.spyOn(test.logger, 'warn');
  const admin = await signInAdministrator(test);
  const { username, password } = admin;
  const { secret, recoveryCodes } = await setUpSecondFactor(test, admin);
  const [first = '', second = ''] = recoveryCodes;
  await test.call(adminSignIn, { body: { username, password, code: first } });
  const renewed = await test.call(
    renewRecoveryCodes,
    { body: { password, code: second } },
    { token: admin.access },
  );
  const [third] = renewed.body.recovery_codes;
  await test.call(removeSecondFactor, { body: { password, code: third } }, { token: admin.access });

  const getEvents = (calls: unknown[][]) => calls.map(([line]) => (line as { event: string }).event);
  expect(getEvents(info.mock.calls)).toEqual([
    'sign_in_succeeded',
    'second_factor_setup_started',
    'second_factor_enabled',
    'sign_in_succeeded',
  ]);
  expect(getEvents(warn.mock.calls)).toEqual([
    'recovery_code_used',
    'recovery_code_used',
    'recovery_codes_replaced',
    'recovery_code_used',
    'second_factor_removed',
  ]);
  const { rows } = await test.database.pool.query('select id from administrators where username = $1', [
    username,
  ]);
  for (const [line, message] of [...info.mock.calls, ...warn.mock.calls]) {
    expect(line).toMatchObject({ accountKind: 'administrator', accountId: rows[0].id });
    expect(message).toBe('security event');
  }
  const logged = JSON.stringify([...info.mock.calls, ...warn.mock.calls]);
  for (const secretText of [password, secret, third, ...recoveryCodes])
    expect(logged).not.toContain(secretText);
});

it('logs a second factor that cannot be decrypted, and still accepts a recovery code', async () => {
  const error = vi.spyOn(test.logger, 'error');
  const admin = await signInAdministrator(test);
  const { recoveryCodes } = await setUpSecondFactor(test, admin);
  await test.database.pool.query("update administrators set totp_secret = 'x' where username = $1", [
    admin.username,
  ]);
  const { username, password } = admin;
  const signIn = (code = '') => test.call(adminSignIn, { body: { username, password, code } });
  expect((await signIn('123456')).body.code).toBe('second_factor_wrong');
  expect(error.mock.calls).toEqual([
    [{ administrator: username }, expect.stringMatching(/TOKEN_SECRET .*reset-second-factor/)],
  ]);
  expect((await signIn(recoveryCodes[0])).status).toBe(200);
});
