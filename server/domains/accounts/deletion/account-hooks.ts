import type { BillingExport } from '#contract/accounts/account-data.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

/** Extension points for other domains, so that accounts do not depend on them. */
export interface AccountHooks {
  /** Called after a customer signs up, by password or with Google. */
  onRegistered(tx: Transaction, userId: string, now: Date): Promise<void>;
  /** Called after a customer is deleted. If it throws, the deletion is rolled back. */
  onDeleted(tx: Transaction, userId: string): Promise<void>;
  /** Returns the customer's billing data for the account export. */
  exportBilling(db: Queryable, userId: string): Promise<BillingExport>;
}
