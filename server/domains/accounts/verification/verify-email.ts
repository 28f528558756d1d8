import { invalidEmailLink } from '#server/domains/accounts/accounts.errors.ts';
import { markEmailVerified } from '#server/domains/accounts/accounts.queries.ts';
import type { Transaction } from '#server/platform/database.ts';
import { queueEmail } from '#server/platform/email/outbox.ts';
import { redeemOneTimeToken } from './one-time-tokens.ts';

/** Has the mail sent that asks to verify an address; after the commit, wake the mailer. */
export function queueVerificationEmail(tx: Transaction, email: string, now: Date): Promise<void> {
  return queueEmail(tx, { template: 'verify-email', recipient: email }, now);
}

/** Takes an emailed token as proof that the email is the account owner's. Returns the account's id; throws `mailedLinkEnded`. */
export async function markEmailAsVerified(tx: Transaction, token: string, now: Date): Promise<string> {
  const userId = await redeemOneTimeToken(tx, token, 'verify-email', now);
  if (userId === null) throw invalidEmailLink();
  await markEmailVerified(tx, userId, now);
  return userId;
}
