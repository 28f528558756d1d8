import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Config } from '#core/server/config/config.ts';
import { getDemoSecret } from '#core/server/startup/secrets.ts';
import { getSignedText, type RecordHead } from '#features/ledger/contract/verify-record.mjs';

/** Signs the heads of the chain. */
export interface SigningKey {
  /** In hexadecimal. */
  publicKey: string;
  signHead(head: Omit<RecordHead, 'signature' | 'key'>): RecordHead;
}

/** Returns the configured key of the record, or the demo's generated one; `null`: the record is not signed. */
export async function getSigningKey(config: Config): Promise<SigningKey | null> {
  const { ledgerSigningKey, mode } = config;
  if (ledgerSigningKey !== null) return createSigningKey(ledgerSigningKey);
  if (mode === 'production') return null;
  return createSigningKey(await getDemoSecret(config, 'ledger-signing-key', generateSigningKey));
}

/** Creates the key from a private Ed25519 key in PKCS #8 (DER), in Base64. Throws if it is not one. */
export function createSigningKey(text: string): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key');
  const publicKey = getRawPublicKey(privateKey);
  return {
    publicKey,
    signHead(unsigned) {
      const head = { ...unsigned, key: publicKey };
      return { ...head, signature: sign(null, Buffer.from(getSignedText(head)), privateKey).toString('hex') };
    },
  };
}

function getRawPublicKey(privateKey: KeyObject): string {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('hex');
}

/** Returns a new private key as `createSigningKey` reads it. */
export const generateSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
