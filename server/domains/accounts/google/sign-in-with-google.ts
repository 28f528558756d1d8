import type { User } from '#server/domains/accounts/accounts.queries.ts';
import type { GoogleProfile } from '#server/domains/accounts/accounts.tables.ts';
import type { Transaction } from '#server/platform/database.ts';
import { queueEmail } from '#server/platform/email/outbox.ts';
import {
  insertGoogleUser,
  linkGoogle,
  lockUserByEmail,
  lockUserByGoogleId,
  takeOverAccount,
} from './linking.queries.ts';

export type GoogleSignInOutcome =
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
  if (!user) throw new Error('the account was deleted during the sign-in');
  return { user, isNew: false, isNewlyLinked: false };
}
