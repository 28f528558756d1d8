import {
  linkSubscription,
  readBillingProblems,
  replayEvent as replayEndpoint,
} from '#contract/billing/admin-endpoints.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getAdministratorName } from '#server/domains/admin/admin.ts';
import { formatStatus } from '#server/domains/billing/subscriptions/present-subscription.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { describeChange } from '#server/platform/security-events/describe-change.ts';
import { assignSubscription } from './assign-subscription.ts';
import { listDeadLetters, listUnlinked, readProblemState } from './problems.queries.ts';
import { replayEvent } from './replay-event.ts';

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
