import { deleteGoogleAttempts, deleteUser, type User } from '#server/domains/accounts/accounts.queries.ts';
import { deleteSessionsOfAccount } from '#server/domains/accounts/sessions/sessions.queries.ts';
import type { Transaction } from '#server/platform/database.ts';
import { queueEmail, removeEmailsTo } from '#server/platform/email/outbox.ts';
import type { AccountHooks } from './account-hooks.ts';

/**
 * Deletes a customer and all personal data: sessions, email links and unsent emails. Rate limits stay until
 * they expire; their keys are hashes. A final email confirms the deletion; its job is deleted
 * soon after it was sent.
 */
export async function deleteCustomer(
  tx: Transaction,
  user: User,
  hooks: Pick<AccountHooks, 'onDeleted'>,
): Promise<void> {
  await deleteGoogleAttempts(tx, user);
  // Before the sessions: a concurrent sign-in locks the account, so it has either stored its session or finds no account.
  await deleteUser(tx, user.id);
  await hooks.onDeleted(tx, user.id);
  await deleteSessionsOfAccount(tx, { accountKind: 'customer', accountId: user.id });
  await removeEmailsTo(tx, user.email);
  await queueEmail(tx, { template: 'account-deleted', recipient: user.email });
}
