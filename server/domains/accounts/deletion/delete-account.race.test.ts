import { describe, expect, inject, it } from 'vitest';
import { deleteAccount } from '#contract/accounts/account-data.ts';
import { refreshTokens } from '#contract/accounts/tokens.ts';
import {
  deleteSessionsOfAccount,
  deleteUser,
  findUserByEmail,
  lockIfPasswordUnchanged,
  type User,
} from '#server/domains/accounts/accounts.queries.ts';
import type { GoogleProfile } from '#server/domains/accounts/accounts.tables.ts';
import { signInWithGoogle } from '#server/domains/accounts/google/sign-in-with-google.ts';
import { startSession } from '#server/domains/accounts/sessions/sessions.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const isServer = inject('databaseTemplate').kind === 'server';

// The embedded database does one transaction after the other.
describe.runIf(isServer)('deleting the account while it is signed in to', () => {
  it('leaves no session, by password', async () => {
    const customer = await signUpCustomer(test);
    const user = await userOf(customer.email);
    await whileSigningIn(user, customer, async (tx) => void (await lockIfPasswordUnchanged(tx, user)));
    expect(await sessionsOf(user)).toBe(0);
  });

  it('leaves no session, by Google', async () => {
    const customer = await signUpCustomer(test);
    const { id } = await userOf(customer.email);
    await test.database.pool.query("update users set google_id = 'google-1' where id = $1", [id]);
    const user = await userOf(customer.email);
    const person: GoogleProfile = {
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
      async (tx) => void (await signInWithGoogle(tx, person, test.clock.now())),
    );
    expect(await sessionsOf(user)).toBe(0);
  });
});

describe.runIf(isServer)('deleting the account while it is refreshed', () => {
  it('ends the session, and neither waits for the other in vain', async () => {
    const customer = await signUpCustomer(test);
    const { id } = await userOf(customer.email);
    let refreshing: Promise<{ status: number }> | undefined;
    await test.database.transaction(async (tx) => {
      await deleteUser(tx, id);
      refreshing = test.call(refreshTokens, { body: { refresh: customer.refresh } });
      await somebodyWaits();
      await deleteSessionsOfAccount(tx, { accountKind: 'customer', accountId: id });
    });
    expect((await refreshing)?.status).toBe(401);
  });
});

type SignIn = (tx: Parameters<typeof lockIfPasswordUnchanged>[0]) => Promise<void>;

/** Deletes the account when a sign-in has found it and has not yet put its session down. */
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
    await Promise.race([deleting, somebodyWaits()]);
    const account = { accountKind: 'customer', accountId: user.id, userAgent: 'late' } as const;
    await startSession(tx, account, {
      secret: 'x'.repeat(32),
      now,
      events: { record: async () => {} },
      method: 'password',
    });
  });
  expect((await deleting)?.status).toBe(200);
}

/** Resolves when somebody waits for a lock in this test's database. */
async function somebodyWaits(): Promise<void> {
  const waiting =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  for (let count = 0; !count; ) count = (await test.database.pool.query(waiting)).rowCount ?? 0;
}

async function userOf(email: string): Promise<User> {
  const user = await findUserByEmail(test.database.db, email);
  if (!user) throw new Error(`there is no ${email}`);
  return user;
}

async function sessionsOf({ id }: User): Promise<number> {
  const { rows } = await test.database.pool.query('select 1 from sessions where account_id = $1', [id]);
  return rows.length;
}
