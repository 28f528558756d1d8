import type { Subscription, Transaction } from '@paddle/paddle-node-sdk';
import { type PaymentSnapshot, readPayment } from './payment-snapshot.ts';
import { type PaddleSnapshot, readSubscription } from './subscription-snapshot.ts';

/** The SDK renames what Paddle answers; named as in webhooks again it is read, and checked, in the one same way. */
export function fromSdkSubscription(subscription: Subscription): PaddleSnapshot {
  const { currentBillingPeriod, scheduledChange } = subscription;
  return readSubscription({
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
  return readPayment({
    id: transaction.id,
    subscription_id: transaction.subscriptionId,
    customer_id: transaction.customerId,
    status: transaction.status,
    currency_code: transaction.currencyCode,
    details: { totals: { total: transaction.details?.totals?.total } },
    billed_at: transaction.billedAt,
    updated_at: transaction.updatedAt,
  });
}

const toMoney = ({ amount, currencyCode }: { amount: string; currencyCode: string }) => ({
  amount,
  currency_code: currencyCode,
});
