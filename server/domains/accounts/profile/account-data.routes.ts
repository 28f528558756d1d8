import { deleteAccount, exportAccount } from '#contract/accounts/account-data.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { accountNotFound } from '#server/domains/accounts/accounts.errors.ts';
import { findUser } from '#server/domains/accounts/accounts.queries.ts';
import type { AccountHooks } from '#server/domains/accounts/deletion/account-hooks.ts';
import { deleteCustomer } from '#server/domains/accounts/deletion/delete-account.ts';
import { BROWSER_COOKIE } from '#server/domains/accounts/google/redeem-ticket.ts';
import {
  confirmByGoogle,
  confirmByPassword,
  reportFailedConfirmation,
} from '#server/domains/accounts/passwords/confirm-identity.ts';
import { limitPasswordChecks } from '#server/domains/accounts/sign-in/failure-limits.ts';
import { removeTrustedDevice } from '#server/domains/accounts/sign-in/trusted-device.ts';
import type { Handle } from '#server/http/endpoints.ts';
import type { Transaction } from '#server/platform/database.ts';
import { buildAccountExport } from './export-account.ts';

/** Serves the export and the deletion of a customer's data. */
export function accountDataRoutes(
  handle: Handle,
  { database, clock, rateLimits }: Pick<Dependencies, 'database' | 'clock' | 'rateLimits'>,
  hooks: Pick<AccountHooks, 'onDeleted' | 'exportBilling'>,
): void {
  handle(exportAccount, async ({ caller, events }) => {
    await rateLimits.count('exportAccount', caller.userId);
    const account = await buildAccountExport(database.db, caller.userId, clock.now());
    if (!account) throw accountNotFound();
    await events.record(database.db, { kind: 'account_exported' });
    return { ...account, ...(await hooks.exportBilling(database.db, caller.userId)) };
  });

  handle(deleteAccount, async ({ caller, body, cookies, events }) => {
    const user = await findUser(database.db, caller.userId);
    if (!user) throw accountNotFound();
    const ticket = body.password === undefined ? body.access_token : undefined;
    if (ticket === undefined) {
      const failures = limitPasswordChecks(rateLimits, caller);
      await confirmByPassword(user, body.password ?? '', { failures, events });
    }
    const runDeletion = async (tx: Transaction) => {
      const now = clock.now();
      if (ticket !== undefined) {
        await confirmByGoogle(tx, user, { ticket, browserCookie: cookies.get(BROWSER_COOKIE) }, now);
      }
      await deleteCustomer(tx, user, hooks);
      await events.record(tx, { kind: 'account_deleted' });
    };
    await reportFailedConfirmation(events, () => database.transaction(runDeletion));
    removeTrustedDevice(cookies);
    return { message: 'Your account has been deleted.' };
  });
}
