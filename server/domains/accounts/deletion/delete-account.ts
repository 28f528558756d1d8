import {
  deleteGoogleAttemptsOf,
  deleteSessionsOfAccount,
  deleteUser,
  type User,
} from '#server/domains/accounts/accounts.queries.ts';
import type { Transaction } from '#server/platform/database.ts';
import { queueMail, removeMailsTo } from '#server/platform/email/outbox.ts';
import type { AccountHooks } from './account-hooks.ts';

/**
 * Deletes a customer and everything that names them: sessions, links, mails not sent. What counts tries is keyed by
 * secrets that name nobody, and runs out. A last mail says that it was done; its row goes when it is out.
 */
export async function removeCustomer(
  tx: Transaction,
  user: User,
  hooks: Pick<AccountHooks, 'onRemoved'>,
  now: Date,
): Promise<void> {
  await deleteGoogleAttemptsOf(tx, user);
  // Before the sessions: a sign-in that holds the account puts its session down first, and none comes after.
  await deleteUser(tx, user.id);
  await hooks.onRemoved(tx, user.id);
  await deleteSessionsOfAccount(tx, { accountKind: 'customer', accountId: user.id });
  await removeMailsTo(tx, user.email);
  await queueMail(tx, { template: 'account-deleted', recipient: user.email }, now);
}
