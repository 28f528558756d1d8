import { expect, it } from 'vitest';
import { createLogger } from '#core/server/platform/logger.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { readSecondFactor } from '#features/accounts/contract/admin/second-factor.ts';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { setUpSecondFactor } from '#tests/support/accounts/second-factor.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { resetSecondFactor } from './second-factor.ts';

const test = useTestApp();
const reset = (username: string) =>
  resetSecondFactor(test.database, username, { now: test.clock.now(), logger: createLogger('silent') });

it('resetSecondFactor ends every session of the administrator and removes the second factor', async () => {
  const admin = await signInAdministrator(test);
  const other = await signInAdministrator(test);
  await setUpSecondFactor(test, admin);
  await setUpSecondFactor(test, other);
  await reset(admin.username.toUpperCase());
  const read = (administrator: { access: string }) =>
    test.call(readSecondFactor, {}, { token: administrator.access });
  expect((await read(admin)).status).toBe(401);
  expect((await read(other)).body).toMatchObject({ recovery_codes_left: 10 });

  const { username, password } = admin;
  const { status, body } = await test.call(adminSignIn, { body: { username, password } });
  expect(status).toBe(200);
  expect((await read(body.tokens)).body).toMatchObject({ enabled_at: null, recovery_codes_left: 0 });
});

it('resetSecondFactor rejects an unknown username', async () => {
  await expect(reset('unregistered')).rejects.toThrow(
    new StartupError('There is no administrator named unregistered.'),
  );
});
