import { errors, jwtVerify, SignJWT } from 'jose';
import type { Caller } from '#core/server/http/caller.ts';
import { addMilliseconds, MINUTE } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { listSecrets, type TokenSecrets } from '#core/server/platform/token-secrets.ts';
import { findActiveSession } from './sessions.queries.ts';

/**
 * Returns the caller of an access token, or why the token is rejected. Tokens of revoked sessions are invalid
 * immediately.
 */
export async function authenticate(
  db: Queryable,
  token: string,
  { secrets, now }: { secrets: TokenSecrets; now: Date },
): Promise<Caller | { rejection: 'expired' | 'invalid' }> {
  const verified = await verifyAccessToken(token, secrets, now);
  if ('rejection' in verified) return verified;
  const session = await findActiveSession(db, verified.sessionId, now);
  if (session?.accountId !== verified.accountId) return { rejection: 'invalid' };
  return session.accountKind === 'customer'
    ? { kind: 'customer', userId: session.accountId, sessionId: session.id }
    : {
        kind: 'administrator',
        administratorId: session.accountId,
        sessionId: session.id,
        hasSecondFactor: session.secondFactorAt !== null,
      };
}

/** Long enough to avoid frequent refreshes, short enough to limit the use of a stolen token. */
export const ACCESS_TOKEN_LIFETIME_MS = 10 * MINUTE;

/** Another server may have signed the token. */
const MAX_CLOCK_DIFFERENCE_MS = MINUTE;

const ALGORITHM = 'HS256';
const ISSUER = 'tezi';
const AUDIENCE = 'tezi-api';
const TOKEN_TYPE = 'access';
/** PostgreSQL fails on any other session ID. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

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

type VerifiedToken = { sessionId: string; accountId: string } | { rejection: 'expired' | 'invalid' };

/**
 * Returns the session and account that a token names, or why the token is rejected. The session may have been revoked since, and
 * belong to another account.
 */
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
    const { token_type: type, sid, sub, exp } = payload;
    const isOwn = type === TOKEN_TYPE && typeof sid === 'string' && UUID.test(sid) && typeof sub === 'string';
    // No server signs a longer lifetime, so a token with one was made by an attacker who has the secret.
    const latest = toSeconds(addMilliseconds(now, ACCESS_TOKEN_LIFETIME_MS + MAX_CLOCK_DIFFERENCE_MS));
    if (!isOwn || exp === undefined || exp > latest) return { rejection: 'invalid' };
    return { sessionId: sid, accountId: sub };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return { rejection: 'expired' };
    if (error instanceof errors.JOSEError) return { rejection: 'invalid' };
    throw error;
  }
}

const toKey = (secret: string) => new TextEncoder().encode(secret);
const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);
