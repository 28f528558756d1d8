import {
  deleteGoogleAttempts,
  deleteSessionsOfAccount,
  deleteUser,
  type User,
} from '#server/domains/accounts/accounts.queries.ts';
import type { Transaction } from '#server/platform/database.ts';
import { queueEmail, removeEmailsTo } from '#server/platform/email/outbox.ts';
import type { AccountHooks } from './account-hooks.ts';

/**
 * Deletes a customer and everything that names them: sessions, links, mails not sent. What counts tries is keyed by
 * secrets that name nobody, and runs out. A last mail says that it was done; its row goes when it is out.
 */
export async function deleteCustomer(
  tx: Transaction,
  user: User,
  hooks: Pick<AccountHooks, 'onDeleted'>,
  now: Date,
): Promise<void> {
  await deleteGoogleAttempts(tx, user);
  // Before the sessions: a sign-in that holds the account puts its session down first, and none comes after.
  await deleteUser(tx, user.id);
  await hooks.onDeleted(tx, user.id);
  await deleteSessionsOfAccount(tx, { accountKind: 'customer', accountId: user.id });
  await removeEmailsTo(tx, user.email);
  await queueEmail(tx, { template: 'account-deleted', recipient: user.email }, now);
}
