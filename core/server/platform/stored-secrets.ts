import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { listSecrets, type TokenSecrets } from './token-secrets.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The row of a secret. Its ciphertext cannot be decrypted for another purpose or in another row. */
export interface SecretOwner {
  /** Part of the key: never change one. */
  purpose: 'tezi administrators totp' | 'tezi webhook secrets';
  id: string;
}

/** Encrypts a secret that must be read again, so that a copy of the database cannot use it. */
export function encryptSecret(text: string, owner: SecretOwner, tokenSecrets: TokenSecrets): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(tokenSecrets.current, owner), nonce).setAAD(
    Buffer.from(owner.id),
  );
  const encrypted = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return encrypted.toString('base64url');
}

/** Decrypts a secret. Returns `null` if it was encrypted with another token secret or for another owner, or is damaged. */
export function decryptSecret(
  encrypted: string,
  owner: SecretOwner,
  tokenSecrets: TokenSecrets,
): string | null {
  for (const secret of listSecrets(tokenSecrets)) {
    const decrypted = decrypt(encrypted, owner, secret);
    if (decrypted !== null) return decrypted;
  }
  return null;
}

/** Returns the secret encrypted with the current token secret; `null` if it already is, or cannot be decrypted. */
export function reencryptSecret(
  encrypted: string,
  owner: SecretOwner,
  tokenSecrets: TokenSecrets,
): string | null {
  if (decrypt(encrypted, owner, tokenSecrets.current) !== null) return null;
  const text = decryptSecret(encrypted, owner, tokenSecrets);
  return text === null ? null : encryptSecret(text, owner, tokenSecrets);
}

function decrypt(text: string, owner: SecretOwner, secret: string): string | null {
  const encrypted = Buffer.from(text, 'base64url');
  try {
    const decipher = createDecipheriv(CIPHER, deriveKey(secret, owner), encrypted.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(owner.id))
      .setAuthTag(encrypted.subarray(-TAG_BYTES));
    return (
      decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch {
    // It was encrypted with another key or for another owner.
    return null;
  }
}

const deriveKey = (secret: string, { purpose }: SecretOwner) =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
