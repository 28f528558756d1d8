import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { register } from '#features/accounts/contract/sign-in.ts';
import { createAdministrator } from '#features/accounts/server/admin/admin.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let counter = 0;

/** Signs up a new customer. Returns the email, the password and both tokens. */
export async function signUpCustomer(test: TestApp, customer: { email?: string; password?: string } = {}) {
  counter += 1;
  const email = customer.email ?? `customer-${counter}@example.com`;
  const password = customer.password ?? 'correct horse';
  const { body } = await test.call(register, {
    body: { first_name: 'Ayesha', last_name: 'Khan', email, password },
  });
  return { email, password, access: body.tokens.access as string, refresh: body.tokens.refresh as string };
}

/** Creates an administrator and signs in. */
export async function signInAdministrator(test: TestApp) {
  counter += 1;
  const username = `admin-${counter}`;
  const password = 'a long admin password';
  await createAdministrator(test.database, { username, password }, test.clock.now());
  const { body } = await test.call(adminSignIn, { body: { username, password } });
  return { username, password, access: body.tokens.access as string, refresh: body.tokens.refresh as string };
}
