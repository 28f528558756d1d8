import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto';

/** The part of a browser that owns the keys of a subscription: it alone can decrypt messages (RFC 8291). */
export interface PushDevice {
  keys: { p256dh: string; auth: string };
  decrypt(body: Buffer): Record<string, unknown>;
}

export function createDevice(): PushDevice {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body) {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 86);
      const shared = hmac(auth, ecdh.computeSecret(sender));
      const secret = hmac(
        shared,
        Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender, Buffer.of(1)]),
      );
      const pseudoRandom = hmac(salt, secret);
      const key = hmac(pseudoRandom, Buffer.from('Content-Encoding: aes128gcm\0\x01')).subarray(0, 16);
      const nonce = hmac(pseudoRandom, Buffer.from('Content-Encoding: nonce\0\x01')).subarray(0, 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16));
      const padded = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}

const hmac = (key: Buffer, data: Buffer) => createHmac('sha256', key).update(data).digest();
