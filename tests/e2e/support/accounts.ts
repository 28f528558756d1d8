import { randomBytes } from 'node:crypto';
import type { BrowserContextOptions } from '@playwright/test';
import { signOut } from '#contract/accounts/tokens.ts';
import { register } from '#contract/accounts/sign-in.ts';
import { adminSignIn } from '#contract/admin/sign-in.ts';
import type { EndpointInput, EndpointOutput, EndpointShape } from '#contract/endpoint.ts';
import { DEMO_ADMIN } from '#server/startup/public-passwords.ts';
import { callEndpoint } from '#web/api/call.ts';

/** Who reads: with `access` and `refresh` blank for a visitor. */
export interface Person {
  email: string;
  name: string;
  password: string;
  isAdmin: boolean;
  access: string;
  refresh: string;
}

export const VISITOR: Person = {
  email: '',
  name: '',
  password: '',
  isAdmin: false,
  access: '',
  refresh: '',
};

/** An e-mail address that no other test uses. */
export const uniqueEmail = () => `trader-${randomBytes(6).toString('hex')}@example.com`;

/** Makes a customer of one's own, without the browser. */
export async function makeCustomer(address: string, email = uniqueEmail()): Promise<Person> {
  const password = 'correct horse battery';
  const { tokens } = await call(address, register, {
    body: { first_name: 'Ayesha', last_name: 'Khan', email, password },
  });
  return { email, name: 'Ayesha Khan', password, isAdmin: false, ...tokens };
}

/** Signs the demo's administrator in, without the browser. */
export async function signInAdministrator(address: string): Promise<Person> {
  const { user, tokens } = await call(address, adminSignIn, { body: DEMO_ADMIN });
  const name = `${user.first_name} ${user.last_name}`.trim();
  return { email: user.email, name, password: DEMO_ADMIN.password, isAdmin: true, ...tokens };
}

/** Ends a sign-in as another device would: the browser under test is not told. */
export async function revokeElsewhere(address: string, person: Person): Promise<void> {
  await call(address, signOut, { body: { refresh_token: person.refresh } });
}

/** The browser's storage with that person signed in. */
export function storageOf(
  person: Person,
  address: string,
): NonNullable<BrowserContextOptions['storageState']> {
  if (person.access === '') return { cookies: [], origins: [] };
  const [firstName = '', lastName = ''] = person.name.split(' ');
  const user = {
    id: person.email || person.name,
    email: person.email,
    name: person.name,
    firstName,
    lastName,
    accessToken: person.access,
    ...(person.isAdmin ? { isAdmin: true } : {}),
  };
  const localStorage = [
    { name: 'user', value: JSON.stringify(user) },
    { name: 'access_token', value: person.access },
    { name: 'refresh_token', value: person.refresh },
  ];
  return { cookies: [], origins: [{ origin: address, localStorage }] };
}

/** Calls the API of the product at that address as whoever the access token belongs to. */
export function call<E extends EndpointShape>(
  address: string,
  endpoint: E,
  input: EndpointInput<E>,
  access = '',
): Promise<EndpointOutput<E>> {
  return callEndpoint(endpoint, input, (path, init) =>
    fetch(`${address}/api${path}`, {
      ...init,
      headers: { ...init.headers, ...(access ? { Authorization: `Bearer ${access}` } : {}) },
    }),
  );
}
