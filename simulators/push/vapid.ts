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
export function createVapidCheck({
  now,
  rejectsLocalContacts,
}: {
  now: () => number;
  rejectsLocalContacts: boolean;
}) {
  const verified = new Map<string, Claims>();

  function readClaims(authorization: string, token: string, key: string): Claims | null {
    const known = verified.get(authorization);
    if (known) return known;
    if (!isSigned(token, key)) return null;
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
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
    if (!claims) return 'the signature is not valid';
    if (claims.aud !== origin) return `aud is ${String(claims.aud)}, not ${origin}`;
    const seconds = Number(claims.exp) - now() / 1000;
    if (!(seconds > 0)) return 'the token has expired';
    if (seconds > MAX_LIFETIME_SECONDS) return 'exp is more than 24 hours ahead';
    if (typeof claims.sub !== 'string' || !/^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/.test(claims.sub))
      return 'sub is neither a mailto: nor an https: URL';
    if (rejectsLocalContacts && isLocal(claims.sub)) return 'BadJwtToken';
    if (senderKey !== null && senderKey !== key) return 'the key is not that of the subscription';
    return null;
  };
}

function isLocal(contact: string): boolean {
  const url = URL.parse(contact);
  const name = contact.startsWith('mailto:')
    ? contact.slice(contact.lastIndexOf('@') + 1)
    : (url?.hostname ?? '');
  return !name.includes('.') || /\.(?:local|localhost|invalid|test)$/.test(name);
}

function isSigned(token: string, key: string): boolean {
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
    return (
      alg === 'ES256' &&
      verify(
        'sha256',
        Buffer.from(`${header}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
    );
  } catch {
    return false;
  }
}
