import { and, eq } from 'drizzle-orm';
import {
  linkSubscription,
  readBillingProblems,
  replayEvent as replayEndpoint,
} from '#contract/billing/admin-endpoints.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getAdministratorName } from '#server/domains/admin/admin.ts';
import { paddleEvents } from '#server/domains/billing/billing.tables.ts';
import { formatStatus } from '#server/domains/billing/subscriptions/present-subscription.ts';
import { webhookEventQueue } from '#server/domains/billing/webhooks/apply-stored-event.ts';
import type { Handle } from '#server/http/endpoints.ts';
import type { Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import { describeChange } from '#server/platform/security-events/describe-change.ts';
import { assignSubscription } from './assign-subscription.ts';
import { listDeadLetters, listUnlinked, readProblemState } from './problems.queries.ts';

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
  const hasId = eq(paddleEvents.eventId, eventId);
  const replayed = await tx
    .update(paddleEvents)
    .set({ state: 'waiting' })
    .where(and(hasId, eq(paddleEvents.state, 'failed')))
    .returning({ id: paddleEvents.eventId });
  if (replayed.length > 0) return enqueue(tx, webhookEventQueue, { eventId });
  const [existing] = await tx.select({ id: paddleEvents.eventId }).from(paddleEvents).where(hasId);
  if (!existing) throw notFound();
}
