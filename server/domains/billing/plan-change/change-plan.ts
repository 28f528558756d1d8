import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { GatewayError } from '#server/domains/billing/paddle/paddle-gateway.ts';
import {
  type ChangeParts,
  storeSnapshot,
} from '#server/domains/billing/subscriptions/change-subscription.ts';
import { planChangeBlocked, planChangeFailed, previewOutdated } from './plan-change.errors.ts';
import { getPlanChangeStep } from './plan-change-rule.ts';
import { isCurrentBasis } from './preview-basis.ts';

/**
 * Changes the price of a subscription at Paddle, which charges or credits the difference, and stores Paddle's response.
 * Makes no call when the subscription already has the price. A failed call is never retried: the subscription is fetched
 * again, and the change counts as made if Paddle has it. Otherwise throws the error to show to the customer.
 */
export async function changePlan(
  parts: ChangeParts,
  row: SubscriptionRow,
  { priceId, basis }: { priceId: string; basis: string },
): Promise<SubscriptionRow> {
  const step = getPlanChangeStep(row, priceId, parts.clock.now());
  if (step.kind === 'none') return row;
  if (step.kind === 'blocked') throw planChangeBlocked(row, step.blocker);
  if (!isCurrentBasis(basis, row, priceId, parts.clock.now())) throw previewOutdated();
  const { paddleId } = row;
  try {
    const change = { priceId, proration: step.proration };
    // No transaction is open during the call, which may take 30 seconds.
    return await storeSnapshot(parts, await parts.gateway.changePrice(paddleId, change));
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    parts.logger.warn({ err: error, paddleId }, 'plan change failed at Paddle');
    const current = await refresh(parts, paddleId);
    const remaining = current && getPlanChangeStep(current, priceId, parts.clock.now());
    if (current && remaining?.kind === 'none') return current;
    if (current && remaining?.kind === 'blocked') throw planChangeBlocked(current, remaining.blocker);
    throw planChangeFailed(error);
  }
}

/** Fetches and stores the subscription; returns `null` if Paddle does not respond. */
async function refresh(parts: ChangeParts, paddleId: string): Promise<SubscriptionRow | null> {
  try {
    return await storeSnapshot(parts, await parts.gateway.getSubscription(paddleId));
  } catch (error) {
    if (error instanceof GatewayError) return null;
    throw error;
  }
}
