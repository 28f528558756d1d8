import { beforeAll, describe, expect, it } from 'vitest';
import { CSRF_COOKIE, CSRF_HEADER } from '#contract/csrf.ts';
import { type EndpointShape, endpointPath } from '#contract/endpoint.ts';
import { publishSignal } from '#contract/signals/admin-endpoints.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { ownList } from '#tests/support/billing/paddle-simulator.ts';
import { allEndpoints } from '#tests/support/contract.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
let customer: Person;
let administrator: Person;

interface Person {
  access: string;
  /** What their forms carry. */
  csrf?: string;
}

beforeAll(async () => {
  const { access } = await signUpCustomer(test);
  customer = { access, csrf: (await ownList(test, access)).csrf };
  administrator = await signInAdministrator(test);
});

const withAccess = (...access: EndpointShape['access'][]) =>
  allEndpoints
    .filter((endpoint) => access.includes(endpoint.access))
    .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }));

const forAdministrators = withAccess('administrator', 'administrator-setting-up');

/** Calls an endpoint with nothing that it asks for: who may call it is settled before that is looked at. */
async function callAs(who: Person | null, { method, path, params, body, isForm }: EndpointShape) {
  const answer = await test.request({
    method,
    url: `/api${endpointPath({ path } as EndpointShape, params ? { id: '7d0f6a52-0000-4000-8000-000000000000', date: '2026-08-13' } : {})}`,
    headers: {
      ...(who ? { authorization: `Bearer ${who.access}` } : {}),
      ...(who?.csrf ? { [CSRF_HEADER]: who.csrf, cookie: `${CSRF_COOKIE}=${who.csrf}` } : {}),
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(body ? { payload: isForm ? '' : {} } : {}),
  });
  return {
    status: answer.statusCode,
    body: answer.body === '' ? undefined : answer.json(),
    headers: answer.headers,
  };
}

const NO_CREDENTIALS = { detail: 'Authentication credentials were not provided.' };
const NO_PERMISSION = { detail: 'You do not have permission to perform this action.' };
const BAD_TOKEN = {
  detail: 'Given token not valid for any token type',
  code: 'token_not_valid',
  messages: [{ token_class: 'AccessToken', token_type: 'access', message: 'Token is invalid' }],
};

describe('an endpoint for administrators', () => {
  it('is found by itself', () => {
    expect(withAccess('administrator').map(({ endpoint }) => endpoint)).toContain(publishSignal);
  });

  it.each(forAdministrators)('$name refuses a visitor', async ({ endpoint }) => {
    const { status, body, headers } = await callAs(null, endpoint);
    expect({ status, body }).toEqual({ status: 401, body: NO_CREDENTIALS });
    expect(headers['www-authenticate']).toBe('Bearer realm="api"');
  });

  it.each(forAdministrators)('$name refuses a customer', async ({ endpoint }) => {
    const { status, body } = await callAs(customer, endpoint);
    expect({ status, body }).toEqual({ status: 403, body: NO_PERMISSION });
  });

  it.each(forAdministrators)('$name lets an administrator through', async ({ endpoint }) => {
    const { status } = await callAs(administrator, endpoint);
    expect([200, 400, 404]).toContain(status);
  });
});

describe('an endpoint for customers', () => {
  it.each(withAccess('customer'))('$name refuses a visitor', async ({ endpoint }) => {
    const { status, body } = await callAs(null, endpoint);
    expect({ status, body }).toEqual({ status: 401, body: NO_CREDENTIALS });
  });

  it.each(withAccess('customer'))('$name refuses an administrator', async ({ endpoint }) => {
    const { status, body } = await callAs(administrator, endpoint);
    expect({ status, body }).toEqual({ status: 403, body: NO_PERMISSION });
  });

  it.each(withAccess('customer'))('$name lets a customer through', async ({ endpoint }) => {
    const { status } = await callAs(customer, endpoint);
    expect([200, 204, 400, 404]).toContain(status);
  });

  it('is told from one for administrators', () => {
    const both = withAccess('customer').filter(({ endpoint }) => endpoint.path.startsWith('/admin/'));
    expect(both).toEqual([]);
  });
});

describe('a bad access token', () => {
  it.each(withAccess('anyone', 'customer', 'administrator', 'administrator-setting-up'))(
    'is refused by $name',
    async ({ endpoint }) => {
      const { status, body } = await callAs({ access: 'a.b.c' }, endpoint);
      expect({ status, body }).toEqual({ status: 401, body: BAD_TOKEN });
    },
  );

  it.each(withAccess('open'))('is not looked at by $name', async ({ endpoint }) => {
    const { body } = await callAs({ access: 'a.b.c' }, endpoint);
    expect(body).not.toEqual(BAD_TOKEN);
  });
});
