import type { Transaction } from '#core/server/platform/database.ts';
import { queueEmail } from '#core/server/platform/email/outbox.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { GOOGLE_CALLBACK_PATH, googleSignIn } from '#features/accounts/contract/google.ts';
import type { User } from '#features/accounts/server/accounts.queries.ts';
import type { GoogleProfile } from '#features/accounts/server/accounts.tables.ts';
import type { AccountHooks } from '#features/accounts/server/deletion/delete-account.ts';
import { startSession } from '#features/accounts/server/sessions/sessions.ts';
import { presentSignIn, queueSignInAlert } from '#features/accounts/server/sign-in/sign-in.ts';
import {
  getTrustedDevice,
  toTrustingAccount,
  trustDevice,
} from '#features/accounts/server/sign-in/trusted-device.ts';
import {
  insertGoogleUser,
  linkGoogle,
  lockUserByEmail,
  lockUserByGoogleId,
  takeOverAccount,
} from './google.queries.ts';
import {
  createGoogleClient,
  type GoogleSettings,
  googleSignInRejected,
  invalidTicket,
} from './google-client.ts';
import { popupRoutes } from './popup.routes.ts';
import { BROWSER_COOKIE, redeemTicket } from './sign-in-attempt.ts';

/** Returns the redirect URI, which must be registered with Google exactly as it is. */
export const getGoogleRedirectUri = (publicUrl: string) => `${publicUrl}/api${GOOGLE_CALLBACK_PATH}`;

/** Serves sign-in with Google. `settings` is `null` if it is not configured. */
export function googleRoutes(
  dependencies: RouteDependencies,
  settings: GoogleSettings | null,
  hooks: Pick<AccountHooks, 'onRegistered' | 'onRecovered'>,
): void {
  const { api, handle, config, database, clock, tokenSecrets: secrets } = dependencies;
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
        if (details.is_takeover) await hooks.onRecovered(tx, user.id);
      }
      const account = { accountKind: 'customer', accountId: user.id, userAgent } as const;
      const trusting = toTrustingAccount(user);
      if (!isNew && getTrustedDevice(cookies, trusting, secrets) === null)
        await queueSignInAlert(tx, { userId: user.id, userAgent, now });
      trustDevice(cookies, trusting, secrets);
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

type GoogleSignInOutcome =
  | { user: User; isNew: boolean; isNewlyLinked: boolean }
  | { rejected: 'unverified' | 'has_account' };

/**
 * Finds, creates or links the account of a Google profile. Google's `id` identifies the account, because an
 * email can change hands. An existing account with the same email is linked only if Google is authoritative
 * for the email. If the email of that account was never verified, someone else may have registered it in
 * advance: linking then removes its password and ends its sessions.
 *
 * Returns rejections instead of throwing them, so that the used ticket is committed.
 */
export async function signInWithGoogle(
  tx: Transaction,
  profile: GoogleProfile,
  now: Date,
): Promise<GoogleSignInOutcome> {
  if (!profile.isEmailVerified) return { rejected: 'unverified' };
  const linked = await lockUserByGoogleId(tx, profile.id);
  if (linked) return { user: linked, isNew: false, isNewlyLinked: false };
  const created = await insertGoogleUser(tx, profile, now);
  if (created) return { user: created, isNew: true, isNewlyLinked: false };

  const existing = await lockUserByEmail(tx, profile.email);
  // A concurrent request created or linked this account.
  if (!existing || existing.googleId === profile.id) return signInToLinkedAccount(tx, profile);
  if (existing.googleId !== null || !profile.isEmailAuthoritative) return { rejected: 'has_account' };
  const user = existing.emailVerifiedAt
    ? await linkGoogle(tx, existing.id, profile.id)
    : await takeOverAccount(tx, existing.id, profile.id, now);
  const template = existing.emailVerifiedAt ? 'google-linked' : 'google-took-over';
  await queueEmail(tx, { template, recipient: user.email });
  return { user, isNew: false, isNewlyLinked: true };
}

async function signInToLinkedAccount(tx: Transaction, profile: GoogleProfile): Promise<GoogleSignInOutcome> {
  const user = await lockUserByGoogleId(tx, profile.id);
  // The account was deleted during the sign-in.
  if (!user) throw invalidTicket();
  return { user, isNew: false, isNewlyLinked: false };
}
