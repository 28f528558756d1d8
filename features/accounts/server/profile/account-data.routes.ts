import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { describeDevice } from '#core/server/platform/describe-device.ts';
import { listEvents } from '#core/server/platform/security-events/security-events.queries.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  type AccountExport,
  type DomainsExport,
  deleteAccount,
  exportAccount,
} from '#features/accounts/contract/account-data.ts';
import { accountNotFound } from '#features/accounts/server/accounts.errors.ts';
import { findUser } from '#features/accounts/server/accounts.queries.ts';
import { type AccountHooks, deleteCustomer } from '#features/accounts/server/deletion/delete-account.ts';
import { BROWSER_COOKIE } from '#features/accounts/server/google/sign-in-attempt.ts';
import { listKeys, presentKey, readFeedLinks } from '#features/accounts/server/keys/api-keys.ts';
import {
  confirmByGoogle,
  confirmByPassword,
  reportFailedConfirmation,
} from '#features/accounts/server/passwords/confirm-identity.ts';
import { listRiskAcceptances } from '#features/accounts/server/risk-statement/risk-statement.ts';
import { listAllSessions } from '#features/accounts/server/sessions/sessions.queries.ts';
import { limitPasswordChecks } from '#features/accounts/server/sign-in/failure-limits.ts';
import { removeTrustedDevice } from '#features/accounts/server/sign-in/trusted-device.ts';

/** Serves the export and the deletion of a customer's data. */
export function accountDataRoutes(
  { handle, database, clock, rateLimits }: RouteDependencies,
  hooks: Pick<AccountHooks, 'onDeleted' | 'exportData'>,
): void {
  handle(exportAccount, async ({ caller, events }) => {
    await rateLimits.count('exportAccount', caller.userId);
    const account = await buildAccountExport(database.db, caller.userId, clock.now());
    if (!account) throw accountNotFound();
    await events.record(database.db, { kind: 'account_exported' });
    return { ...account, ...(await hooks.exportData(database.db, caller.userId)) };
  });

  handle(deleteAccount, async ({ caller, body, cookies, events }) => {
    const user = await findUser(database.db, caller.userId);
    if (!user) throw accountNotFound();
    const ticket = body.password === undefined ? body.access_token : undefined;
    if (ticket === undefined) {
      const failures = limitPasswordChecks(rateLimits, caller);
      await confirmByPassword(user, body.password ?? '', { failures, events });
    }
    const runDeletion = async (tx: Transaction) => {
      const now = clock.now();
      if (ticket !== undefined) {
        await confirmByGoogle(tx, user, { ticket, browserCookie: cookies.get(BROWSER_COOKIE) }, now);
      }
      await deleteCustomer(tx, user, hooks);
      await events.record(tx, { kind: 'account_deleted' });
    };
    await reportFailedConfirmation(events, () => database.transaction(runDeletion));
    removeTrustedDevice(cookies);
    return { message: 'Your account has been deleted.' };
  });
}

/** More events than a customer causes before they expire. A flood of failures by others may be truncated. */
const MAX_EXPORTED_EVENTS = 5_000;

/**
 * Returns the export of a customer's account, sessions and security events, without secrets; `null` if it was
 * deleted.
 */
async function buildAccountExport(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<Omit<AccountExport, keyof DomainsExport> | null> {
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
    api_keys: (await listKeys(db, userId)).map(presentKey),
    feeds: await readFeedLinks(db, userId),
    risk_acceptances: await listRiskAcceptances(db, userId),
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
