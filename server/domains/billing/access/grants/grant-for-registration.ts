import { premiumGrants } from '#server/domains/billing/billing.tables.ts';
import { after, DAY } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/database.ts';

/** Gives a new customer premium access for so many days from now, which may be none. */
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
    endsAt: after(now, days * DAY),
  });
}
