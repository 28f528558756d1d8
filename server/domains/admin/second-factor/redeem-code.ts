import type { Dependencies } from '#server/dependencies.ts';
import type { Administrator } from '#server/domains/admin/admin.queries.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { EventRecorder } from '#server/platform/security-events/security-event.ts';
import { consumeRecoveryCode, consumeTimeStep } from './second-factor.queries.ts';
import { findTimeStep } from './totp.ts';
import { decryptTotpSecret } from './totp-secret.ts';

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
