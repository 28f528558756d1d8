import type { Dependencies } from '#server/dependencies.ts';
import type { Administrator } from '#server/domains/admin/admin.queries.ts';
import type { Transaction } from '#server/platform/database.ts';
import type { EventRecorder } from '#server/platform/security-events/security-event.ts';
import { consumeRecoveryCode, consumeTimeStep } from './second-factor.queries.ts';
import { findTimeStep } from './totp.ts';
import { decryptTotpSecret } from './totp-secret.ts';

type RedeemContext = Pick<Dependencies, 'clock' | 'logger' | 'tokenSecret'> & { events: EventRecorder };

/**
 * Whether a code is one of the administrator's confirmed authenticator or a recovery code that is left. It works once:
 * the transaction that this is true in uses it up.
 */
export async function redeemCode(
  tx: Transaction,
  administrator: Administrator,
  code: string,
  { clock, logger, tokenSecret, events }: RedeemContext,
): Promise<boolean> {
  const { id, username } = administrator;
  const typed = code.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(typed)) {
    const isRedeemed = await consumeRecoveryCode(tx, id, typed);
    if (isRedeemed)
      await events.record(tx, { kind: 'recovery_code_used', account: { kind: 'administrator', id } });
    return isRedeemed;
  }
  const secret = decryptTotpSecret(administrator.totpSecret ?? '', id, tokenSecret);
  if (secret === null) {
    logger.error(
      { administrator: username },
      'a second factor cannot be read: TOKEN_SECRET is another than when it was set up; use a recovery code or `tezi admin reset-second-factor`',
    );
    return false;
  }
  const step = findTimeStep(secret, typed, clock.now());
  return step !== null && (await consumeTimeStep(tx, id, step));
}
