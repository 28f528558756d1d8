import { listSessions, revokeOtherSessions, revokeSession } from '#contract/sessions.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { after } from '#server/platform/clock.ts';
import { notFound } from '#server/platform/refusal.ts';
import {
  listLiveSessions,
  revokeOtherSessions as revokeOthers,
  revokeOwnSession,
} from './accounts.queries.ts';
import { describeDevice } from './describe-device.ts';
import { IDLE_LIFETIME_MS } from './sessions.ts';

/** A customer's own sessions: where they are signed in, and how they end that. */
export function sessionsRoutes(handle: Handle, { database, clock }: Dependencies): void {
  handle(listSessions, async ({ caller }) => {
    const now = clock.now();
    const live = await listLiveSessions(database.read, customer(caller), {
      now,
      seenSince: after(now, -IDLE_LIFETIME_MS),
    });
    const results = live.map((session) => ({
      id: session.id,
      device: describeDevice(session.userAgent),
      created_at: session.createdAt.toISOString(),
      last_seen_at: session.lastSeenAt.toISOString(),
      is_current: session.id === caller.sessionId,
    }));
    return { count: results.length, results };
  });

  handle(revokeSession, async ({ caller, params }) => {
    const isRevoked = await database.transaction((tx) =>
      revokeOwnSession(tx, customer(caller), params.id, clock.now()),
    );
    if (!isRevoked) throw notFound();
  });

  handle(revokeOtherSessions, ({ caller }) =>
    database.transaction((tx) => revokeOthers(tx, customer(caller), caller.sessionId, clock.now())),
  );
}

const customer = ({ userId }: { userId: string }) =>
  ({ accountKind: 'customer', accountId: userId }) as const;
