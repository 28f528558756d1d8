import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Tokens } from '#contract/accounts/tokens.ts';
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
} from '#server/domains/accounts/accounts.queries.ts';
import { addMilliseconds, DAY, SECOND } from '#server/platform/clock.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import type {
  EventAccount,
  EventDetails,
  EventRecorder,
} from '#server/platform/security-events/security-event.ts';
import { signAccessToken } from './access-token.ts';

/** A session ends after two weeks without use, and after 90 days whatever happens. */
export const IDLE_LIFETIME_MS = 14 * DAY;
const ABSOLUTE_LIFETIME_MS = 90 * DAY;

/** Two tabs may present the same token at once: the second is given what the first was given, within this time. */
const REUSE_GRACE_MS = 10 * SECOND;

const USER_AGENT_MAX_LENGTH = 400;

interface SignInContext {
  secret: string;
  now: Date;
  events: EventRecorder;
  /** How the account has proved who it is. */
  method: NonNullable<EventDetails['method']>;
}

/** Starts a session for an account that has just proved who it is. */
export async function startSession(
  tx: Transaction,
  account: Account & {
    userAgent: string | null;
    /** When an administrator proved a second factor as well. */
    secondFactorAt?: Date | null;
  },
  { secret, now, events, method }: SignInContext,
): Promise<Tokens> {
  const session = await insertSession(tx, {
    ...account,
    userAgent: account.userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
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
  return { access: await signAccessToken(session, secret, now), refresh };
}

export type RefreshOutcome = { tokens: Tokens } | { refused: 'invalid' | 'expired' | 'revoked' | 'reused' };

/**
 * Trades a refresh token for the next pair. A token works once. Presented again it ends its session, for somebody has
 * copied it; only the parent of the newest token gets that newest token again for a few seconds (two tabs at once).
 * Never throws for a refusal: ending the session must be committed.
 */
export async function refreshSession(
  tx: Transaction,
  token: string,
  { secret, now, events }: { secret: string; now: Date; events: EventRecorder },
): Promise<RefreshOutcome> {
  const hash = hashToken(token);
  // A successor is derived, not random, so that the same parent always leads to the same child.
  const successor = createHmac('sha256', secret).update(`refresh\0${token}`).digest('base64url');
  const sessionId = await findSessionId(tx, token);
  if (sessionId === null) return { refused: 'invalid' };
  // Before its tokens, as whoever deletes it: in another order the two would wait for each other.
  await lockSession(tx, sessionId);
  const session = await findActiveSession(tx, sessionId, now);
  if (!session) return { refused: 'revoked' };

  const used = await consumeRefreshToken(tx, hash, now);
  const known = used ?? (await findRefreshToken(tx, hash));
  if (!known) return { refused: 'invalid' };
  if (used) {
    await storeRefreshToken(tx, successor, session.id, hash, now);
    await touchSession(tx, session.id, now);
  } else if (!known.usedAt) {
    return { refused: 'expired' };
  } else if (!(await isWithinGrace(tx, known.usedAt, successor, now))) {
    await revokeSession(tx, session.id, now);
    await events.record(tx, {
      kind: 'refresh_token_reused',
      account: { kind: session.accountKind, id: session.accountId },
      sessionId: session.id,
    });
    return { refused: 'reused' };
  }
  return { tokens: { access: await signAccessToken(session, secret, now), refresh: successor } };
}

/** The session of a refresh token, new or old; `null` for a token that never was. */
export async function findSessionId(db: Queryable, token: string): Promise<string | null> {
  return (await findRefreshToken(db, hashToken(token)))?.sessionId ?? null;
}

/**
 * Ends the session that a refresh token belongs to, whether the token is the newest or an old one. Returns whose session
 * ended; `null` when none did.
 */
export async function endSession(
  tx: Transaction,
  token: string,
  now: Date,
): Promise<{ account: EventAccount; sessionId: string } | null> {
  const known = await findRefreshToken(tx, hashToken(token));
  const ended = known && (await revokeSession(tx, known.sessionId, now));
  return ended && { account: { kind: ended.accountKind, id: ended.accountId }, sessionId: known.sessionId };
}

async function isWithinGrace(db: Queryable, usedAt: Date, successor: string, now: Date): Promise<boolean> {
  if (now.getTime() - usedAt.getTime() > REUSE_GRACE_MS) return false;
  const child = await findRefreshToken(db, hashToken(successor));
  return child !== null && child.usedAt === null;
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
