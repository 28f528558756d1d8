import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Handle } from '#core/server/http/endpoints.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { describeChange } from '#core/server/platform/security-events/describe-change.ts';
import type { Dependencies } from '#dependencies.ts';
import { lockCustomer } from '#features/accounts/server/accounts.ts';
import { getAdministratorName } from '#features/accounts/server/admin/admin.ts';
import {
  linkSubscription,
  MAX_LISTED_PROBLEMS,
  readBillingProblems,
  replayEvent as replayEndpoint,
} from '#features/billing/contract/admin-endpoints.ts';
import { IS_UNLINKED } from '#features/billing/server/billing.queries.ts';
import {
  billingReconciliation,
  subscriptions,
  webhookEvents,
} from '#features/billing/server/billing.tables.ts';
import { queueSubscriptionEmails } from '#features/billing/server/emails/queue-billing-email.ts';
import { savePaddleCustomer } from '#features/billing/server/subscriptions/apply-snapshots.ts';
import { formatStatus } from '#features/billing/server/subscriptions/present-subscription.ts';
import { webhookEventQueue } from '#features/billing/server/webhooks/webhook-events.ts';

/** Lists billing problems that need attention, retries failed events and links subscriptions. */
export function adminProblemsRoutes(
  handle: Handle,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  const { db } = database;

  handle(readBillingProblems, async () => {
    const deadLetters = await listDeadLetters(db);
    const unlinked = await listUnlinked(db);
    const { failed, waiting, unlinked: unlinkedCount, reconciliation } = await readProblemState(db);
    return {
      dead_letters: deadLetters.map((row) => ({
        event_id: row.eventId,
        event_type: row.eventType,
        occurred_at: row.occurredAt.toISOString(),
        received_at: row.receivedAt.toISOString(),
        attempts: row.attempts,
        last_error: row.lastError,
      })),
      dead_letter_count: failed,
      unlinked: unlinked.map((row) => ({
        id: row.id,
        paddle_subscription_id: row.paddleId,
        paddle_customer_id: row.paddleCustomerId,
        get_status_display: formatStatus(row),
        product_name: row.productName,
        created_at: row.startedAt.toISOString(),
      })),
      unlinked_count: unlinkedCount,
      waiting,
      last_reconciled_at: reconciliation?.lastSuccessAt?.toISOString() ?? null,
      last_reconciliation_error: reconciliation?.lastError ?? null,
    };
  });

  handle(replayEndpoint, ({ params, events }) =>
    database.transaction(async (tx) => {
      await replayEvent(tx, params.id);
      const target = { type: 'billing_event', id: params.id };
      await events.record(tx, { kind: 'billing_event_replayed', target });
    }),
  );

  handle(linkSubscription, ({ params, body, caller, events }) =>
    database.transaction(async (tx) => {
      const linkedBy = await getAdministratorName(tx, caller.administratorId);
      const customer = body.customer_id;
      const before = await assignSubscription(tx, params.id, { userId: customer, linkedBy }, clock.now());
      await events.record(tx, {
        kind: 'subscription_linked',
        target: { type: 'customer', id: customer },
        details: { label: params.id, ...describeChange({ customer: before }, { customer }) },
      });
    }),
  );
}

/**
 * Queues a permanently failed event for one more attempt. Does nothing when it is already queued or applied. The attempt
 * count is not reset, so an event that fails again is immediately listed as failed again.
 */
async function replayEvent(tx: Transaction, eventId: string): Promise<void> {
  const hasId = eq(webhookEvents.eventId, eventId);
  const replayed = await tx
    .update(webhookEvents)
    .set({ state: 'waiting' })
    .where(and(hasId, eq(webhookEvents.state, 'failed')))
    .returning({ id: webhookEvents.eventId });
  if (replayed.length > 0) return enqueue(tx, webhookEventQueue, { eventId });
  const [existing] = await tx.select({ id: webhookEvents.eventId }).from(webhookEvents).where(hasId);
  if (!existing) throw notFound();
}

const customerNotFound = () =>
  new HttpError({
    status: 400,
    code: 'no_such_customer',
    body: { customer_id: ['This account no longer exists. Choose another customer.'] },
  });

const linkedToOtherCustomer = () =>
  new HttpError({
    status: 409,
    code: 'linked_otherwise',
    body: { detail: 'This subscription is already linked to another customer.' },
  });

/**
 * Links an unlinked subscription to a customer. Other subscriptions of the same Paddle customer are linked at their next
 * event, unless that Paddle customer is already linked to another user. Returns the customer that it was linked to before.
 */
async function assignSubscription(
  tx: Transaction,
  id: string,
  { userId, linkedBy }: { userId: string; linkedBy: string },
  now: Date,
): Promise<string | null> {
  // Locks the customer before the subscription, in the same order as account deletion.
  if (!(await lockCustomer(tx, userId))) throw customerNotFound();
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
  if (!row) throw notFound();
  if (row.userId === userId) return row.userId;
  if (row.userId !== null) throw linkedToOtherCustomer();
  await tx.update(subscriptions).set({ userId }).where(eq(subscriptions.id, id));
  await savePaddleCustomer(tx, { paddleCustomerId: row.paddleCustomerId, userId, linkedBy, linkedAt: now });
  await queueSubscriptionEmails(tx, null, { ...row, userId }, now);
  return row.userId;
}

const DEAD_LETTER = {
  eventId: webhookEvents.eventId,
  eventType: webhookEvents.eventType,
  occurredAt: webhookEvents.occurredAt,
  receivedAt: webhookEvents.receivedAt,
  attempts: webhookEvents.attempts,
  lastError: webhookEvents.lastError,
};

/** Lists the events that failed permanently, oldest first. */
function listDeadLetters(db: Queryable) {
  return db
    .select(DEAD_LETTER)
    .from(webhookEvents)
    .where(eq(webhookEvents.state, 'failed'))
    .orderBy(asc(webhookEvents.occurredAt), asc(webhookEvents.eventId))
    .limit(MAX_LISTED_PROBLEMS);
}

/** Lists subscriptions without a customer, newest first. */
function listUnlinked(db: Queryable) {
  return db
    .select()
    .from(subscriptions)
    .where(IS_UNLINKED)
    .orderBy(desc(subscriptions.startedAt), desc(subscriptions.paddleId))
    .limit(MAX_LISTED_PROBLEMS);
}

const ONE_ROW = sql`(select) as one_row`;

/** Counts the problems and reads the state of reconciliation, which is `null` before the first run. */
async function readProblemState(db: Queryable) {
  const [row] = await db
    .select({
      failed: db.$count(webhookEvents, eq(webhookEvents.state, 'failed')),
      waiting: db.$count(webhookEvents, eq(webhookEvents.state, 'waiting')),
      unlinked: db.$count(subscriptions, IS_UNLINKED),
      reconciliation: billingReconciliation,
    })
    .from(ONE_ROW)
    .leftJoin(billingReconciliation, sql`true`);
  return row as NonNullable<typeof row>;
}
