import type { paddleEvents } from '#server/domains/billing/billing.tables.ts';
import { parsePayment } from '#server/domains/billing/paddle/payment-snapshot.ts';
import { parseSubscription } from '#server/domains/billing/paddle/subscription-snapshot.ts';
import { toPaddleTimestamp } from '#server/domains/billing/paddle/timestamp.ts';
import { applyPayment } from '#server/domains/billing/subscriptions/apply-payment.ts';
import { applySubscription } from '#server/domains/billing/subscriptions/apply-subscription.ts';
import type { ApplyingParts } from '#server/domains/billing/subscriptions/link-subscription.ts';
import type { Transaction } from '#server/platform/database.ts';

type PaddleEvent = Pick<typeof paddleEvents.$inferSelect, 'eventType' | 'occurredAt' | 'data'>;

/** Applies one webhook event. Throws when its payload is invalid. */
export async function applyEvent(tx: Transaction, event: PaddleEvent, parts: ApplyingParts): Promise<void> {
  const occurredAt = toPaddleTimestamp(event.occurredAt);
  switch (getEventSubject(event.eventType)) {
    case 'subscription':
      await applySubscription(tx, parseSubscription(event.data), parts, occurredAt);
      break;
    case 'transaction':
      await applyPayment(tx, parsePayment(event.data), parts.now, occurredAt);
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
  ].map((event) => `subscription.${event}`),
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
  ].map((event) => `transaction.${event}`),
);

/** Returns the kind of entity that an event reports; `null` for events that are not used, including new types. */
export function getEventSubject(eventType: string): 'subscription' | 'transaction' | null {
  if (SUBSCRIPTION_EVENTS.has(eventType)) return 'subscription';
  return TRANSACTION_EVENTS.has(eventType) ? 'transaction' : null;
}
