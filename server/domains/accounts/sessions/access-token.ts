import { errors, jwtVerify, SignJWT } from 'jose';
import { addMilliseconds, MINUTE } from '#server/platform/clock.ts';

/** Long enough that a page does not refresh all the time, short enough that a stolen token soon is worthless. */
export const ACCESS_TOKEN_LIFETIME_MS = 10 * MINUTE;

const ALGORITHM = 'HS256';
const ISSUER = 'tezi';
const AUDIENCE = 'tezi-api';
const TOKEN_TYPE = 'access';

/** Signs the short-lived token that a session's calls carry. */
export function signAccessToken(
  session: { id: string; accountId: string },
  secret: string,
  now: Date,
): Promise<string> {
  return new SignJWT({ token_type: TOKEN_TYPE, sid: session.id })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(session.accountId)
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(addMilliseconds(now, ACCESS_TOKEN_LIFETIME_MS)))
    .sign(key(secret));
}

/** The session that a token was signed for, or why the token is no good. The session may have been revoked since. */
export async function verifyAccessToken(
  token: string,
  secret: string,
  now: Date,
): Promise<{ sessionId: string } | { fault: 'expired' | 'invalid' }> {
  try {
    const { payload } = await jwtVerify(token, key(secret), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'JWT',
      requiredClaims: ['exp', 'sub', 'sid'],
      currentDate: now,
    });
    if (payload.token_type !== TOKEN_TYPE || typeof payload.sid !== 'string') return { fault: 'invalid' };
    return { sessionId: payload.sid };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { fault: 'expired' };
    if (error instanceof errors.JOSEError) return { fault: 'invalid' };
    throw error;
  }
}

const key = (secret: string) => new TextEncoder().encode(secret);
const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);
