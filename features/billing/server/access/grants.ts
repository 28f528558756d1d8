import { desc, eq } from 'drizzle-orm';
import { getStartOfDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { addMilliseconds, DAY } from '#core/server/platform/clock.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import { lockCustomer } from '#features/accounts/server/accounts.ts';
import { MAX_GRANT_YEARS, type PremiumGrant } from '#features/billing/contract/admin-endpoints.ts';
import { closeGaps } from '#features/billing/server/bank-transfer/confirm-transfers.ts';
import { lockTransfers } from '#features/billing/server/bank-transfer/orders.ts';
import { premiumGrants } from '#features/billing/server/billing.tables.ts';

interface GrantInput {
  reason: string;
  /** The last date with premium access, in Karachi: `2026-12-31`. */
  endsOn: string;
  /** The administrator's name, stored in the security log. */
  grantedBy: string;
}

/**
 * Grants a customer premium access from now on without a payment. Throws when the customer does not exist or the last date
 * is invalid.
 */
export async function grantPremium(
  tx: Transaction,
  userId: string,
  { reason, endsOn, grantedBy }: GrantInput,
  now: Date,
): Promise<GrantRow> {
  if (!(await lockCustomer(tx, userId))) throw notFound();
  const problem = findLastDayError(endsOn, now);
  if (problem) {
    const body = { ends_on: [LAST_DAY_TEXTS[problem]] };
    throw new HttpError({ status: 400, code: `grant_end_${problem}`, body });
  }
  const [row] = await tx
    .insert(premiumGrants)
    .values({ userId, reason, grantedBy, startsAt: now, endsAt: getEndOfDate(endsOn) })
    .returning();
  return row as GrantRow;
}

/** Grants a new customer premium access for a number of days; none if `days` is 0. */
export async function grantForRegistration(
  tx: Transaction,
  userId: string,
  days: number,
  now: Date,
): Promise<void> {
  if (days <= 0) return;
  await tx.insert(premiumGrants).values({
    userId,
    reason: `Registration: ${days} ${days === 1 ? 'day' : 'days'} of premium`,
    grantedBy: 'registration',
    startsAt: now,
    endsAt: addMilliseconds(now, days * DAY),
  });
}

/** Revokes a grant immediately. The row stays, with the administrator and the reason. */
export async function revokeGrant(
  tx: Transaction,
  id: string,
  { reason, revokedBy }: { reason: string; revokedBy: string },
  now: Date,
): Promise<GrantRow> {
  // A period that is being confirmed may start at the end of this grant.
  await lockTransfers(tx);
  const hasId = eq(premiumGrants.id, id);
  const [grant] = await tx.select().from(premiumGrants).where(hasId).for('update');
  if (!grant) throw notFound();
  if (grant.revokedAt) throw cannotRevoke('grant_already_revoked', 'This grant has already been revoked.');
  if (grant.endsAt <= now) throw cannotRevoke('grant_ended', 'This grant has already ended.');
  const [row] = await tx
    .update(premiumGrants)
    .set({ revokedAt: now, revokedBy, revocationReason: reason })
    .where(hasId)
    .returning();
  await closeGaps(tx, grant.userId, now);
  return row as GrantRow;
}

const cannotRevoke = (code: string, detail: string) => new HttpError({ status: 409, code, body: { detail } });

export type GrantRow = typeof premiumGrants.$inferSelect;

/** Lists the grants of these customers, newest first, including ended and revoked ones. */
export function listGrants(db: Queryable, userIds: readonly string[]): Promise<GrantRow[]> {
  return db
    .select()
    .from(premiumGrants)
    .where(isOneOf(premiumGrants.userId, userIds))
    .orderBy(desc(premiumGrants.startsAt), desc(premiumGrants.id));
}

/** Returns the timestamp at which a date in Karachi ends. */
export function getEndOfDate(date: LocalDate): Date {
  return addMilliseconds(getStartOfDate(date), DAY);
}

/** Returns the reason why a date cannot be the last one of a grant; `null` when it can. */
export function findLastDayError(date: LocalDate, now: Date): 'past' | 'too-far' | null {
  const today = toKarachiDate(now);
  if (date < today) return 'past';
  const maxDate = `${Number(today.slice(0, 4)) + MAX_GRANT_YEARS}${today.slice(4)}`;
  return date > maxDate ? 'too-far' : null;
}

const LAST_DAY_TEXTS = {
  past: 'This date is in the past. Choose today or a later date.',
  'too-far': `Premium can be granted for at most ${MAX_GRANT_YEARS} years.`,
};

/** Presents a grant to administrators. */
export const presentGrant = (row: GrantRow): PremiumGrant => ({
  id: row.id,
  reason: row.reason,
  granted_by: row.grantedBy,
  starts_at: row.startsAt.toISOString(),
  ends_at: row.endsAt.toISOString(),
  revoked_at: row.revokedAt?.toISOString() ?? null,
  revoked_by: row.revokedBy,
  revocation_reason: row.revocationReason,
});
