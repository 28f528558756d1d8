import { expect, it } from 'vitest';
import { exportAccount } from '#contract/accounts/account-data.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { GoogleBrowser, makeGoogleAccount, useGoogleApp } from '#tests/support/accounts/google.ts';

const test = useGoogleApp({ REGISTRATION_TRIAL_DAYS: '14' });

async function grantsAfter(form: Record<string, string>) {
  const { body } = await new GoogleBrowser(test).signIn(form);
  const response = await test.call(exportAccount, {}, { token: body.tokens.access });
  return response.body.premium_grants.map(({ reason }: { reason: string }) => reason);
}

it('gives premium to whoever signs up with Google, once', async () => {
  const person = makeGoogleAccount();
  expect(await grantsAfter(person)).toEqual(['Registration: 14 days of premium']);
  expect(await grantsAfter(person)).toEqual(['Registration: 14 days of premium']);
});

it('gives no more to an account that Google is linked to', async () => {
  const { email } = await signUpCustomer(test, { email: 'trial.taken@gmail.com' });
  expect(await grantsAfter(makeGoogleAccount({ email }))).toEqual(['Registration: 14 days of premium']);
});
