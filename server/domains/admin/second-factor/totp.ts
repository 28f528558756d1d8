import { Secret, TOTP } from 'otpauth';
import { SECOND } from '#server/platform/clock.ts';
import {
  decryptSecret,
  encryptSecret,
  reencryptSecret,
  type SecretOwner,
} from '#server/platform/stored-secrets.ts';
import type { TokenSecrets } from '#server/platform/token-secrets.ts';

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
