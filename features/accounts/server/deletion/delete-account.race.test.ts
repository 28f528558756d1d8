import { describe, expect, it } from 'vitest';
import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { deleteAccount } from '#features/accounts/contract/account-data.ts';
import {
  deleteUser,
  findUserByEmail,
  lockIfPasswordUnchanged,
  type User,
} from '#features/accounts/server/accounts.queries.ts';
import type { GoogleProfile } from '#features/accounts/server/accounts.tables.ts';
import { signInWithGoogle } from '#features/accounts/server/google/google.routes.ts';
import { deleteSessionsOfAccount } from '#features/accounts/server/sessions/sessions.queries.ts';
import { startSession } from '#features/accounts/server/sessions/sessions.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { waitForLock } from '#tests/support/database/wait-for-lock.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

describe('deleting an account during a sign-in', () => {
  it('leaves no session after a sign-in by password', async () => {
    const customer = await signUpCustomer(test);
    const user = await findExistingUser(customer.email);
    await whileSigningIn(user, customer, async (tx) => void (await lockIfPasswordUnchanged(tx, user)));
    expect(await countSessions(user)).toBe(0);
  });

  it('leaves no session after a sign-in with Google', async () => {
    const customer = await signUpCustomer(test);
    const { id } = await findExistingUser(customer.email);
    await test.database.pool.query("update users set google_id = 'google-1' where id = $1", [id]);
    const user = await findExistingUser(customer.email);
    const profile: GoogleProfile = {
      id: 'google-1',
      email: user.email,
      isEmailVerified: true,
      firstName: 'Ayesha',
      lastName: 'Khan',
      isEmailAuthoritative: true,
    };
    await whileSigningIn(
      user,
      customer,
      async (tx) => void (await signInWithGoogle(tx, profile, test.clock.now())),
    );
    expect(await countSessions(user)).toBe(0);
  });
});

describe('deleting an account during a token refresh', () => {
  it('deletes the account and its session without a deadlock', async () => {
    const customer = await signUpCustomer(test);
    const { id } = await findExistingUser(customer.email);
    let refreshing: Promise<{ status: number }> | undefined;
    await test.database.transaction(async (tx) => {
      await deleteUser(tx, id);
      refreshing = test.call(refreshTokens, { body: { refresh: customer.refresh } });
      await waitForLock(test.database);
      await deleteSessionsOfAccount(tx, { accountKind: 'customer', accountId: id });
    });
    expect((await refreshing)?.status).toBe(401);
  });
});

type SignIn = (tx: Parameters<typeof lockIfPasswordUnchanged>[0]) => Promise<void>;

/** Deletes the account while a sign-in has found it but not yet stored its session. */
async function whileSigningIn(
  user: User,
  { access, password }: { access: string; password: string },
  signIn: SignIn,
): Promise<void> {
  const now = test.clock.now();
  let deleting: Promise<{ status: number }> | undefined;
  await test.database.transaction(async (tx) => {
    await signIn(tx);
    deleting = test.call(deleteAccount, { body: { password } }, { token: access });
    await Promise.race([deleting, waitForLock(test.database)]);
    const account = { accountKind: 'customer', accountId: user.id, userAgent: 'late' } as const;
    await startSession(tx, account, {
      secrets: { current: 'x'.repeat(32), accepted: [] },
      now,
      events: { record: async () => {} },
      method: 'password',
    });
  });
  expect((await deleting)?.status).toBe(200);
}

async function findExistingUser(email: string): Promise<User> {
  const user = await findUserByEmail(test.database.db, email);
  if (!user) throw new Error(`no user with the email ${email}`);
  return user;
}

async function countSessions({ id }: User): Promise<number> {
  const { rows } = await test.database.pool.query('select 1 from sessions where account_id = $1', [id]);
  return rows.length;
}
