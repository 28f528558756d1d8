import type { Caller } from '#server/http/caller.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { TokenSecrets } from '#server/platform/token-secrets.ts';
import { verifyAccessToken } from './access-token.ts';
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
