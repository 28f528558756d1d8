import { randomBytes } from 'node:crypto';
import { signOut } from '#core/contract/accounts/tokens.ts';
import type { EndpointInput, EndpointOutput, EndpointShape } from '#core/contract/endpoint.ts';
import { DEMO_ADMIN } from '#core/server/config/demo.ts';
import { callEndpoint } from '#core/web/api/call.ts';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { register } from '#features/accounts/contract/sign-in.ts';

/** A user of the browser. `access` and `refresh` are blank for a visitor. */
export interface TestUser {
  email: string;
  name: string;
  password: string;
  isAdmin: boolean;
  access: string;
  refresh: string;
}

export const VISITOR: TestUser = {
  email: '',
  name: '',
  password: '',
  isAdmin: false,
  access: '',
  refresh: '',
};

/** Returns an email address that no other test uses. */
export const makeUniqueEmail = () => `trader-${randomBytes(6).toString('hex')}@example.com`;

/** Registers a new customer through the API. */
export async function createCustomer(baseUrl: string, email = makeUniqueEmail()): Promise<TestUser> {
  const password = 'correct horse battery';
  const { tokens } = await call(baseUrl, register, {
    body: { first_name: 'Ayesha', last_name: 'Khan', email, password },
  });
  return { email, name: 'Ayesha Khan', password, isAdmin: false, ...tokens };
}

/** Signs in the demo's administrator through the API. */
export async function signInAdministrator(baseUrl: string): Promise<TestUser> {
  const { user, tokens } = await call(baseUrl, adminSignIn, { body: DEMO_ADMIN });
  const name = `${user.first_name} ${user.last_name}`.trim();
  return { email: user.email, name, password: DEMO_ADMIN.password, isAdmin: true, ...tokens };
}

/** Revokes a user's session as another device would: the browser under test is not notified. */
export async function revokeElsewhere(baseUrl: string, user: TestUser): Promise<void> {
  await call(baseUrl, signOut, { body: { refresh_token: user.refresh } });
}

/** Returns the browser storage with a user signed in, as Playwright's contexts take it. */
export function getStorageState(account: TestUser, baseUrl: string) {
  if (account.access === '') return { cookies: [], origins: [] };
  const [firstName = '', lastName = ''] = account.name.split(' ');
  const user = {
    id: account.email || account.name,
    email: account.email,
    name: account.name,
    firstName,
    lastName,
    accessToken: account.access,
    ...(account.isAdmin ? { isAdmin: true } : {}),
  };
  const localStorage = [
    { name: 'user', value: JSON.stringify(user) },
    { name: 'access_token', value: account.access },
    { name: 'refresh_token', value: account.refresh },
  ];
  return { cookies: [], origins: [{ origin: baseUrl, localStorage }] };
}

/** Calls the API of the product at `baseUrl`, with an access token if given. */
export function call<E extends EndpointShape>(
  baseUrl: string,
  endpoint: E,
  input: EndpointInput<E>,
  access = '',
): Promise<EndpointOutput<E>> {
  return callEndpoint(endpoint, input, (path, init) =>
    fetch(`${baseUrl}/api${path}`, {
      ...init,
      headers: { ...init.headers, ...(access ? { Authorization: `Bearer ${access}` } : {}) },
    }),
  );
}
