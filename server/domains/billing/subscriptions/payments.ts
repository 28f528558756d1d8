import type { SubscriptionPayment } from '#contract/billing/subscriptions.ts';
import type { LimitName } from '#server/config/limit-settings.ts';
import { paddleUnreachable, receiptUnavailable } from '#server/domains/billing/billing.errors.ts';
import { listSubscriptionPayments, type SubscriptionRow } from '#server/domains/billing/billing.queries.ts';
import type { payments } from '#server/domains/billing/billing.tables.ts';
import { toMajorUnits } from '#server/domains/billing/checkout/amount.ts';
import { GatewayError, type PaddleGateway } from '#server/domains/billing/paddle/paddle-gateway.ts';
import type { Queryable } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { isShared } from './management-links.ts';

type PaymentRow = typeof payments.$inferSelect;

const STATES: Partial<Record<string, SubscriptionPayment['state']>> = {
  completed: 'completed',
  paid: 'processing',
  past_due: 'overdue',
};

/** Presents a payment; nothing for a checkout that was not paid, and for a trial or card change without a charge. */
export function presentPayment(row: PaymentRow): SubscriptionPayment[] {
  const state = STATES[row.status];
  if (!state || row.totalAmount === '0') return [];
  const { kind, amount } = toAmount(row);
  return [
    {
      id: row.paddleId,
      billed_at: row.billedAt?.toISOString() ?? null,
      kind,
      total: toMajorUnits(amount, row.currency),
      currency: row.currency,
      state,
    },
  ];
}

function toAmount({ totalAmount, chargedAmount }: Pick<PaymentRow, 'totalAmount' | 'chargedAmount'>): {
  kind: SubscriptionPayment['kind'];
  amount: string;
} {
  if (totalAmount.startsWith('-')) return { kind: 'credit', amount: totalAmount.slice(1) };
  if (chargedAmount === '0') return { kind: 'covered', amount: totalAmount };
  return { kind: 'charge', amount: chargedAmount ?? totalAmount };
}

/**
 * Returns the URL of a receipt at Paddle, fetched live because it expires. It contains the billing details of the Paddle
 * customer, so it is withheld if that customer is shared with another user.
 */
export async function getReceiptUrl(
  { db, rateLimits, gateway }: { db: Queryable; rateLimits: RateLimits<LimitName>; gateway: PaddleGateway },
  subscription: SubscriptionRow,
  paymentId: string,
): Promise<string> {
  const own = await listSubscriptionPayments(db, subscription.paddleId);
  const payment = own.find(({ paddleId }) => paddleId === paymentId);
  if (!payment) throw notFound();
  await rateLimits.count('subscriptionLinksAccount', subscription.userId ?? '');
  if (payment.status !== 'completed' || (await isShared(db, subscription))) throw receiptUnavailable();
  try {
    return await gateway.getInvoiceUrl(paymentId);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw error.kind === 'rejected' ? receiptUnavailable() : paddleUnreachable(error);
  }
}
