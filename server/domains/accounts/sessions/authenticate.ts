import { findActiveSession } from '#server/domains/accounts/accounts.queries.ts';
import type { Queryable } from '#server/platform/database.ts';
import { verifyAccessToken } from './access-token.ts';

/** Who makes a call. */
export type Caller =
  | { kind: 'visitor' }
  | { kind: 'customer'; userId: string; sessionId: string }
  | AdministratorCaller;

export interface AdministratorCaller {
  kind: 'administrator';
  administratorId: string;
  sessionId: string;
  /** Whether the session was opened with, or was given, a second factor. */
  hasSecondFactor: boolean;
}

export const VISITOR: Caller = { kind: 'visitor' };

/** The caller that an access token stands for, or why the token is refused. A revoked session's token is no good at once. */
export async function authenticate(
  db: Queryable,
  token: string,
  { secret, now }: { secret: string; now: Date },
): Promise<Caller | { fault: 'expired' | 'invalid' }> {
  const verified = await verifyAccessToken(token, secret, now);
  if ('fault' in verified) return verified;
  const session = await findActiveSession(db, verified.sessionId, now);
  if (!session) return { fault: 'invalid' };
  return session.accountKind === 'customer'
    ? { kind: 'customer', userId: session.accountId, sessionId: session.id }
    : {
        kind: 'administrator',
        administratorId: session.accountId,
        sessionId: session.id,
        hasSecondFactor: session.secondFactorAt !== null,
      };
}
