import { listSessions, revokeOtherSessions, revokeSession } from '#contract/accounts/sessions.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { accountNotFound } from '#server/domains/accounts/accounts.errors.ts';
import { findUser } from '#server/domains/accounts/accounts.queries.ts';
import { confirmIdentity } from '#server/domains/accounts/passwords/confirm-identity.ts';
import { limitPasswordChecks } from '#server/domains/accounts/sign-in/failure-limits.ts';
import type { Call } from '#server/http/endpoints.ts';
import { addMilliseconds } from '#server/platform/clock.ts';
import { describeDevice } from '#server/platform/describe-device.ts';
import { notFound } from '#server/platform/http-error.ts';
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
