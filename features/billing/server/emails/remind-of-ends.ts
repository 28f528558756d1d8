import { and, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { addMilliseconds, DAY } from '#core/server/platform/clock.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { getShownPremiumEnd, readPremiumSources } from '#features/billing/server/access/entitlement.ts';
import { billingEmails, premiumGrants, subscriptions } from '#features/billing/server/billing.tables.ts';
import { hasNextCharge } from '#features/billing/server/subscriptions/subscription-rules.ts';
import type { WorkerDependencies } from '#features/billing/server/webhooks/webhook-events.ts';
import { queueBillingEmail, REMINDER_MS } from './queue-billing-email.ts';

/** Customers who learned the end more recently, by a cancellation or a new grant, are reminded later or not at all. */
const QUIET_MS = DAY;

/** A subscription or grant whose end is near. */
interface Ending {
  userId: string;
  /** Paddle's ID of the subscription, or the ID of the grant. */
  subjectId: string;
  endsAt: Date;
}

/**
 * Queues an email to each customer whose premium access ends within three days because a subscription was canceled or a
 * grant expires. It is queued once per subscription or grant and end, on whichever server comes first, and also late if no
 * server was running. A customer whose premium access lasts longer by another subscription or grant gets none.
 */
export async function remindOfEnds(
  { database, clock }: Pick<WorkerDependencies, 'database' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const ending = await listEnding(database.db, now);
  const sources = await readPremiumSources(database.db, [...new Set(ending.map(({ userId }) => userId))]);
  for (const { userId, subjectId, endsAt } of ending) {
    if (signal?.aborted) return;
    const own = sources.get(userId);
    if (!own || own.subscriptions.some(hasNextCharge)) continue;
    if (getShownPremiumEnd(own, now)?.getTime() !== endsAt.getTime()) continue;
    const email = { template: 'premium-ends-soon', subjectId, occurrence: endsAt.toISOString() } as const;
    await database.transaction((tx) => queueBillingEmail(tx, userId, email, now));
  }
}

/** Lists subscriptions and grants that end soon and have had no reminder for this end. */
async function listEnding(db: Queryable, now: Date): Promise<Ending[]> {
  const latest = addMilliseconds(now, REMINDER_MS);
  const quietSince = addMilliseconds(now, -QUIET_MS);
  const canceled = await db
    .select({
      userId: subscriptions.userId,
      subjectId: subscriptions.paddleId,
      endsAt: subscriptions.scheduledAt,
    })
    .from(subscriptions)
    .where(
      and(
        isNotNull(subscriptions.userId),
        eq(subscriptions.scheduledAction, 'cancel'),
        inArray(subscriptions.status, ['active', 'trialing', 'past_due']),
        gt(subscriptions.scheduledAt, now),
        lte(subscriptions.scheduledAt, latest),
        sql`not exists (${db
          .select({ found: sql`1` })
          .from(billingEmails)
          .where(
            and(
              eq(billingEmails.template, 'subscription-canceled'),
              eq(billingEmails.subjectId, subscriptions.paddleId),
              gt(billingEmails.queuedAt, quietSince),
            ),
          )})`,
      ),
    );
  const granted = await db
    .select({
      userId: premiumGrants.userId,
      subjectId: sql<string>`${premiumGrants.id}::text`,
      endsAt: premiumGrants.endsAt,
    })
    .from(premiumGrants)
    .where(
      and(
        isNull(premiumGrants.revokedAt),
        lte(premiumGrants.startsAt, quietSince),
        gt(premiumGrants.endsAt, now),
        lte(premiumGrants.endsAt, latest),
      ),
    )
    // Every server picks the same one of several grants.
    .orderBy(premiumGrants.id);
  const ending = [...canceled, ...granted].flatMap(({ userId, subjectId, endsAt }) =>
    userId && endsAt ? [{ userId, subjectId, endsAt }] : [],
  );
  return withoutReminded(db, ending);
}

/** Leaves out ends that were reminded of before. Several grants may end on the same date, which is one end. */
async function withoutReminded(db: Queryable, ending: Ending[]): Promise<Ending[]> {
  if (ending.length === 0) return [];
  const reminded = await db
    .select({ subjectId: billingEmails.subjectId, occurrence: billingEmails.occurrence })
    .from(billingEmails)
    .where(
      and(
        eq(billingEmails.template, 'premium-ends-soon'),
        isOneOf(
          billingEmails.subjectId,
          ending.map(({ subjectId }) => subjectId),
        ),
      ),
    );
  const keys = new Set(reminded.map(({ subjectId, occurrence }) => `${subjectId} ${occurrence}`));
  const getUserKey = ({ userId, endsAt }: Ending) => `${userId} ${endsAt.toISOString()}`;
  const done = new Set(
    ending
      .filter(({ subjectId, endsAt }) => keys.has(`${subjectId} ${endsAt.toISOString()}`))
      .map(getUserKey),
  );
  return ending.filter((each) => {
    const key = getUserKey(each);
    return !done.has(key) && done.add(key);
  });
}
