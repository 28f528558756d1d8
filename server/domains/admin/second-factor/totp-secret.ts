import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a TOTP secret for storage, so that a copy of the database cannot generate codes. The ciphertext is
 * bound to the administrator: in another administrator's row it cannot be decrypted.
 */
export function encryptTotpSecret(totpSecret: string, administratorId: string, tokenSecret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(tokenSecret), nonce).setAAD(Buffer.from(administratorId));
  const encrypted = Buffer.concat([
    nonce,
    cipher.update(totpSecret, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return encrypted.toString('base64url');
}

/**
 * Decrypts a secret. Returns `null` if the token secret or the administrator is not the same, or the text is
 * damaged.
 */
export function decryptTotpSecret(text: string, administratorId: string, tokenSecret: string): string | null {
  const encrypted = Buffer.from(text, 'base64url');
  try {
    const decipher = createDecipheriv(CIPHER, deriveKey(tokenSecret), encrypted.subarray(0, NONCE_BYTES), {
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

const deriveKey = (tokenSecret: string) =>
  Buffer.from(hkdfSync('sha256', tokenSecret, '', 'tezi administrators totp', KEY_BYTES));
