import { expect, it } from 'vitest';
import { readSystem } from '#features/operations/contract/system.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ SIGNAL_APPROVAL: 'required' });

it('reports that no signal can be approved, until there is a second administrator', async () => {
  const { access: token } = await signInAdministrator(test);
  const isMissing = async () => (await test.call(readSystem, {}, { token })).body.is_approver_missing;
  expect(await isMissing()).toBe(true);
  await signInAdministrator(test);
  expect(await isMissing()).toBe(false);
});
