import { adminSignIn } from '#contract/admin.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { startSession, verifyPassword, wrongCredentials } from '#server/domains/accounts/accounts.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { findAdministrator } from './admin.queries.ts';

export function adminRoutes(handle: Handle, { database, clock, tokenSecret: secret }: Dependencies): void {
  handle(adminSignIn, async ({ body, userAgent }) => {
    const administrator = await findAdministrator(database.read, body.username);
    const isRight = await verifyPassword(body.password, administrator?.passwordHash ?? null);
    if (!administrator || !isRight) throw wrongCredentials();

    const account = { accountKind: 'administrator', accountId: administrator.id, userAgent } as const;
    const tokens = await database.transaction((tx) =>
      startSession(tx, account, { secret, now: clock.now() }),
    );
    return {
      user: {
        id: administrator.id,
        username: administrator.username,
        email: '',
        first_name: administrator.username,
        last_name: '',
        google_id: null,
        isAdmin: true as const,
      },
      tokens,
    };
  });
}
