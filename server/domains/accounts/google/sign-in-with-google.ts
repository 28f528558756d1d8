import type { User } from '#server/domains/accounts/accounts.queries.ts';
import type { GoogleProfile } from '#server/domains/accounts/accounts.tables.ts';
import type { Transaction } from '#server/platform/database.ts';
import { queueEmail } from '#server/platform/email/outbox.ts';
import {
  lockUserByGoogleId,
  insertGoogleUser,
  linkGoogle,
  lockUserByEmail,
  takeOverAccount,
} from './linking.queries.ts';

export type GoogleSignInOutcome =
  | { user: User; isNew: boolean; isMailQueued: boolean }
  | { rejected: 'unverified' | 'has_account' };

/**
 * The customer whom Google says that somebody is: known by Google's `id` alone, for an e-mail address may change hands.
 * An account with the same address is linked only when Google is authoritative for it. If nobody ever verified that
 * account's address, somebody else may have made it in wait for its owner: whoever has the password is then shut out.
 *
 * Never throws for a refusal: that the ticket is used must be committed.
 */
export async function signInWithGoogle(
  tx: Transaction,
  person: GoogleProfile,
  now: Date,
): Promise<GoogleSignInOutcome> {
  if (!person.isEmailVerified) return { rejected: 'unverified' };
  const known = await lockUserByGoogleId(tx, person.id);
  if (known) return { user: known, isNew: false, isMailQueued: false };
  const made = await insertGoogleUser(tx, person, now);
  if (made) return { user: made, isNew: true, isMailQueued: false };

  const local = await lockUserByEmail(tx, person.email);
  // Another call made or linked this very account in the meantime.
  if (!local || local.googleId === person.id) return signInToLinkedAccount(tx, person);
  if (local.googleId !== null || !person.isEmailAuthoritative) return { rejected: 'has_account' };
  const user = local.emailVerifiedAt
    ? await linkGoogle(tx, local.id, person.id)
    : await takeOverAccount(tx, local.id, person.id, now);
  const template = local.emailVerifiedAt ? 'google-linked' : 'google-took-over';
  await queueEmail(tx, { template, recipient: user.email }, now);
  return { user, isNew: false, isMailQueued: true };
}

async function signInToLinkedAccount(tx: Transaction, person: GoogleProfile): Promise<GoogleSignInOutcome> {
  const user = await lockUserByGoogleId(tx, person.id);
  if (!user) throw new Error('the account was removed while it was signed in to');
  return { user, isNew: false, isMailQueued: false };
}
