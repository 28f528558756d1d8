import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a TOTP secret for the database, so that a copy of the database makes no codes. It is bound to its
 * administrator: put into another's row it cannot be opened.
 */
export function encryptTotpSecret(totpSecret: string, administratorId: string, tokenSecret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(tokenSecret), nonce).setAAD(Buffer.from(administratorId));
  const sealed = Buffer.concat([
    nonce,
    cipher.update(totpSecret, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return sealed.toString('base64url');
}

/** The secret again; `null` when it was sealed with another token secret or for another administrator, or is damaged. */
export function decryptTotpSecret(text: string, administratorId: string, tokenSecret: string): string | null {
  const sealed = Buffer.from(text, 'base64url');
  try {
    const decipher = createDecipheriv(CIPHER, deriveKey(tokenSecret), sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(administratorId))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    return (
      decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch {
    return null;
  }
}

const deriveKey = (tokenSecret: string) =>
  Buffer.from(hkdfSync('sha256', tokenSecret, '', 'tezi administrators totp', KEY_BYTES));
