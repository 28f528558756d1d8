import type { Transaction } from '#server/platform/database.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';
import { mailedLinkEnded } from './accounts.errors.ts';
import { markEmailVerified } from './accounts.queries.ts';
import { redeemOneTimeToken } from './one-time-tokens.ts';

/** Has the mail sent that asks to verify an address; after the commit, wake the mailer. */
export function askToVerifyEmail(tx: Transaction, email: string, now: Date): Promise<void> {
  return queueMail(tx, { template: 'verify-email', recipient: email }, now);
}

/** Takes a mailed token as proof that the account's address is its owner's; throws `mailedLinkEnded`. */
export async function confirmEmail(tx: Transaction, token: string, now: Date): Promise<void> {
  const userId = await redeemOneTimeToken(tx, token, 'verify-email', now);
  if (userId === null) throw mailedLinkEnded();
  await markEmailVerified(tx, userId, now);
}
