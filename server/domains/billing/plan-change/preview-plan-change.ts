import type { PlanChangePreview } from '#contract/billing/plan-change.ts';
import type { SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import { toMajorUnits } from '#server/domains/billing/checkout/amount.ts';
import { GatewayError, type PaddleGateway } from '#server/domains/billing/paddle/paddle-gateway.ts';
import type { PlanPreview } from '#server/domains/billing/paddle/plan-preview.ts';
import type { Clock } from '#server/platform/clock.ts';
import { alreadyOnPlan, planChangeBlocked, previewFailed } from './plan-change.errors.ts';
import { getPlanChangeStep } from './plan-change-rule.ts';
import { makeBasis } from './preview-basis.ts';

interface Plan {
  name: string;
  interval: 'month' | 'year';
}

/** Returns Paddle's preview of a change to a price that is for sale. Throws the error to show to the customer. */
export async function previewPlanChange(
  { gateway, clock }: { gateway: PaddleGateway; clock: Clock },
  row: SubscriptionRow,
  { priceId, plan }: { priceId: string; plan: Plan },
): Promise<PlanChangePreview> {
  const step = getPlanChangeStep(row, priceId, clock.now());
  if (step.kind === 'none') throw alreadyOnPlan();
  if (step.kind === 'blocked') throw planChangeBlocked(row, step.blocker);
  try {
    const preview = await gateway.previewPrice(row.paddleId, { priceId, proration: step.proration });
    return presentPreview(preview, plan, makeBasis(row, priceId, clock.now()));
  } catch (error) {
    throw error instanceof GatewayError ? previewFailed(error) : error;
  }
}

function presentPreview(preview: PlanPreview, plan: Plan, basis: string): PlanChangePreview {
  const { currency, chargeNow, credit, nextPayment, renewalAmount } = preview;
  const format = (amount: string) => toMajorUnits(amount, currency);
  const formatIfAny = (amount: string) => (/[1-9]/.test(amount) ? format(amount) : null);
  return {
    plan: { name: plan.name, interval: plan.interval },
    currency,
    charge_now: formatIfAny(chargeNow),
    credit: formatIfAny(credit),
    next_payment: nextPayment && {
      date: nextPayment.at.toISOString(),
      amount: format(nextPayment.amount),
    },
    renewal_price: renewalAmount === null ? null : format(renewalAmount),
    basis,
  };
}
