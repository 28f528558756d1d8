import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { queueEmail, removeEmailsTo } from '#core/server/platform/email/outbox.ts';
import type { DomainsExport } from '#features/accounts/contract/account-data.ts';
import type { Access } from '#features/accounts/contract/passwords.ts';
import { deleteGoogleAttempts, deleteUser, type User } from '#features/accounts/server/accounts.queries.ts';
import { deleteSessionsOfAccount } from '#features/accounts/server/sessions/sessions.queries.ts';

/** Erases a customer. A final email confirms the deletion; its job is deleted soon after it was sent. */
export async function deleteCustomer(
  tx: Transaction,
  user: User,
  hooks: Pick<AccountHooks, 'onDeleted'>,
): Promise<void> {
  await eraseCustomer(tx, user, hooks);
  await queueEmail(tx, { template: 'account-deleted', recipient: user.email });
}

/**
 * Deletes a customer and all personal data: sessions, email links and unsent emails. Rate limits stay until
 * they expire; their keys are hashes.
 */
export async function eraseCustomer(
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
}

/** Extension points for other features, so that accounts do not depend on them. */
export interface AccountHooks {
  /** Called after a customer signs up, by password or with Google. */
  onRegistered(tx: Transaction, userId: string, now: Date): Promise<void>;
  /**
   * Called when the owner recovers the account, by email or with Google, or revokes all access with a new password: another user may
   * have had it before.
   */
  onRecovered(tx: Transaction, userId: string): Promise<void>;
  /** Returns the channels to which alerts are sent without a session. */
  listChannels(db: Queryable, userId: string): Promise<Access[]>;
  /** Called after a customer is deleted. If it throws, the deletion is rolled back. */
  onDeleted(tx: Transaction, userId: string): Promise<void>;
  /** Returns what other features store about the customer, for the account export. */
  exportData(db: Queryable, userId: string): Promise<DomainsExport>;
}
