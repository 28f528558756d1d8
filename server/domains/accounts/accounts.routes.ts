import { register, signIn } from '#contract/accounts.ts';
import { refreshTokens, signOut } from '#contract/sessions.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { refreshRefused } from './accounts.errors.ts';
import { hashPassword } from './password.ts';
import { registerCustomer } from './register-customer.ts';
import { endSession, refreshSession, startSession } from './sessions.ts';
import { checkCredentials, presentSignIn } from './sign-in.ts';

export function accountsRoutes(handle: Handle, { database, clock, tokenSecret: secret }: Dependencies): void {
  handle(signIn, async ({ body, userAgent }) => {
    const user = await checkCredentials(database, body);
    const account = { accountKind: 'customer', accountId: user.id, userAgent } as const;
    const tokens = await database.transaction((tx) =>
      startSession(tx, account, { secret, now: clock.now() }),
    );
    return presentSignIn(user, tokens);
  });

  handle(register, async ({ body, userAgent }) => {
    const passwordHash = await hashPassword(body.password);
    const person = { email: body.email, firstName: body.first_name, lastName: body.last_name, passwordHash };
    return database.transaction(async (tx) => {
      const now = clock.now();
      const user = await registerCustomer(tx, person, now);
      const account = { accountKind: 'customer', accountId: user.id, userAgent } as const;
      return presentSignIn(user, await startSession(tx, account, { secret, now }));
    });
  });

  handle(signOut, async ({ body }) => {
    await database.transaction((tx) => endSession(tx, body.refresh_token, clock.now()));
    return {};
  });

  handle(refreshTokens, async ({ body }) => {
    const outcome = await database.transaction((tx) =>
      refreshSession(tx, body.refresh, { secret, now: clock.now() }),
    );
    if ('refused' in outcome) throw refreshRefused(outcome.refused);
    return outcome.tokens;
  });
}
