import type { Call } from '#core/server/http/endpoints.ts';
import { addMilliseconds } from '#core/server/platform/clock.ts';
import { describeDevice } from '#core/server/platform/describe-device.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '#features/accounts/contract/sessions.ts';
import { accountNotFound } from '#features/accounts/server/accounts.errors.ts';
import { findUser } from '#features/accounts/server/accounts.queries.ts';
import { confirmIdentity } from '#features/accounts/server/passwords/confirm-identity.ts';
import { limitPasswordChecks } from '#features/accounts/server/sign-in/failure-limits.ts';
import {
  listActiveSessions,
  revokeOtherSessions as revokeOthers,
  revokeOwnSession,
} from './sessions.queries.ts';
import { IDLE_LIFETIME_MS } from './sessions.ts';

/** Lists and ends the sessions of the signed-in customer. */
export function sessionsRoutes(dependencies: RouteDependencies): void {
  const { handle, database, clock, rateLimits } = dependencies;

  handle(listSessions, async ({ caller }) => {
    const active = await listActive(caller);
    const results = active.map((session) => ({
      id: session.id,
      device: describeDevice(session.userAgent),
      created_at: session.createdAt.toISOString(),
      last_seen_at: session.lastSeenAt.toISOString(),
      is_current: session.id === caller.sessionId,
    }));
    return { count: results.length, results };
  });

  handle(revokeSession, async (call) => {
    const { caller, params, events } = call;
    if (params.id !== caller.sessionId) {
      const active = await listActive(caller);
      if (!active.some(({ id }) => id === params.id)) throw notFound();
      await confirm(call);
    }
    await database.transaction(async (tx) => {
      if (!(await revokeOwnSession(tx, toAccount(caller), params.id, clock.now()))) throw notFound();
      const target = { type: 'session', id: params.id };
      await events.record(tx, { kind: 'sessions_revoked', target, details: { scope: 'one' } });
    });
    if (params.id === caller.sessionId) call.clearSiteData();
  });

  handle(revokeOtherSessions, async (call) => {
    const { caller, events } = call;
    await confirm(call);
    await database.transaction(async (tx) => {
      await revokeOthers(tx, toAccount(caller), caller.sessionId, clock.now());
      await events.record(tx, { kind: 'sessions_revoked', details: { scope: 'others' } });
    });
  });

  function listActive(caller: { userId: string }) {
    const now = clock.now();
    return listActiveSessions(database.db, toAccount(caller), {
      now,
      seenSince: addMilliseconds(now, -IDLE_LIFETIME_MS),
    });
  }

  /** A stolen session must not be able to sign its owner out everywhere else (OWASP ASVS 5.0, 7.5.2). */
  async function confirm({ caller, body, cookies, events }: Call<typeof revokeOtherSessions>): Promise<void> {
    const user = await findUser(database.db, caller.userId);
    if (!user) throw accountNotFound();
    const failures = limitPasswordChecks(rateLimits, caller);
    await confirmIdentity(dependencies, user, body ?? {}, { cookies, failures, events });
  }
}

const toAccount = ({ userId }: { userId: string }) =>
  ({ accountKind: 'customer', accountId: userId }) as const;
