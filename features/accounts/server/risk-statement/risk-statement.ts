import { and, asc, eq } from 'drizzle-orm';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type { EventRecorder } from '#core/server/platform/security-events/security-event.ts';
import {
  type AcceptancePlace,
  RISK_STATEMENT_VERSION,
  type RiskAcceptance,
} from '#features/accounts/contract/risk-statement.ts';
import { riskAcceptances } from '#features/accounts/server/accounts.tables.ts';

interface Acceptance {
  userId: string;
  place: AcceptancePlace;
  now: Date;
  events: EventRecorder;
}

/**
 * Stores that a customer accepts the current version, with an audit entry, which outlives the account. Does nothing if the
 * customer has accepted it already.
 */
export async function acceptRiskStatement(
  tx: Transaction,
  { userId, place, now, events }: Acceptance,
): Promise<void> {
  const version = RISK_STATEMENT_VERSION;
  const stored = await tx
    .insert(riskAcceptances)
    .values({ userId, version, place, acceptedAt: now })
    .onConflictDoNothing()
    .returning({ version: riskAcceptances.version });
  if (stored.length === 0) return;
  await events.record(tx, {
    kind: 'risk_statement_accepted',
    account: { kind: 'customer', id: userId },
    details: { version, place },
  });
}

/** Returns which of these customers have accepted the current version, in one query; in none without customers. */
export async function filterRiskAccepted(db: Queryable, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const { userId, version } = riskAcceptances;
  const rows = await db
    .select({ userId })
    .from(riskAcceptances)
    .where(and(isOneOf(userId, userIds), eq(version, RISK_STATEMENT_VERSION)));
  return new Set(rows.map((row) => row.userId));
}

/** Returns the acceptances of all versions, oldest first. */
export async function listRiskAcceptances(db: Queryable, userId: string): Promise<RiskAcceptance[]> {
  const rows = await db
    .select()
    .from(riskAcceptances)
    .where(eq(riskAcceptances.userId, userId))
    .orderBy(asc(riskAcceptances.version));
  return rows.map(({ version, acceptedAt, place }) => ({
    version,
    accepted_at: acceptedAt.toISOString(),
    place,
  }));
}
