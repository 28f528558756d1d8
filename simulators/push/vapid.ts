import { createPublicKey, verify } from 'node:crypto';

interface Claims {
  aud: unknown;
  exp: unknown;
  sub: unknown;
}

const MAX_LIFETIME_SECONDS = 24 * 3600;
/** Senders use a token for many messages. */
const MAX_VERIFIED = 1_000;

/** Returns a function that checks the `Authorization` header of a request to a push service (RFC 8292). It returns the reason of a rejection. */
export function createVapidCheck({ now }: { now: () => number }) {
  const verified = new Map<string, Claims>();

  function readClaims(authorization: string, token: string, key: string): Claims | null {
    const existing = verified.get(authorization);
    if (existing) return existing;
    const claims = readSignedClaims(token, key);
    if (claims === null) return null;
    if (verified.size >= MAX_VERIFIED) verified.clear();
    verified.set(authorization, claims);
    return claims;
  }

  return (
    authorization: string | undefined,
    { origin, senderKey }: { origin: string; senderKey: string | null },
  ): string | null => {
    const [, token, key] =
      /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]{87})$/.exec(authorization ?? '') ?? [];
    if (authorization === undefined || token === undefined || key === undefined)
      return 'no VAPID credentials';
    const claims = readClaims(authorization, token, key);
    if (!claims) return 'the signature or the claims are not valid';
    if (claims.aud !== origin) return `aud is ${String(claims.aud)}, not ${origin}`;
    const seconds = Number(claims.exp) - now() / 1000;
    if (!(seconds > 0)) return 'the token has expired';
    if (seconds > MAX_LIFETIME_SECONDS) return 'exp is more than 24 hours ahead';
    if (typeof claims.sub !== 'string' || !/^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/.test(claims.sub))
      return 'sub is neither a mailto: nor an https: URL';
    if (senderKey !== null && senderKey !== key) return 'the key is not that of the subscription';
    return null;
  };
}

/** Returns the claims of a token; `null` if the key did not sign it, or if it is not one. */
function readSignedClaims(token: string, key: string): Claims | null {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  try {
    const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg: unknown };
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    });
    const isSigned =
      alg === 'ES256' &&
      verify(
        'sha256',
        Buffer.from(`${header}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      );
    return isSigned ? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims | null) : null;
  } catch {
    return null;
  }
}
