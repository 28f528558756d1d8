import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The public key and the secret of a browser's subscription, as it reports them. */
export interface SubscriptionKeys {
  p256dh: string;
  auth: string;
}

const RECORD_SIZE = 4_096;
const LAST_RECORD = 2;

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/**
 * Encrypts a message for a subscription (RFC 8291, `aes128gcm`). Each message has its own key pair and salt; the parameter is for the
 * example of the RFC.
 */
export function encryptMessage(
  plaintext: Buffer,
  { p256dh, auth }: SubscriptionKeys,
  { privateKey, salt }: { privateKey?: Buffer; salt: Buffer } = { salt: randomBytes(16) },
): Buffer {
  const receiver = Buffer.from(p256dh, 'base64url');
  const ecdh = createECDH('prime256v1');
  if (privateKey) ecdh.setPrivateKey(privateKey);
  else ecdh.generateKeys();
  const sender = ecdh.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const secret = derive(ecdh.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const encrypted = Buffer.concat([
    cipher.update(plaintext),
    cipher.update(Buffer.of(LAST_RECORD)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_SIZE);
  header.writeUInt8(sender.length, 4);
  return Buffer.concat([salt, header, sender, encrypted]);
}

/** Returns whether the keys are those of a subscription: a point of the curve and a secret of 16 bytes. */
export function areKeysValid({ p256dh, auth }: SubscriptionKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
