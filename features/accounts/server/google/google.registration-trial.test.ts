import { expect, it } from 'vitest';
import { exportAccount } from '#features/accounts/contract/account-data.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { GoogleBrowser, makeGoogleAccount, useGoogleApp } from '#tests/support/accounts/google.ts';

const test = useGoogleApp({ REGISTRATION_TRIAL_DAYS: '14' });

async function listGrantsAfterSignIn(form: Record<string, string>) {
  const { body } = await new GoogleBrowser(test).signIn(form);
  const response = await test.call(exportAccount, {}, { token: body.tokens.access });
  return response.body.premium_grants.map(({ reason }: { reason: string }) => reason);
}

it('grants a registration trial once to a customer who signs up with Google', async () => {
  const account = makeGoogleAccount();
  expect(await listGrantsAfterSignIn(account)).toEqual(['Registration: 14 days of premium']);
  expect(await listGrantsAfterSignIn(account)).toEqual(['Registration: 14 days of premium']);
});

it('grants no second trial when Google is linked to an account', async () => {
  const { email } = await signUpCustomer(test, { email: 'trial.taken@gmail.com' });
  expect(await listGrantsAfterSignIn(makeGoogleAccount({ email }))).toEqual([
    'Registration: 14 days of premium',
  ]);
});
