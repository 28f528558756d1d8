import { beforeAll, describe, expect, it } from 'vitest';
import { CSRF_COOKIE, CSRF_HEADER } from '#core/contract/api/csrf.ts';
import { type EndpointShape, getEndpointPath } from '#core/contract/endpoint.ts';
import { publishSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { fetchSubscriptions } from '#tests/support/billing/paddle-simulator.ts';
import { allEndpoints } from '#tests/support/endpoints/contract.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
let customer: Caller;
let administrator: Caller;

interface Caller {
  access: string;
  /** The CSRF token of the caller's forms. */
  csrf?: string;
}

beforeAll(async () => {
  const { access } = await signUpCustomer(test);
  customer = { access, csrf: (await fetchSubscriptions(test, access)).csrf };
  administrator = await signInAdministrator(test);
});

const withAccess = (...access: EndpointShape['access'][]) =>
  allEndpoints
    .filter((endpoint) => access.includes(endpoint.access))
    .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }));

const forAdministrators = withAccess('administrator', 'administrator-setting-up');

/** Calls an endpoint with blank input: access is checked before validation. */
async function callAs(caller: Caller | null, { method, path, params, body, isForm }: EndpointShape) {
  const response = await test.request({
    method,
    url: `/api${getEndpointPath({ path } as EndpointShape, params ? { id: '7d0f6a52-0000-4000-8000-000000000000', date: '2026-08-13' } : {})}`,
    headers: {
      ...(caller ? { authorization: `Bearer ${caller.access}` } : {}),
      ...(caller?.csrf ? { [CSRF_HEADER]: caller.csrf, cookie: `${CSRF_COOKIE}=${caller.csrf}` } : {}),
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(body ? { payload: isForm ? '' : {} } : {}),
  });
  return {
    status: response.statusCode,
    body: /json/.test(String(response.headers['content-type'])) ? response.json() : undefined,
    headers: response.headers,
  };
}

const NO_CREDENTIALS = { detail: 'Authentication credentials were not provided.' };
const NO_PERMISSION = { detail: 'You do not have permission to perform this action.' };
const INVALID_TOKEN = {
  detail: 'Given token not valid for any token type',
  code: 'token_not_valid',
  messages: [{ token_class: 'AccessToken', token_type: 'access', message: 'Token is invalid' }],
};

describe('an endpoint for administrators', () => {
  it('finds the endpoints for administrators', () => {
    expect(withAccess('administrator').map(({ endpoint }) => endpoint)).toContain(publishSignal);
  });

  it.each(forAdministrators)('$name rejects a visitor', async ({ endpoint }) => {
    const { status, body, headers } = await callAs(null, endpoint);
    expect({ status, body }).toEqual({ status: 401, body: NO_CREDENTIALS });
    expect(headers['www-authenticate']).toBe('Bearer realm="api"');
  });

  it.each(forAdministrators)('$name rejects a customer', async ({ endpoint }) => {
    const { status, body } = await callAs(customer, endpoint);
    expect({ status, body }).toEqual({ status: 403, body: NO_PERMISSION });
  });

  it.each(forAdministrators)('$name accepts an administrator', async ({ endpoint }) => {
    const { status } = await callAs(administrator, endpoint);
    expect([200, 400, 404]).toContain(status);
  });
});

describe('an endpoint for customers', () => {
  it.each(withAccess('customer'))('$name rejects a visitor', async ({ endpoint }) => {
    const { status, body } = await callAs(null, endpoint);
    expect({ status, body }).toEqual({ status: 401, body: NO_CREDENTIALS });
  });

  it.each(withAccess('customer'))('$name rejects an administrator', async ({ endpoint }) => {
    const { status, body } = await callAs(administrator, endpoint);
    expect({ status, body }).toEqual({ status: 403, body: NO_PERMISSION });
  });

  it.each(withAccess('customer'))('$name accepts a customer', async ({ endpoint }) => {
    const { status } = await callAs(customer, endpoint);
    // 409: nothing waits for the customer, such as a chat that can be confirmed.
    expect([200, 204, 400, 404, 409]).toContain(status);
  });

  it('serves endpoints for customers outside /admin/', () => {
    const misplaced = withAccess('customer').filter(({ endpoint }) => endpoint.path.startsWith('/admin/'));
    expect(misplaced).toEqual([]);
  });
});

describe('an invalid access token', () => {
  it.each(withAccess('anyone', 'customer', 'administrator', 'administrator-setting-up'))(
    'rejects an invalid access token: $name',
    async ({ endpoint }) => {
      const { status, body } = await callAs({ access: 'a.b.c' }, endpoint);
      expect({ status, body }).toEqual({ status: 401, body: INVALID_TOKEN });
    },
  );

  it.each(withAccess('open'))('ignores an invalid access token: $name', async ({ endpoint }) => {
    const { body } = await callAs({ access: 'a.b.c' }, endpoint);
    expect(body).not.toEqual(INVALID_TOKEN);
  });
});
