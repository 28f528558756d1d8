import { describe, expect, it } from 'vitest';
import { refreshTokens } from '#core/contract/accounts/tokens.ts';
import { listAdminSignals } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { listAdministrators, removeAdministrator } from './admin.ts';

const test = useTestApp();

describe('removing an administrator', () => {
  it('ends the sessions of the removed administrator', async () => {
    const { username, access, refresh } = await signInAdministrator(test);
    expect((await test.call(listAdminSignals, { query: {} }, { token: access })).status).toBe(200);
    expect(
      await test.database.transaction((tx) => removeAdministrator(tx, username.toUpperCase())),
    ).not.toBeNull();
    expect((await test.call(listAdminSignals, { query: {} }, { token: access })).status).toBe(401);
    expect((await test.call(refreshTokens, { body: { refresh } })).status).toBe(401);
  });

  it('returns null for a username that does not exist and leaves the others signed in', async () => {
    const { username, access } = await signInAdministrator(test);
    expect(await test.database.transaction((tx) => removeAdministrator(tx, 'unregistered'))).toBeNull();
    expect((await listAdministrators(test.database.db)).map((one) => one.username)).toContain(username);
    expect((await test.call(listAdminSignals, { query: {} }, { token: access })).status).toBe(200);
  });
});
