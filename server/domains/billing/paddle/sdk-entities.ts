import type { Subscription, SubscriptionPreview, Transaction } from '@paddle/paddle-node-sdk';
import { type PaymentSnapshot, parsePayment } from './payment-snapshot.ts';
import { type PlanPreview, parsePreview } from './plan-preview.ts';
import { type PaddleSnapshot, parseSubscription } from './subscription-snapshot.ts';

/**
 * Converts the SDK's camel-case entity back to Paddle's field names, so that API responses and webhook events are parsed by
 * the same schema.
 */
export function fromSdkSubscription(subscription: Subscription): PaddleSnapshot {
  const { currentBillingPeriod, scheduledChange } = subscription;
  return parseSubscription({
    id: subscription.id,
    status: subscription.status,
    customer_id: subscription.customerId,
    currency_code: subscription.currencyCode,
    created_at: subscription.createdAt,
    started_at: subscription.startedAt,
    updated_at: subscription.updatedAt,
    next_billed_at: subscription.nextBilledAt,
    current_billing_period: currentBillingPeriod && {
      starts_at: currentBillingPeriod.startsAt,
      ends_at: currentBillingPeriod.endsAt,
    },
    billing_cycle: subscription.billingCycle,
    scheduled_change: scheduledChange && {
      action: scheduledChange.action,
      effective_at: scheduledChange.effectiveAt,
    },
    paused_at: subscription.pausedAt,
    items: subscription.items.map(({ price, product }) => ({
      price: {
        id: price.id,
        name: price.name,
        description: price.description,
        unit_price: toMoney(price.unitPrice),
        unit_price_overrides: price.unitPriceOverrides.map(({ unitPrice }) => ({
          unit_price: toMoney(unitPrice),
        })),
      },
      product: { name: product.name },
    })),
    custom_data: subscription.customData,
  });
}

export function fromSdkTransaction(transaction: Transaction): PaymentSnapshot {
  return parsePayment({
    id: transaction.id,
    subscription_id: transaction.subscriptionId,
    customer_id: transaction.customerId,
    status: transaction.status,
    currency_code: transaction.currencyCode,
    details: {
      totals: {
        total: transaction.details?.totals?.total,
        grand_total: transaction.details?.totals?.grandTotal,
      },
    },
    billed_at: transaction.billedAt,
    updated_at: transaction.updatedAt,
  });
}

export function fromSdkPreview(preview: SubscriptionPreview): PlanPreview {
  const { immediateTransaction, nextTransaction, recurringTransactionDetails } = preview;
  const immediate = immediateTransaction?.details.totals;
  return parsePreview({
    currency_code: preview.currencyCode,
    next_billed_at: preview.nextBilledAt,
    immediate: immediate && {
      grand_total: immediate.grandTotal,
      credit_to_balance: immediate.creditToBalance,
    },
    next: nextTransaction && { grand_total: nextTransaction.details.totals.grandTotal },
    recurring: recurringTransactionDetails && { total: recurringTransactionDetails.totals.total },
  });
}

const toMoney = ({ amount, currencyCode }: { amount: string; currencyCode: string }) => ({
  amount,
  currency_code: currencyCode,
});
