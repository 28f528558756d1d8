import type { AccountExport, BillingExport } from '#contract/accounts/account-data.ts';
import { findUser } from '#server/domains/accounts/accounts.queries.ts';
import { listAllSessions } from '#server/domains/accounts/sessions/sessions.queries.ts';
import type { Queryable } from '#server/platform/database.ts';
import { describeDevice } from '#server/platform/describe-device.ts';
import { listEvents } from '#server/platform/security-events/security-events.queries.ts';

/** More events than a customer causes before they expire. A flood of failures by others may be truncated. */
const MAX_EXPORTED_EVENTS = 5_000;

/**
 * Returns the export of a customer's account, sessions and security events, without secrets; `null` if it was
 * deleted.
 */
export async function buildAccountExport(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<Omit<AccountExport, keyof BillingExport> | null> {
  const user = await findUser(db, userId);
  if (!user) return null;
  const events = await listEvents(db, { accountId: userId }, { limit: MAX_EXPORTED_EVENTS, after: null });
  const sessions = await listAllSessions(db, { accountKind: 'customer', accountId: userId });
  return {
    exported_at: now.toISOString(),
    account: {
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      phone: user.phone,
      email_verified_at: user.emailVerifiedAt?.toISOString() ?? null,
      google_id: user.googleId,
      has_password: user.passwordHash !== null,
      created_at: user.createdAt.toISOString(),
    },
    sessions: sessions.map((session) => ({
      device: describeDevice(session.userAgent),
      user_agent: session.userAgent,
      created_at: session.createdAt.toISOString(),
      last_seen_at: session.lastSeenAt.toISOString(),
      ended_at: session.revokedAt?.toISOString() ?? null,
    })),
    security_events: events.map((event) => ({
      occurred_at: event.occurredAt.toISOString(),
      kind: event.kind,
      outcome: event.outcome,
      count: event.count,
      ip_address: event.clientIp,
      device: event.device,
    })),
  };
}
