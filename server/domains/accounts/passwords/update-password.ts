import { wrongCurrentPassword } from '#server/domains/accounts/accounts.errors.ts';
import {
  deleteOneTimeTokens,
  replacePassword,
  revokeSessionsOfAccount,
  type User,
} from '#server/domains/accounts/accounts.queries.ts';
import type { Transaction } from '#server/platform/database.ts';
import { queueEmail } from '#server/platform/email/outbox.ts';

/**
 * Sets a new password in place of the one that `user` was read with, ends every session and every link for a new
 * password, and tells the customer by mail. Throws `wrongCurrentPassword` when another call was quicker.
 */
export async function setPassword(tx: Transaction, user: User, newHash: string, now: Date): Promise<void> {
  if (!(await replacePassword(tx, user, newHash))) throw wrongCurrentPassword();
  await revokeSessionsOfAccount(tx, { accountKind: 'customer', accountId: user.id }, now);
  await deleteOneTimeTokens(tx, user.id, 'password-reset');
  await queueEmail(tx, { template: 'password-changed', recipient: user.email }, now);
}
