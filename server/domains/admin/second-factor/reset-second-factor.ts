import { revokeSessionsOfAccount } from '#server/domains/accounts/accounts.ts';
import { findAdministratorByUsername } from '#server/domains/admin/admin.queries.ts';
import type { Database } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { recordOperatorEvent } from '#server/platform/security-events/store-event.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { deleteSecondFactor } from './second-factor.queries.ts';

/**
 * Removes the second factor of an administrator who has lost the phone and the recovery codes, and ends all
 * their sessions. For the operator. Throws a `StartupError` if there is no such administrator.
 */
export async function resetSecondFactor(
  database: Database,
  username: string,
  { now, logger }: { now: Date; logger: Logger },
): Promise<void> {
  const administrator = await findAdministratorByUsername(database.db, username);
  if (!administrator) throw new StartupError(`There is no administrator named ${username}.`);
  await database.transaction(async (tx) => {
    await deleteSecondFactor(tx, administrator.id);
    const account = { accountKind: 'administrator', accountId: administrator.id } as const;
    await revokeSessionsOfAccount(tx, account, now);
    const target = { type: 'administrator', id: administrator.id };
    const details = { label: administrator.username, scope: 'all' } as const;
    await recordOperatorEvent(tx, { kind: 'second_factor_reset', target, details }, now);
  });
  logger.warn({ administrator: administrator.username }, 'second factor reset by the operator');
}
