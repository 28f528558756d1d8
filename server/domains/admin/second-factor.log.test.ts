import { expect, it, vi } from 'vitest';
import { adminSignIn } from '#contract/admin.ts';
import { removeSecondFactor, renewRecoveryCodes } from '#contract/second-factor.ts';
import { signInAdministrator } from '#tests/support/people.ts';
import { setUpSecondFactor } from '#tests/support/second-factor.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

it('what happens to a second factor is logged by name, without any secret', async () => {
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

  const who = { administrator: username };
  expect(info.mock.calls).toEqual([[who, 'a second factor was set up']]);
  expect(warn.mock.calls).toEqual([
    [who, 'a recovery code was used'],
    [who, 'a recovery code was used'],
    [who, 'recovery codes were replaced'],
    [who, 'a recovery code was used'],
    [who, 'a second factor was removed'],
  ]);
  const logged = JSON.stringify([...info.mock.calls, ...warn.mock.calls]);
  for (const untold of [password, secret, third, ...recoveryCodes]) expect(logged).not.toContain(untold);
});

it('a second factor that cannot be read any more is logged, and a recovery code still signs in', async () => {
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
