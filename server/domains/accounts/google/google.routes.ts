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
import { popupRoutes } from './popup.routes.ts';
import { BROWSER_COOKIE, redeemTicket } from './redeem-ticket.ts';
import { signInWithGoogle } from './sign-in-with-google.ts';

/** Returns the redirect URI, which must be registered with Google exactly as it is. */
export const getGoogleRedirectUri = (publicUrl: string) => `${publicUrl}/api${GOOGLE_CALLBACK_PATH}`;

/** Serves sign-in with Google. `settings` is `null` if it is not configured. */
export function googleRoutes(
  api: FastifyInstance,
  handle: Handle,
  dependencies: Pick<Dependencies, 'config' | 'database' | 'clock' | 'tokenSecrets' | 'rateLimits' | 'fetch'>,
  settings: GoogleSettings | null,
  hooks: Pick<AccountHooks, 'onRegistered'>,
): void {
  const { config, database, clock, tokenSecrets: secrets } = dependencies;
  const google =
    settings &&
    createGoogleClient(settings, {
      redirectUri: getGoogleRedirectUri(config.publicUrl),
      // Reads the global `fetch` on every call, so that tests can replace it.
      fetch: dependencies.fetch ?? ((input, init) => fetch(input, init)),
    });
  popupRoutes(api, dependencies, google);

  const { rateLimits } = dependencies;
  handle(googleSignIn, async ({ body, cookies, userAgent, clientIp, events }) => {
    await rateLimits.countIp('googleAddress', clientIp);
    const now = clock.now();
    const outcome = await database.transaction(async (tx) => {
      const profile = await redeemTicket(tx, body.access_token, cookies.get(BROWSER_COOKIE), now);
      if (!profile) return invalidTicket();
      const signedIn = await signInWithGoogle(tx, profile, now);
      if ('rejected' in signedIn) return googleSignInRejected(signedIn.rejected);
      const { user, isNew, isNewlyLinked } = signedIn;
      const owner = { kind: 'customer', id: user.id } as const;
      const method = 'google';
      if (isNew) {
        await hooks.onRegistered(tx, user.id, now);
        await events.record(tx, { kind: 'account_created', account: owner, details: { method } });
      } else if (isNewlyLinked) {
        const details = { method, is_takeover: user.passwordHash === null } as const;
        await events.record(tx, { kind: 'google_linked', account: owner, details });
      }
      const account = { accountKind: 'customer', accountId: user.id, userAgent } as const;
      const tokens = await startSession(tx, account, { secrets, now, events, method });
      return presentSignIn(user, tokens, profile.id);
    });
    // The transaction returns rejections instead of throwing them, so that the ticket stays used.
    if (outcome instanceof HttpError) {
      await events.report({ kind: 'sign_in_failed', details: { method: 'google', reason: outcome.code } });
      throw outcome;
    }
    return outcome;
  });
}
