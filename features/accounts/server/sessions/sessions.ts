import { createHash, createHmac, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Tokens } from '#core/contract/accounts/tokens.ts';
import { toSingleLine } from '#core/contract/text/single-line.ts';
import type { Caller } from '#core/server/http/caller.ts';
import { addMilliseconds, DAY, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type {
  EventAccount,
  EventDetails,
  EventRecorder,
} from '#core/server/platform/security-events/security-event.ts';
import { listSecrets, type TokenSecrets } from '#core/server/platform/token-secrets.ts';
import {
  type Account,
  consumeRefreshToken,
  findActiveSession,
  findRefreshToken,
  insertRefreshToken,
  insertSession,
  lockSession,
  revokeSession,
  touchSession,
} from './sessions.queries.ts';

/** A session ends after 14 days without use, and after 90 days in any case. */
export const IDLE_LIFETIME_MS = 14 * DAY;
const ABSOLUTE_LIFETIME_MS = 90 * DAY;

/** Two tabs may send the same refresh token simultaneously: within this time, both get the same successor. */
const REUSE_GRACE_MS = 10 * SECOND;

const USER_AGENT_MAX_LENGTH = 400;

interface SignInContext {
  secrets: TokenSecrets;
  now: Date;
  events: EventRecorder;
  /** The method of authentication. */
  method: NonNullable<EventDetails['method']>;
}

/** Starts a session for an authenticated account. */
export async function startSession(
  tx: Transaction,
  account: Account & {
    userAgent: string | null;
    /** When the administrator verified a second factor. */
    secondFactorAt?: Date | null;
  },
  { secrets, now, events, method }: SignInContext,
): Promise<Tokens> {
  const session = await insertSession(tx, {
    ...account,
    userAgent: account.userAgent && toSingleLine(account.userAgent).slice(0, USER_AGENT_MAX_LENGTH),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: addMilliseconds(now, ABSOLUTE_LIFETIME_MS),
  });
  const refresh = randomBytes(32).toString('base64url');
  await storeRefreshToken(tx, refresh, session.id, null, now);
  await events.record(tx, {
    kind: 'sign_in_succeeded',
    account: { kind: account.accountKind, id: account.accountId },
    sessionId: session.id,
    details: { method, ...(account.secondFactorAt ? { second_factor: true } : {}) },
  });
  return { access: await signAccessToken(session, secrets, now), refresh };
}

export type RefreshOutcome = { tokens: Tokens } | { rejected: 'invalid' | 'expired' | 'revoked' | 'reused' };

/**
 * Exchanges a refresh token for the next pair. A token works once: reuse means that it was copied, and ends the
 * session. As the only exception, the parent of the newest token gets that token again for a few seconds (two tabs
 * refresh simultaneously).
 *
 * Returns rejections instead of throwing them, so that the end of the session is committed.
 */
export async function refreshSession(
  tx: Transaction,
  token: string,
  { secrets, now, events }: { secrets: TokenSecrets; now: Date; events: EventRecorder },
): Promise<RefreshOutcome> {
  const hash = hashToken(token);
  // Derived, not random: the same parent always has the same successor. While the secret is replaced, it may have been
  // derived from another one.
  const [successor = '', ...others] = listSecrets(secrets).map((secret) => deriveSuccessor(token, secret));
  const sessionId = await findSessionId(tx, token);
  if (sessionId === null) return { rejected: 'invalid' };
  // Locks the session before its tokens, as deletions do: another order could deadlock.
  await lockSession(tx, sessionId);
  const session = await findActiveSession(tx, sessionId, now);
  if (!session) return { rejected: 'revoked' };

  const used = await consumeRefreshToken(tx, hash, now);
  const existing = used ?? (await findRefreshToken(tx, hash));
  if (!existing) return { rejected: 'invalid' };
  if (used) {
    await storeRefreshToken(tx, successor, session.id, hash, now);
    await touchSession(tx, session.id, now);
  } else if (!existing.usedAt) {
    return { rejected: 'expired' };
  } else {
    const repeated = await findWithinGrace(tx, existing.usedAt, [successor, ...others], now);
    if (repeated)
      return { tokens: { access: await signAccessToken(session, secrets, now), refresh: repeated } };
    await revokeSession(tx, session.id, now);
    await events.record(tx, {
      kind: 'refresh_token_reused',
      account: { kind: session.accountKind, id: session.accountId },
      sessionId: session.id,
    });
    return { rejected: 'reused' };
  }
  return { tokens: { access: await signAccessToken(session, secrets, now), refresh: successor } };
}

/** Finds the session of a refresh token, current or used; `null` for a token that was never issued. */
export async function findSessionId(db: Queryable, token: string): Promise<string | null> {
  return (await findRefreshToken(db, hashToken(token)))?.sessionId ?? null;
}

/** Ends the session of a refresh token, current or used. Returns the ended session, or `null` if none ended. */
export async function endSession(
  tx: Transaction,
  token: string,
  now: Date,
): Promise<{ account: EventAccount; sessionId: string } | null> {
  const existing = await findRefreshToken(tx, hashToken(token));
  const ended = existing && (await revokeSession(tx, existing.sessionId, now));
  return (
    ended && { account: { kind: ended.accountKind, id: ended.accountId }, sessionId: existing.sessionId }
  );
}

const deriveSuccessor = (token: string, secret: string) =>
  createHmac('sha256', secret).update(`refresh\0${token}`).digest('base64url');

/** Returns the successor that a token used moments ago already has; `null` if it was used earlier or has been replaced. */
async function findWithinGrace(
  db: Queryable,
  usedAt: Date,
  successors: readonly string[],
  now: Date,
): Promise<string | null> {
  if (now.getTime() - usedAt.getTime() > REUSE_GRACE_MS) return null;
  for (const successor of successors) {
    const child = await findRefreshToken(db, hashToken(successor));
    if (child !== null) return child.usedAt === null ? successor : null;
  }
  return null;
}

function storeRefreshToken(
  tx: Transaction,
  token: string,
  sessionId: string,
  parentHash: string | null,
  now: Date,
): Promise<void> {
  return insertRefreshToken(tx, {
    hash: hashToken(token),
    sessionId,
    parentHash,
    issuedAt: now,
    expiresAt: addMilliseconds(now, IDLE_LIFETIME_MS),
  });
}

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

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
