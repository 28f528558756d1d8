import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { DAY } from '#core/server/platform/clock.ts';
import { readProfile } from '#features/accounts/contract/profile.ts';
import { signIn } from '#features/accounts/contract/sign-in.ts';
import { users } from '#features/accounts/server/accounts.tables.ts';
import { findCustomerByEmail, startSession } from '#features/accounts/server/accounts.ts';
import { endCustomerSessions, readCustomer } from '#features/billing/contract/admin-endpoints.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { trackSecurityEvents } from '#tests/support/accounts/security-events.ts';
import { waitForLock } from '#tests/support/database/wait-for-lock.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
let token: string;

beforeAll(async () => {
  token = (await signInAdministrator(test)).access;
});

async function makeCustomer() {
  const customer = await signUpCustomer(test);
  const id = (await findCustomerByEmail(test.database.db, customer.email))?.id ?? '';
  return { ...customer, id };
}

const endSessions = (id: string, reason = 'Lost phone') =>
  test.call(endCustomerSessions, { params: { id }, body: { reason } }, { token });
const countSessions = async (id: string): Promise<number> =>
  (await test.call(readCustomer, { params: { id } }, { token })).body.active_sessions;
const isSignedIn = async (access: string) =>
  (await test.call(readProfile, {}, { token: access })).status === 200;

describe('revoking all sessions of a customer', () => {
  it('ends every session of a customer immediately, and none of another customer', async () => {
    const customer = await makeCustomer();
    const other = await makeCustomer();
    const { email, password } = customer;
    const { body: phone } = await test.call(signIn, { body: { email, password } });
    expect(await countSessions(customer.id)).toBe(2);

    expect((await endSessions(customer.id)).status).toBe(204);
    for (const { access, refresh } of [customer, phone.tokens]) {
      expect(await isSignedIn(access)).toBe(false);
      expect((await test.call(refreshTokens, { body: { refresh } })).status).toBe(401);
    }
    expect(await countSessions(customer.id)).toBe(0);
    expect(await isSignedIn(other.access)).toBe(true);
  });

  it('succeeds without sessions and lets the customer sign in again', async () => {
    const { id, email, password } = await makeCustomer();
    await endSessions(id);
    expect((await endSessions(id)).status).toBe(204);
    expect((await test.call(signIn, { body: { email, password } })).status).toBe(200);
    expect(await countSessions(id)).toBe(1);
  });

  it.each([`${'x'.repeat(499)}😀`, 'half a pair: \ud83d'])(
    'accepts any reason that is short enough: %j',
    async (reason) => {
      const { id } = await makeCustomer();
      expect((await endSessions(id, reason)).status).toBeLessThan(500);
    },
  );

  it('ends the session of a concurrent sign-in', async () => {
    const { id } = await makeCustomer();
    const account = { accountKind: 'customer', accountId: id, userAgent: null } as const;
    let ending: Promise<{ status: number }> | undefined;
    await test.database.transaction(async (tx) => {
      // Google sign-in takes this lock, the weakest of all sign-ins.
      await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('key share');
      ending = endSessions(id);
      await Promise.race([ending, waitForLock(test.database)]);
      await startSession(tx, account, {
        secrets: { current: 'x'.repeat(32), accepted: [] },
        now: test.clock.now(),
        events: { record: async () => {} },
        method: 'password',
      });
    });
    expect((await ending)?.status).toBe(204);
    expect(await countSessions(id)).toBe(0);
  });

  it('records the administrator, the customer and the reason', async () => {
    const { id } = await makeCustomer();
    const newEvents = trackSecurityEvents(test);
    await newEvents();
    await endSessions(id, 'Reported as stolen');
    expect(await newEvents()).toMatchObject([
      {
        kind: 'sessions_revoked',
        accountKind: 'administrator',
        targetType: 'customer',
        targetId: id,
        details: { scope: 'all', note: 'Reported as stolen' },
      },
    ]);
  });

  it('does not count expired sessions', async () => {
    const { id } = await makeCustomer();
    test.clock.advance(15 * DAY);
    token = (await signInAdministrator(test)).access;
    expect(await countSessions(id)).toBe(0);
  });

  it.each([
    ['a missing reason', {}, { reason: ['This field is required.'] }],
    ['a blank reason', { reason: ' ' }, { reason: ['This field may not be blank.'] }],
    [
      'a reason that is too long',
      { reason: 'x'.repeat(501) },
      { reason: ['Ensure this field has no more than 500 characters.'] },
    ],
  ])('rejects %s', async (_, body, errors) => {
    const { id, access } = await makeCustomer();
    const response = await test.call(
      endCustomerSessions,
      { params: { id }, body: body as { reason: string } },
      { token },
    );
    expect(response).toMatchObject({ status: 400, body: errors });
    expect(await isSignedIn(access)).toBe(true);
  });

  it.each(['7d0f6a52-0000-4000-8000-000000000000', 'x'])('returns 404 for the customer %s', async (id) => {
    expect((await endSessions(id)).status).toBe(404);
  });

  it('forbids customers to revoke sessions', async () => {
    const { id, access } = await makeCustomer();
    const response = await test.call(
      endCustomerSessions,
      { params: { id }, body: { reason: 'Mine' } },
      { token: access },
    );
    expect(response.status).toBe(403);
    expect(await isSignedIn(access)).toBe(true);
  });
});
