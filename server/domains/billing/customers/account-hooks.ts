import type { Config } from '#server/config/config.ts';
import type { AccountHooks } from '#server/domains/accounts/accounts.ts';
import { grantForRegistration } from '#server/domains/billing/access/grants/grant-for-registration.ts';
import { assertAllCanceled, unlinkCustomer } from './account-deletion.ts';
import { exportBilling } from './export-billing.ts';

/**
 * Grants trial access at registration, checks and unlinks subscriptions at account deletion, and adds billing data to the
 * export.
 */
export function createBillingHooks({ billing }: Config): AccountHooks {
  return {
    onRegistered: (tx, userId, now) => grantForRegistration(tx, userId, billing.registrationTrialDays, now),
    async onDeleted(tx, userId) {
      await assertAllCanceled(tx, userId);
      await unlinkCustomer(tx, userId);
    },
    exportBilling: exportBilling,
  };
}
