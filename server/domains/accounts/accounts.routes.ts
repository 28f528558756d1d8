import { register, signIn } from '#contract/accounts.ts';
import { refreshTokens, signOut } from '#contract/sessions.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { createLimits } from '#server/http/limits.ts';
import type { AccountHooks } from './account-hooks.ts';
import { refreshRefused, wrongCredentials } from './accounts.errors.ts';
import { lockUser } from './accounts.queries.ts';
import { failuresSubject, knownDevice, rememberDevice } from './known-device.ts';
import { hashPassword } from './password.ts';
import { rejectGuessablePassword } from './password-policy.ts';
import { registerCustomer } from './register-customer.ts';
import { endSession, refreshSession, sessionOfToken, startSession } from './sessions.ts';
import { checkCredentials, presentSignIn } from './sign-in.ts';
import { askToVerifyEmail } from './verify-email.ts';

/** Signing up, in and out, and staying signed in. */
export function accountsRoutes(
  handle: Handle,
  dependencies: Dependencies,
  hooks: Pick<AccountHooks, 'onRegistered'>,
): void {
  const { database, clock, logger, mailer, tokenSecret: secret } = dependencies;
  const limits = createLimits(dependencies);

  handle(signIn, async ({ body, userAgent, clientIp, cookies }) => {
    await limits.countAddress('signInAddress', clientIp);
    const device = knownDevice(cookies, body.email, secret);
    const failures = limits.failures('signInAccount', failuresSubject(body.email, device));
    const user = await checkCredentials(database, body, failures);

    const account = { accountKind: 'customer', accountId: user.id, userAgent } as const;
    const tokens = await database.transaction(async (tx) => {
      // A password that was changed while this one was being checked opens nothing.
      if (!(await lockUser(tx, user))) throw wrongCredentials();
      return startSession(tx, account, { secret, now: clock.now() });
    });
    rememberDevice(cookies, user.email, secret);
    return presentSignIn(user, tokens);
  });

  handle(register, async ({ body, userAgent, clientIp, cookies }) => {
    await limits.countAddress('signUpAddress', clientIp);
    const profile = { email: body.email, firstName: body.first_name, lastName: body.last_name };
    rejectGuessablePassword(body.password, profile, 'password');
    const person = { ...profile, passwordHash: await hashPassword(body.password) };
    const signedIn = await database.transaction(async (tx) => {
      const now = clock.now();
      const user = await registerCustomer(tx, person, now);
      await limits.count('signUpAccount', user.email, tx);
      await hooks.onRegistered(tx, user.id, now);
      await askToVerifyEmail(tx, user.email, now);
      const account = { accountKind: 'customer', accountId: user.id, userAgent } as const;
      return presentSignIn(user, await startSession(tx, account, { secret, now }));
    });
    mailer.wake();
    rememberDevice(cookies, body.email, secret);
    return signedIn;
  });

  handle(signOut, async ({ body }) => {
    await database.transaction((tx) => endSession(tx, body.refresh_token, clock.now()));
    return {};
  });

  handle(refreshTokens, async ({ body }) => {
    const sessionId = await sessionOfToken(database.read, body.refresh);
    if (sessionId) await limits.count('refreshSession', sessionId);
    const outcome = await database.transaction((tx) =>
      refreshSession(tx, body.refresh, { secret, now: clock.now() }),
    );
    if ('refused' in outcome && outcome.refused === 'reused') {
      logger.warn(
        { sessionId },
        'a refresh token was used again: somebody has copied it, and its session has ended',
      );
    }
    if ('refused' in outcome) throw refreshRefused(outcome.refused);
    return outcome.tokens;
  });
}
