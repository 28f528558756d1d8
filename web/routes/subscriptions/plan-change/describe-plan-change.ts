import type { PlanChangePreview } from '#contract/billing/plan-change.ts';
import type { Subscription } from '#contract/billing/subscriptions.ts';

type Current = Pick<Subscription, 'status' | 'product'>;

/** Explains the amounts of a preview. */
export function describePlanChange({ status, product }: Current, preview: PlanChangePreview): string[] {
  return [
    describeStart(status, product.interval, preview),
    ...(preview.charge_now === null ? [] : ['Paddle charges the payment method on file.']),
    ...(preview.credit === null
      ? []
      : ['Paddle keeps the credit and deducts it from your next payments. It is not paid out.']),
    'Amounts include taxes. Paddle calculates them to the minute.',
  ];
}

function describeStart(
  status: Subscription['status'],
  currentInterval: 'month' | 'year',
  preview: PlanChangePreview,
): string {
  if (status === 'trialing') {
    return 'The new plan starts immediately. Your trial continues, and nothing is charged until it ends.';
  }
  if (preview.plan.interval !== currentInterval) {
    return `The new plan starts immediately, and a new ${preview.plan.interval} begins today. The unused part of the current period is deducted.`;
  }
  return preview.charge_now === null && preview.credit !== null
    ? 'The new plan starts immediately. The unused part of your current plan is worth more than the new plan for the rest of the period, so you get the difference as credit.'
    : 'The new plan starts immediately. You pay its price for the rest of the period, less the unused part of your current plan.';
}
