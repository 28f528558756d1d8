import { and, eq, sql } from 'drizzle-orm';
import type { LimitName } from '#server/config/limit-settings.ts';
import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { subscriptions } from '#server/domains/billing/billing.tables.ts';
import type { ManagementUrls, PaddleGateway } from '#server/domains/billing/paddle/paddle-gateway.ts';
import type { Queryable } from '#server/platform/database.ts';
import { HttpError } from '#server/platform/http-error.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';

/**
 * Returns Paddle's management pages of a subscription, or `null`. They give access to everything of the Paddle customer,
 * which is identified by the entered email address alone. If not all of it belongs to this user, the links are withheld
 * here; Paddle sends its own by email.
 */
export async function getManagementLinks(
  {
    db,
    rateLimits,
    gateway,
  }: { db: Queryable; rateLimits: RateLimits<LimitName>; gateway: PaddleGateway | undefined },
  row: SubscriptionRow,
): Promise<ManagementUrls | null> {
  if (!gateway || row.userId === null || row.status === 'canceled') return null;
  if (await isShared(db, row)) return null;
  const isAllowed = await rateLimits
    .count('subscriptionLinksAccount', row.userId)
    .then(() => true, isThrottled);
  return isAllowed ? gateway.getManagementUrls(row.paddleId) : null;
}

/** Returns true when several users, or an unknown one, have subscriptions of the same Paddle customer. */
export async function isShared(
  db: Queryable,
  { paddleCustomerId, userId }: SubscriptionRow,
): Promise<boolean> {
  const [other] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.paddleCustomerId, paddleCustomerId),
        sql`${subscriptions.userId} is distinct from ${userId}`,
      ),
    )
    .limit(1);
  return other !== undefined;
}

/** Over the limit the page is shown without links. */
function isThrottled(error: unknown): false {
  if (error instanceof HttpError) return false;
  throw error;
}
