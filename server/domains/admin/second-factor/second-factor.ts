import { and, eq, isNotNull } from 'drizzle-orm';
import type { Dependencies } from '#server/dependencies.ts';
import { revokeSessionsOfAccount } from '#server/domains/accounts/accounts.ts';
import {
  type Administrator,
  consumeRecoveryCode,
  consumeTimeStep,
  deleteSecondFactor,
  findAdministratorByUsername,
} from '#server/domains/admin/admin.queries.ts';
import { administrators } from '#server/domains/admin/admin.tables.ts';
import type { Database, Queryable, Transaction } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import type { EventRecorder } from '#server/platform/security-events/security-event.ts';
import { recordOperatorEvent } from '#server/platform/security-events/store-event.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import type { TokenSecrets } from '#server/platform/token-secrets.ts';
import { decryptTotpSecret, findTimeStep, reencryptTotpSecret } from './totp.ts';

type RedeemContext = Pick<Dependencies, 'clock' | 'authenticatorClock' | 'logger' | 'tokenSecrets'> & {
  events: EventRecorder;
};

/**
 * Verifies and uses up a code of the administrator's confirmed authenticator, or an unused recovery code. A
 * rollback makes the code valid again.
 */
export async function redeemCode(
  tx: Transaction,
  administrator: Administrator,
  code: string,
  { clock, authenticatorClock = clock, logger, tokenSecrets, events }: RedeemContext,
): Promise<boolean> {
  const { id, username } = administrator;
  const digits = code.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(digits)) {
    const isRedeemed = await consumeRecoveryCode(tx, id, digits);
    if (isRedeemed)
      await events.record(tx, { kind: 'recovery_code_used', account: { kind: 'administrator', id } });
    return isRedeemed;
  }
  const secret = decryptTotpSecret(administrator.totpSecret ?? '', id, tokenSecrets);
  if (secret === null) {
    logger.error(
      { administrator: username },
      'second factor cannot be decrypted: TOKEN_SECRET has changed since it was set up; use a recovery code or `tezi admin reset-second-factor`',
    );
    return false;
  }
  const step = findTimeStep(secret, digits, authenticatorClock.now());
  return step !== null && (await consumeTimeStep(tx, id, step));
}

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

/**
 * Encrypts the secrets of authenticator apps with the current token secret, so that the one they were encrypted with can be
 * removed. Servers that start together may do so at the same time.
 */
export async function reencryptSecondFactors(db: Queryable, tokenSecrets: TokenSecrets): Promise<void> {
  const rows = await db
    .select({ id: administrators.id, stored: administrators.totpSecret })
    .from(administrators)
    .where(isNotNull(administrators.totpSecret));
  for (const { id, stored } of rows) {
    const totpSecret = reencryptTotpSecret(stored ?? '', id, tokenSecrets);
    if (totpSecret === null || stored === null) continue;
    // Unless it has changed since it was read.
    await db
      .update(administrators)
      .set({ totpSecret })
      .where(and(eq(administrators.id, id), eq(administrators.totpSecret, stored)));
  }
}
