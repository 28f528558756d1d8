import { and, eq, gt } from 'drizzle-orm';
import { formatEndDate } from '#core/contract/dates.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { conflict } from '#core/server/platform/http-error.ts';
import type { ProviderId } from '#features/billing/contract/subscriptions.ts';
import { readPremiumSources } from '#features/billing/server/access/entitlement.ts';
import { orders } from '#features/billing/server/bank-transfer/bank-transfer.tables.ts';
import { alreadySubscribed } from '#features/billing/server/billing.errors.ts';
import { listCustomerSubscriptions } from '#features/billing/server/billing.queries.ts';
import { isNotCanceled } from '#features/billing/server/subscriptions/subscription-rules.ts';

/**
 * Rejects a purchase if the same time would be paid for twice: while a subscription with Paddle renews, and with Paddle while time is paid for by
 * bank transfer or an order is open. A bank transfer may extend what is paid for, because its period starts at the end.
 */
export async function assertCanBuy(
  db: Queryable,
  userId: string,
  { provider, now }: { provider: ProviderId; now: Date },
): Promise<void> {
  const current = (await listCustomerSubscriptions(db, [userId])).find(isNotCanceled);
  if (current) throw alreadySubscribed(current);
  if (provider === 'bank_transfer') return;
  await assertNothingPaidByTransfer(db, userId, now);
  const [open] = await db
    .select({ code: orders.code })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.status, 'open'), gt(orders.expiresAt, now)));
  if (open)
    throw conflict(
      'order_open',
      `Your order ${open.code} for a bank transfer is open. Cancel it before you pay in another way, so that you do not pay twice.`,
    );
}

/** Paddle would charge immediately for time that is paid for. */
export async function assertNothingPaidByTransfer(db: Queryable, userId: string, now: Date): Promise<void> {
  const periods = (await readPremiumSources(db, [userId])).get(userId)?.periods ?? [];
  const paidUntil = periods.map(({ endsAt }) => endsAt).toSorted((a, b) => b.getTime() - a.getTime())[0];
  if (paidUntil && paidUntil > now)
    throw conflict(
      'paid_by_transfer',
      `You have paid by bank transfer until ${formatEndDate(paidUntil)}. Subscribe after that date, so that you do not pay twice.`,
    );
}
