import { premiumGrants } from '#server/domains/billing/billing.tables.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/database.ts';

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
