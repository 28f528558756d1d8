import { beforeAll, describe, expect, it } from 'vitest';
import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { getEndpointPath } from '#core/contract/endpoint.ts';
import { readSecondFactor, removeSecondFactor } from '#features/accounts/contract/admin/second-factor.ts';
import { adminSignIn } from '#features/accounts/contract/admin/sign-in.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { listAdminSignals } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { SIGNAL_TYPES } from '#features/signals/contract/signal-types.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { getCurrentCode, setUpSecondFactor } from '#tests/support/accounts/second-factor.ts';
import { allEndpoints } from '#tests/support/endpoints/contract.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ ADMIN_SECOND_FACTOR: 'required' });
let without: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  without = await signInAdministrator(test);
});

const REJECTED = { detail: 'Set up the second factor first.', code: 'second_factor_required' };
const adminEndpoints = allEndpoints
  .filter(({ access }) => access === 'administrator')
  .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }));

describe('an administrator without the required second factor', () => {
  it.each(adminEndpoints)(
    'rejects an administrator without the required second factor: $name',
    async ({ endpoint }) => {
      const response = await test.request({
        method: endpoint.method,
        url: `/api${getEndpointPath(endpoint, { id: '7d0f6a52-0000-4000-8000-000000000000' })}`,
        headers: { authorization: `Bearer ${without.access}` },
        ...(endpoint.body ? { payload: {} } : {}),
      });
      expect({ status: response.statusCode, body: response.json() }).toEqual({ status: 403, body: REJECTED });
    },
  );

  it.each(SIGNAL_TYPES)('rejects reading %s signals on the public endpoint', async (signal_type) => {
    const { status, body } = await test.call(
      listPsxSignals,
      { query: { signal_type } },
      { token: without.access },
    );
    expect({ status, body }).toEqual({ status: 403, body: REJECTED });
  });

  it('still rejects the administrator with new tokens', async () => {
    const admin = await signInAdministrator(test);
    const { body } = await test.call(refreshTokens, { body: { refresh: admin.refresh } });
    const list = await test.call(listAdminSignals, { query: {} }, { token: body.access });
    expect(list.status).toBe(403);
  });

  it('lets the administrator set up a second factor and continue in the same session', async () => {
    const admin = await signInAdministrator(test);
    const signedIn = { token: admin.access };
    const before = await test.call(readSecondFactor, {}, signedIn);
    expect(before.body).toEqual({ enabled_at: null, recovery_codes_left: 0, is_required: true });
    await setUpSecondFactor(test, admin);
    expect((await test.call(listAdminSignals, { query: {} }, signedIn)).status).toBe(200);
    const premium = await test.call(listPsxSignals, { query: { signal_type: 'swing' } }, signedIn);
    expect(premium.status).toBe(200);
  });
});

describe('an administrator with the required second factor', () => {
  it('accepts the admin endpoints after a sign-in with the second factor', async () => {
    const admin = await signInAdministrator(test);
    const { secret } = await setUpSecondFactor(test, admin);
    const { username, password } = admin;
    const { body } = await test.call(adminSignIn, {
      body: { username, password, code: getCurrentCode(test, secret) },
    });
    const list = await test.call(listAdminSignals, { query: {} }, { token: body.tokens.access });
    expect(list.status).toBe(200);
  });

  it('rejects the removal of a required second factor', async () => {
    const admin = await signInAdministrator(test);
    const { secret } = await setUpSecondFactor(test, admin);
    const { status, body } = await test.call(
      removeSecondFactor,
      { body: { password: admin.password, code: getCurrentCode(test, secret) } },
      { token: admin.access },
    );
    expect(status).toBe(403);
    expect(body).toEqual({
      detail:
        'A second factor is required and cannot be removed. To use another phone, ask the operator to reset it.',
    });
  });
});

it('does not require a second factor of customers', async () => {
  const { access } = await signUpCustomer(test);
  const { status } = await test.call(
    listPsxSignals,
    { query: { signal_type: 'intraday' } },
    { token: access },
  );
  expect(status).toBe(200);
});
