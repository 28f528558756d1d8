import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { SECOND } from '#server/platform/clock.ts';
import { listSecrets, type TokenSecrets } from '#server/platform/token-secrets.ts';

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

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a TOTP secret for storage, so that a copy of the database cannot generate codes. The ciphertext is
 * bound to the administrator: in another administrator's row it cannot be decrypted.
 */
export function encryptTotpSecret(
  totpSecret: string,
  administratorId: string,
  tokenSecrets: TokenSecrets,
): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(tokenSecrets.current), nonce).setAAD(
    Buffer.from(administratorId),
  );
  const encrypted = Buffer.concat([
    nonce,
    cipher.update(totpSecret, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return encrypted.toString('base64url');
}

/**
 * Decrypts a secret. Returns `null` if it was encrypted with another token secret or for another administrator, or is
 * damaged.
 */
export function decryptTotpSecret(
  text: string,
  administratorId: string,
  tokenSecrets: TokenSecrets,
): string | null {
  for (const secret of listSecrets(tokenSecrets)) {
    const decrypted = decrypt(text, administratorId, secret);
    if (decrypted !== null) return decrypted;
  }
  return null;
}

/** Returns the stored text encrypted with the current token secret; `null` if it already is, or cannot be decrypted. */
export function reencryptTotpSecret(
  text: string,
  administratorId: string,
  tokenSecrets: TokenSecrets,
): string | null {
  if (decrypt(text, administratorId, tokenSecrets.current) !== null) return null;
  const totpSecret = decryptTotpSecret(text, administratorId, tokenSecrets);
  return totpSecret === null ? null : encryptTotpSecret(totpSecret, administratorId, tokenSecrets);
}

function decrypt(text: string, administratorId: string, secret: string): string | null {
  const encrypted = Buffer.from(text, 'base64url');
  try {
    const decipher = createDecipheriv(CIPHER, deriveKey(secret), encrypted.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(administratorId))
      .setAuthTag(encrypted.subarray(-TAG_BYTES));
    return (
      decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch {
    return null;
  }
}

const deriveKey = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'tezi administrators totp', KEY_BYTES));
