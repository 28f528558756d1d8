import { errors, jwtVerify, SignJWT } from 'jose';
import { addMilliseconds, MINUTE } from '#server/platform/clock.ts';
import { listSecrets, type TokenSecrets } from '#server/platform/token-secrets.ts';

/** Long enough to avoid frequent refreshes, short enough to limit the use of a stolen token. */
export const ACCESS_TOKEN_LIFETIME_MS = 10 * MINUTE;

const ALGORITHM = 'HS256';
const ISSUER = 'tezi';
const AUDIENCE = 'tezi-api';
const TOKEN_TYPE = 'access';

/** Signs the short-lived token that authenticates a session's requests. */
export function signAccessToken(
  session: { id: string; accountId: string },
  { current }: TokenSecrets,
  now: Date,
): Promise<string> {
  return new SignJWT({ token_type: TOKEN_TYPE, sid: session.id })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(session.accountId)
    .setIssuedAt(toSeconds(now))
    .setExpirationTime(toSeconds(addMilliseconds(now, ACCESS_TOKEN_LIFETIME_MS)))
    .sign(toKey(current));
}

type VerifiedToken = { sessionId: string } | { rejection: 'expired' | 'invalid' };

/** Returns the session of a token, or why the token is rejected. The session may have been revoked since. */
export async function verifyAccessToken(
  token: string,
  secrets: TokenSecrets,
  now: Date,
): Promise<VerifiedToken> {
  let verified: VerifiedToken = { rejection: 'invalid' };
  for (const secret of listSecrets(secrets)) {
    verified = await verifyWithSecret(token, secret, now);
    if (!('rejection' in verified) || verified.rejection === 'expired') break;
  }
  return verified;
}

async function verifyWithSecret(token: string, secret: string, now: Date): Promise<VerifiedToken> {
  try {
    const { payload } = await jwtVerify(token, toKey(secret), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'JWT',
      requiredClaims: ['exp', 'sub', 'sid'],
      currentDate: now,
    });
    if (payload.token_type !== TOKEN_TYPE || typeof payload.sid !== 'string') return { rejection: 'invalid' };
    return { sessionId: payload.sid };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { rejection: 'expired' };
    if (error instanceof errors.JOSEError) return { rejection: 'invalid' };
    throw error;
  }
}

const toKey = (secret: string) => new TextEncoder().encode(secret);
const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);
