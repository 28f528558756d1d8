import type { BillingExport } from '#contract/accounts/account-data.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

/** What else happens with an account: the accounts themselves know nothing of what is kept about customers elsewhere. */
export interface AccountHooks {
  /** A customer has just signed up, by password or with Google. */
  onRegistered(tx: Transaction, userId: string, now: Date): Promise<void>;
  /** A customer has just been removed; whatever this throws keeps them. */
  onDeleted(tx: Transaction, userId: string): Promise<void>;
  /** What belongs into their export besides the account. */
  exportBilling(db: Queryable, userId: string): Promise<BillingExport>;
}
