import type { Config } from '#core/server/config/config.ts';
import { DEMO_ADMIN } from '#core/server/config/demo.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { verifyPassword } from '#features/accounts/server/accounts.ts';
import { listAdministrators } from '#features/accounts/server/admin/admin.queries.ts';

/** Verifying a password takes as long as a sign-in, so each hash is verified once. */
const verified = new Map<string, boolean>();

/**
 * Returns the administrator that the demo offers: one with the public password, else the configured one, else any; `null` if there is
 * none. `password` is `null` unless it is the public one of the demo.
 */
export async function findDemoAdministrator(db: Queryable, { admin }: Pick<Config, 'admin'>) {
  const all = await listAdministrators(db);
  const configured = all.find(({ username }) => username.toLowerCase() === admin?.username.toLowerCase());
  // A configured password is not shown, even if it is the public one.
  const hidden = admin?.password === DEMO_ADMIN.password ? configured : null;
  for (const { username, passwordHash } of all)
    if (username !== hidden?.username && (await isPublic(passwordHash)))
      return { username, password: DEMO_ADMIN.password, passwordHash };
  const found = configured ?? all[0];
  return found ? { username: found.username, password: null, passwordHash: found.passwordHash } : null;
}

async function isPublic(passwordHash: string): Promise<boolean> {
  const isMatch = verified.get(passwordHash) ?? (await verifyPassword(DEMO_ADMIN.password, passwordHash));
  verified.set(passwordHash, isMatch);
  return isMatch;
}
