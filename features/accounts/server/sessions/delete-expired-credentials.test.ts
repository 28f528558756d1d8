import { expect, it } from 'vitest';
import { signOut } from '#core/contract/accounts/tokens.ts';
import { DAY } from '#core/server/platform/clock.ts';
import { readProfile } from '#features/accounts/contract/profile.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { deleteExpiredCredentials } from './session-lifetimes.ts';

const test = useTestApp();

const count = async (table: string) =>
  Number((await test.database.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

it('deletes ended sessions with their tokens after 30 days, and no active session', async () => {
  const ended = await signUpCustomer(test);
  await test.call(signOut, { body: { refresh_token: ended.refresh } });
  const active = await signUpCustomer(test);
  await deleteExpiredCredentials(test.database.db, test.clock.now());
  expect(await count('sessions')).toBe(2);
  expect((await test.call(readProfile, {}, { token: active.access })).status).toBe(200);

  test.clock.advance(31 * DAY);
  await deleteExpiredCredentials(test.database.db, test.clock.now());
  // The other session has expired from inactivity and is retained for 30 days.
  expect(await count('sessions')).toBe(1);
  expect(await count('refresh_tokens')).toBe(0);
  test.clock.advance(14 * DAY);
  await deleteExpiredCredentials(test.database.db, test.clock.now());
  expect(await count('sessions')).toBe(0);
});
