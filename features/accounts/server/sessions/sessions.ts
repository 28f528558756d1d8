import { createHash, createHmac, randomBytes } from 'node:crypto';
import { toSingleLine } from '#core/contract/single-line.ts';
import type { Tokens } from '#core/contract/tokens.ts';
import { addMilliseconds, DAY, SECOND } from '#core/server/platform/clock.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type {
  EventAccount,
  EventDetails,
  EventRecorder,
} from '#core/server/platform/security-events/security-event.ts';
import { listSecrets, type TokenSecrets } from '#core/server/platform/token-secrets.ts';
import { signAccessToken } from './authenticate.ts';
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
