import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import type { GuardedPost } from '#server/platform/outbound/guarded-fetch.ts';

const hmac = (key: Buffer, data: Buffer) => createHmac('sha256', key).update(data).digest();

/** A browser with a push subscription, which decrypts what it receives. */
export function createBrowser(endpoint = `https://push.example/${randomBytes(12).toString('hex')}`) {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    endpoint,
    keys: { endpoint, p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body: Buffer): Record<string, unknown> {
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

interface Received {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** A push service that records what it receives, and rejects what breaks the rules of RFC 8030 and 8292. */
export function createPushService() {
  const received: Received[] = [];
  const service: {
    received: Received[];
    status: number;
    headers: Record<string, string>;
    /** Longer messages have the status 413. */
    maxLength: number;
    /** The statuses of endpoints that differ from that. */
    statuses: Map<string, number>;
    /** Requests to endpoints wait for these. */
    waits: Map<string, Promise<void>>;
    post: GuardedPost;
  } = {
    received,
    /** The status of valid messages. */
    status: 201,
    headers: {},
    maxLength: 4_096,
    statuses: new Map(),
    waits: new Map(),
    post: Object.assign(
      async (url: string, { headers, body }: { headers: Record<string, string>; body: Buffer }) => {
        const isValid = isRequestValid(url, headers);
        if (isValid) received.push({ url, headers, body });
        await service.waits.get(url);
        return {
          status: !isValid
            ? 400
            : body.length > service.maxLength
              ? 413
              : (service.statuses.get(url) ?? service.status),
          headers: new Headers(service.headers),
        };
      },
      { close: () => {} },
    ),
  };
  return service;
}

function isRequestValid(url: string, headers: Record<string, string>): boolean {
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), k=([\w-]{87})$/.exec(headers.Authorization ?? '') ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const seconds = exp - Date.now() / 1000;
  return (
    isSigned &&
    aud === new URL(url).origin &&
    seconds > 0 &&
    seconds <= 86_400 &&
    /^(mailto|https):/.test(sub) &&
    /^[1-9]\d*$/.test(headers.TTL ?? '') &&
    /^[\w-]{1,32}$/.test(headers.Topic ?? '') &&
    headers['Content-Encoding'] === 'aes128gcm'
  );
}
