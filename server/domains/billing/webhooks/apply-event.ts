import type { paddleEvents } from '#server/domains/billing/billing.tables.ts';
import { readPayment } from '#server/domains/billing/paddle/payment-snapshot.ts';
import { readSubscription } from '#server/domains/billing/paddle/subscription-snapshot.ts';
import { toPaddleTimestamp } from '#server/domains/billing/paddle/timestamp.ts';
import { applyPayment } from '#server/domains/billing/subscriptions/apply-payment.ts';
import { applySubscription } from '#server/domains/billing/subscriptions/apply-subscription.ts';
import type { ApplyingParts } from '#server/domains/billing/subscriptions/link-subscription.ts';
import type { Transaction } from '#server/platform/database.ts';

type PaddleEvent = Pick<typeof paddleEvents.$inferSelect, 'eventType' | 'occurredAt' | 'data'>;

/** Applies one of Paddle's messages. Throws when it cannot be read. */
export async function applyEvent(tx: Transaction, event: PaddleEvent, parts: ApplyingParts): Promise<void> {
  const occurredAt = toPaddleTimestamp(event.occurredAt);
  switch (getEventSubject(event.eventType)) {
    case 'subscription':
      await applySubscription(tx, readSubscription(event.data), parts, occurredAt);
      break;
    case 'transaction':
      await applyPayment(tx, readPayment(event.data), occurredAt);
      break;
    case null:
      break;
  }
}

const SUBSCRIPTION_EVENTS = new Set(
  [
    'activated',
    'canceled',
    'created',
    'imported',
    'past_due',
    'paused',
    'resumed',
    'trialing',
    'updated',
  ].map((what) => `subscription.${what}`),
);
const TRANSACTION_EVENTS = new Set(
  [
    'billed',
    'canceled',
    'completed',
    'created',
    'paid',
    'past_due',
    'payment_failed',
    'ready',
    'revised',
    'updated',
  ].map((what) => `transaction.${what}`),
);

/** What a message is about, of the things that are kept; `null` for all others, new kinds among them. */
export function getEventSubject(eventType: string): 'subscription' | 'transaction' | null {
  if (SUBSCRIPTION_EVENTS.has(eventType)) return 'subscription';
  return TRANSACTION_EVENTS.has(eventType) ? 'transaction' : null;
}
