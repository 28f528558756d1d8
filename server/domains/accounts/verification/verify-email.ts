import { invalidEmailLink, usedEmailLink } from '#server/domains/accounts/accounts.errors.ts';
import { markEmailVerified } from '#server/domains/accounts/accounts.queries.ts';
import type { Transaction } from '#server/platform/database.ts';
import { queueEmail } from '#server/platform/email/outbox.ts';
import { isUsedOneTimeToken, redeemOneTimeToken } from './one-time-tokens.ts';

export function queueVerificationEmail(tx: Transaction, email: string): Promise<void> {
  return queueEmail(tx, { template: 'verify-email', recipient: email });
}

/**
 * Marks the email of a token's account as verified. Returns the account's id; throws `usedEmailLink` or `invalidEmailLink`.
 */
export async function markEmailAsVerified(tx: Transaction, token: string, now: Date): Promise<string> {
  const userId = await redeemOneTimeToken(tx, token, 'verify-email', now);
  if (userId === null) {
    throw (await isUsedOneTimeToken(tx, token, 'verify-email')) ? usedEmailLink() : invalidEmailLink();
  }
  await markEmailVerified(tx, userId, now);
  return userId;
}
