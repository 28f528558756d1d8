import { and, eq, isNotNull } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { SECOND } from '#core/server/platform/clock.ts';
import type { Database, Queryable, Transaction } from '#core/server/platform/database.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import type { EventRecorder } from '#core/server/platform/security-events/security-event.ts';
import { recordOperatorEvent } from '#core/server/platform/security-events/store-event.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import {
  decryptSecret,
  encryptSecret,
  reencryptSecret,
  type SecretOwner,
} from '#core/server/platform/stored-secrets.ts';
import type { TokenSecrets } from '#core/server/platform/token-secrets.ts';
import type { Dependencies } from '#dependencies.ts';
import { revokeSessionsOfAccount } from '#features/accounts/server/accounts.ts';
import {
  type Administrator,
  consumeRecoveryCode,
  consumeTimeStep,
  deleteSecondFactor,
  findAdministratorByUsername,
} from '#features/accounts/server/admin/admin.queries.ts';
import { administrators } from '#features/accounts/server/admin/admin.tables.ts';

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

/** Parameters that every authenticator app supports (RFC 6238). */
const PERIOD_SECONDS = 30;
const PARAMETERS = { issuer: 'Tezi', algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;

/** The length of SHA-1, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A phone's clock may be off by one step. */
const WINDOW_STEPS = 1;

/** Generates a secret in base32. */
export const generateTotpSecret = () => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the `otpauth://` URI for a QR code. */
export const getTotpUri = (secret: string, username: string) => createTotp(secret, username).toString();

const CODE = /^[0-9]{6}$/;

/** Returns the time step of a code, or `null` if it is not six digits or matches no step close to `now`. */
export function findTimeStep(secret: string, code: string, now: Date): number | null {
  // `validate` throws an error when a text of six characters has more than six bytes.
  if (!CODE.test(code)) return null;
  const timestamp = now.getTime();
  const delta = createTotp(secret).validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(timestamp / SECOND / PERIOD_SECONDS) + delta;
}

const createTotp = (secret: string, label = '') =>
  new TOTP({ ...PARAMETERS, label, secret: Secret.fromBase32(secret) });

const getOwner = (id: string): SecretOwner => ({ purpose: 'tezi administrators totp', id });

/** Encrypts a TOTP secret for storage. */
export const encryptTotpSecret = (totpSecret: string, administratorId: string, tokenSecrets: TokenSecrets) =>
  encryptSecret(totpSecret, getOwner(administratorId), tokenSecrets);

/** Decrypts a stored secret, see `decryptSecret`. */
export const decryptTotpSecret = (text: string, administratorId: string, tokenSecrets: TokenSecrets) =>
  decryptSecret(text, getOwner(administratorId), tokenSecrets);

/** Encrypts a stored secret with the current token secret, see `reencryptSecret`. */
export const reencryptTotpSecret = (text: string, administratorId: string, tokenSecrets: TokenSecrets) =>
  reencryptSecret(text, getOwner(administratorId), tokenSecrets);
