import type { FastifyInstance } from 'fastify';
import { GOOGLE_CALLBACK_PATH, googleSignIn } from '#contract/accounts/google.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { AccountHooks } from '#server/domains/accounts/deletion/account-hooks.ts';
import { startSession } from '#server/domains/accounts/sessions/sessions.ts';
import { presentSignIn } from '#server/domains/accounts/sign-in/sign-in.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { googleSignInRejected, invalidTicket } from './google.errors.ts';
import { createGoogleClient, type GoogleSettings } from './google-client.ts';
import { BROWSER_COOKIE, redeemTicket } from './redeem-ticket.ts';
import { signInWithGoogle } from './sign-in-with-google.ts';
import { windowRoutes } from './window.routes.ts';

/** Where Google sends people back to; registered there to the letter. */
export const getGoogleRedirectUri = (publicUrl: string) => `${publicUrl}/api${GOOGLE_CALLBACK_PATH}`;

/** Sign-in with Google, `settings` saying who that is: `null` when it is not offered. */
export function googleRoutes(
  api: FastifyInstance,
  handle: Handle,
  dependencies: Pick<
    Dependencies,
    'config' | 'database' | 'clock' | 'mailer' | 'tokenSecret' | 'rateLimits' | 'fetch'
  >,
  settings: GoogleSettings | null,
  hooks: Pick<AccountHooks, 'onRegistered'>,
): void {
  const { config, database, clock, mailer, tokenSecret: secret } = dependencies;
  const google =
    settings &&
    createGoogleClient(settings, {
      redirectUri: getGoogleRedirectUri(config.publicUrl),
      // Looked up at every call, as `fetch` itself is.
      fetch: dependencies.fetch ?? ((input, init) => fetch(input, init)),
    });
  windowRoutes(api, dependencies, google);

  const { rateLimits } = dependencies;
  handle(googleSignIn, async ({ body, cookies, userAgent, clientIp, events }) => {
    await rateLimits.countIp('googleAddress', clientIp);
    const now = clock.now();
    const outcome = await database.transaction(async (tx) => {
      const person = await redeemTicket(tx, body.access_token, cookies.get(BROWSER_COOKIE), now);
      if (!person) return invalidTicket();
      const signedIn = await signInWithGoogle(tx, person, now);
      if ('rejected' in signedIn) return googleSignInRejected(signedIn.rejected);
      const { user, isNew, isMailQueued } = signedIn;
      const owner = { kind: 'customer', id: user.id } as const;
      const method = 'google';
      if (isNew) {
        await hooks.onRegistered(tx, user.id, now);
        await events.record(tx, { kind: 'account_created', account: owner, details: { method } });
      } else if (isMailQueued) {
        const details = { method, is_takeover: user.passwordHash === null } as const;
        await events.record(tx, { kind: 'google_linked', account: owner, details });
      }
      const account = { accountKind: 'customer', accountId: user.id, userAgent } as const;
      const tokens = await startSession(tx, account, { secret, now, events, method });
      return { isMailQueued, answer: presentSignIn(user, tokens, person.id) };
    });
    // A refusal comes out of the transaction as a value: that the ticket is used is committed.
    if (outcome instanceof HttpError) {
      await events.report({ kind: 'sign_in_failed', details: { method: 'google', reason: outcome.code } });
      throw outcome;
    }
    if (outcome.isMailQueued) mailer.wake();
    return outcome.answer;
  });
}
