import { and, eq, gte, isNull, lt, ne, notLike, or } from 'drizzle-orm';
import { addMilliseconds, DAY, HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { queueEmail } from '#core/server/platform/email/outbox.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import { findCustomer } from '#features/accounts/server/accounts.ts';
import type { SubscriptionRow } from '#features/billing/server/billing.queries.ts';
import { billingEmails, payments } from '#features/billing/server/billing.tables.ts';

export type BillingTemplate =
  | 'payment-receipt'
  | 'payment-failed'
  | 'subscription-canceled'
  | 'subscription-resumed'
  | 'premium-ends-soon'
  | 'transfer-receipt'
  | 'transfer-removed'
  | 'transfer-reminder';

interface BillingEmail {
  template: BillingTemplate;
  subjectId: string;
  /** Distinguishes emails of one template about the same subject. */
  occurrence: string;
}

/** A failed payment, of which its customer is alerted. */
interface PaymentAlert {
  userId: string;
  subscriptionId: string;
  /** The unpaid period. */
  occurrence: string;
  occurredAt: string;
}

/** A job for each failed payment. The alerts feature handles them. */
export const paymentAlertQueue = defineQueue<PaymentAlert>('payment-alert', {
  timeLimitMs: MINUTE,
  retries: { maxAttempts: 12, firstDelayMs: 5 * SECOND, longestDelayMs: HOUR },
});

/** Longer than Paddle or a reconciliation can repeat the cause of an email. */
const RETENTION_MS = 90 * DAY;

/** Queues an email to a customer in the transaction that causes it, unless it was queued before. */
export async function queueBillingEmail(
  tx: Transaction,
  userId: string,
  email: BillingEmail,
  now: Date,
): Promise<void> {
  const [isFirst] = await tx
    .insert(billingEmails)
    .values({ ...email, queuedAt: now })
    .onConflictDoNothing()
    .returning();
  if (!isFirst) return;
  const customer = await findCustomer(tx, userId);
  if (!customer) return;
  const { template, subjectId } = email;
  await queueEmail(tx, { template, recipient: customer.email, subjectId });
}

/** Queues the email that a change of a subscription causes, and the receipts that waited for its owner. */
export async function queueSubscriptionEmails(
  tx: Transaction,
  before: EmailState | null,
  after: SubscriptionRow,
  now: Date,
): Promise<void> {
  if (after.userId === null) return;
  const email = getSubscriptionEmail(before, after, now);
  if (email) await queueBillingEmail(tx, after.userId, { ...email, subjectId: after.paddleId }, now);
  if (email?.template === 'payment-failed') {
    const { id: subscriptionId, userId } = after;
    const { occurrence } = email;
    await enqueue(tx, paymentAlertQueue, {
      userId,
      subscriptionId,
      occurrence,
      occurredAt: now.toISOString(),
    });
  }
  if (before === null) await queueReceipts(tx, after, now);
}

/**
 * Queues the receipts of a subscription's recent payments and of the one that was just completed. A trial that starts
 * without a charge is not a payment, and neither is the credit of a plan change, nor a renewal that credit covers.
 */
export async function queueReceipts(
  tx: Transaction,
  { paddleId, userId }: Pick<SubscriptionRow, 'paddleId' | 'userId'>,
  now: Date,
  completedId: string | null = null,
): Promise<void> {
  if (userId === null) return;
  const paid = await tx
    .select({ paddleId: payments.paddleId })
    .from(payments)
    .where(
      and(
        eq(payments.paddleSubscriptionId, paddleId),
        eq(payments.status, 'completed'),
        ne(payments.totalAmount, '0'),
        notLike(payments.totalAmount, '-%'),
        or(isNull(payments.chargedAmount), ne(payments.chargedAmount, '0')),
        or(
          gte(payments.billedAt, addMilliseconds(now, -RECENT_MS)),
          completedId === null ? undefined : eq(payments.paddleId, completedId),
        ),
      ),
    );
  for (const { paddleId: subjectId } of paid) {
    await queueBillingEmail(tx, userId, { template: 'payment-receipt', subjectId, occurrence: '' }, now);
  }
}

/** Deletes records of emails that were queued long ago. */
export async function removeOldBillingEmails(db: Queryable, now: Date): Promise<void> {
  await db.delete(billingEmails).where(lt(billingEmails.queuedAt, addMilliseconds(now, -RETENTION_MS)));
}

/** The fields of a subscription that determine its emails. */
type EmailState = Pick<
  SubscriptionRow,
  'status' | 'scheduledAction' | 'periodStart' | 'startedAt' | 'paddleUpdatedAt' | 'version'
>;

/** An email about a subscription. No two emails of one template have the same subscription and occurrence. */
interface SubscriptionEmail {
  template: 'payment-failed' | 'subscription-canceled' | 'subscription-resumed';
  occurrence: string;
}

/** Older changes cause no email: they come from a first import, or a long outage has made them irrelevant. */
const RECENT_MS = 7 * DAY;
/** How long before the end of premium access customers are reminded. */
export const REMINDER_MS = 3 * DAY;

/** Returns true when a change is recent enough for an email. */
export const isRecent = (at: Date, now: Date): boolean => at >= addMilliseconds(now, -RECENT_MS);

/**
 * Returns the email that a change of the stored subscription causes; `null` for none. The stored state only moves to newer
 * snapshots (`applySnapshot`), so a repeated or outdated snapshot causes no email. `before` is `null` when the
 * subscription was not stored or had no owner: a new one is compared with an active one, an old one causes no email.
 */
export function getSubscriptionEmail(
  before: EmailState | null,
  after: EmailState,
  now: Date,
): SubscriptionEmail | null {
  if (!isRecent(after.paddleUpdatedAt, now)) return null;
  if (before === null && !isRecent(after.startedAt, now)) return null;
  const { status, version, periodStart } = after;
  if (isCanceling(after)) {
    return before && isCanceling(before) ? null : { template: 'subscription-canceled', occurrence: version };
  }
  if (status === 'past_due') {
    const isReported = before?.status === 'past_due' && isSameTime(before.periodStart, periodStart);
    // Once per unpaid period: Paddle retries the payment several times.
    return isReported
      ? null
      : { template: 'payment-failed', occurrence: periodStart?.toISOString() ?? version };
  }
  return before && isStopping(before) && isActiveAndRenewing(after)
    ? { template: 'subscription-resumed', occurrence: version }
    : null;
}

/** Returns true when a subscription is canceled or will be. */
export const isCanceling = ({ status, scheduledAction }: Pick<EmailState, 'status' | 'scheduledAction'>) =>
  status === 'canceled' || scheduledAction === 'cancel';

const isStopping = (state: EmailState) =>
  state.status === 'paused' || state.scheduledAction === 'pause' || isCanceling(state);

const isActiveAndRenewing = ({ status, scheduledAction }: EmailState) =>
  (status === 'active' || status === 'trialing') && scheduledAction === null;

const isSameTime = (date: Date | null, other: Date | null) => date?.getTime() === other?.getTime();
