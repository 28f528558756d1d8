import { createECDH, createPrivateKey, sign } from 'node:crypto';
import { HOUR, SECOND } from '#core/server/platform/clock.ts';
import type { GuardedPost } from '#core/server/platform/outbound/guarded-fetch.ts';
import { RecentMap } from '#core/server/platform/recent-map.ts';

/** Identifies this site to push services (RFC 8292). */
export interface Vapid {
  /** In every subscription of the site's pages: another key makes them useless. */
  publicKey: string;
  /** Returns the value of the `Authorization` header for a push service. */
  authorize(origin: string): string;
}

/** How this site sends push messages. */
export interface PushSettings {
  vapid: Vapid;
  post: GuardedPost;
}

const LIFETIME_MS = 12 * HOUR;
/** A token is used for an hour, so that it has hours left whenever a message is sent. */
const RENEWAL_MS = HOUR;
/** The addresses of push services come from browsers, so there may be any number of them. */
const MAX_SERVICES = 1_000;

export function createVapid({ privateKey, contact }: { privateKey: string; contact: string }): Vapid {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  const point = ecdh.getPublicKey();
  const publicKey = point.toString('base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey,
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const header = encode({ typ: 'JWT', alg: 'ES256' });
  const tokens = new RecentMap<{ token: string; madeAt: number }>(MAX_SERVICES);

  // In real time: push services do not follow the clock of a demo.
  function createToken(origin: string, now: number): string {
    const claims = encode({ aud: origin, exp: Math.floor((now + LIFETIME_MS) / SECOND), sub: contact });
    const signature = sign('sha256', Buffer.from(`${header}.${claims}`), { key, dsaEncoding: 'ieee-p1363' });
    return `${header}.${claims}.${signature.toString('base64url')}`;
  }

  return {
    publicKey,
    authorize(origin) {
      const now = Date.now();
      let entry = tokens.get(origin);
      if (!entry || now - entry.madeAt > RENEWAL_MS || now < entry.madeAt) {
        entry = { token: createToken(origin, now), madeAt: now };
        tokens.set(origin, entry);
      }
      return `vapid t=${entry.token}, k=${publicKey}`;
    },
  };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a new private key: 32 bytes in base64url. */
export function generateVapidKey(): string {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return ecdh.getPrivateKey().toString('base64url').padStart(43, 'A');
}
