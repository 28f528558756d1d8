import type { DomainsExport } from '#contract/accounts/account-data.ts';
import { deleteGoogleAttempts, deleteUser, type User } from '#server/domains/accounts/accounts.queries.ts';
import { deleteSessionsOfAccount } from '#server/domains/accounts/sessions/sessions.queries.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { queueEmail, removeEmailsTo } from '#server/platform/email/outbox.ts';

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

/** Extension points for other domains, so that accounts do not depend on them. */
export interface AccountHooks {
  /** Called after a customer signs up, by password or with Google. */
  onRegistered(tx: Transaction, userId: string, now: Date): Promise<void>;
  /** Called when the owner recovers the account, by email or with Google: another user may have had it before. */
  onRecovered(tx: Transaction, userId: string): Promise<void>;
  /** Called after a customer is deleted. If it throws, the deletion is rolled back. */
  onDeleted(tx: Transaction, userId: string): Promise<void>;
  /** Returns what other domains store about the customer, for the account export. */
  exportData(db: Queryable, userId: string): Promise<DomainsExport>;
}
