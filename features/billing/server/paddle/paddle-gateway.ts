import type { Subscription, SubscriptionPreview, Transaction } from '@paddle/paddle-node-sdk';
import * as z from 'zod/mini';
import {
  type PaddleSnapshot,
  type PaymentSnapshot,
  paddleTimestamp,
  parsePayment,
  parseSubscription,
} from './snapshots.ts';

/**
 * How a subscription is resumed: by removing its scheduled change, in a new period that is charged now, or in the period
 * that is already paid.
 */
export type Resumption = 'unschedule' | 'now' | 'continue';

/** A change of the price of a subscription. The plan changes immediately; `proration` is what is charged for it. */
export interface PriceChange {
  priceId: string;
  proration: 'prorated_immediately' | 'do_not_bill';
}

/** Paddle's management pages of one subscription. Their tokens expire, so they are fetched live and never stored. */
export interface ManagementUrls {
  updateUrl: string | null;
  cancelUrl: string | null;
}

/** Receives list entries that cannot be parsed. The other entries are still returned. */
export type OnUnreadable = (id: string, error: unknown) => void;

/** The operations of Paddle's API in use. Calls throw only `GatewayError` and are never retried automatically. */
export interface PaddleGateway {
  getSubscription(paddleId: string): Promise<PaddleSnapshot>;
  listSubscriptions(onUnreadable: OnUnreadable): AsyncIterable<PaddleSnapshot>;
  /** Lists payments updated since a timestamp, or all with `null`. */
  listPayments(updatedSince: Date | null, onUnreadable: OnUnreadable): AsyncIterable<PaymentSnapshot>;
  /** Pauses at the end of the paid period. */
  pause(paddleId: string): Promise<PaddleSnapshot>;
  /** Cancels at the end of the paid period. */
  cancel(paddleId: string): Promise<PaddleSnapshot>;
  /** Cancels immediately. For a paused subscription, which has no period. */
  cancelNow(paddleId: string): Promise<PaddleSnapshot>;
  resume(paddleId: string, how: Resumption): Promise<PaddleSnapshot>;
  previewPrice(paddleId: string, change: PriceChange): Promise<PlanPreview>;
  /** Changes the price, or nothing if the payment is declined. */
  changePrice(paddleId: string, change: PriceChange): Promise<PaddleSnapshot>;
  /** Returns `null` for both when Paddle does not respond in time: the page is shown without them. */
  getManagementUrls(paddleId: string): Promise<ManagementUrls>;
  /** Returns the URL of the invoice (PDF) of a completed transaction. It expires within an hour. */
  getInvoiceUrl(transactionId: string): Promise<string>;
}

/** Paddle rejected a call with an error code (`rejected`), or did not return a usable response (`unreachable`). */
export class GatewayError extends Error {
  readonly kind: 'rejected' | 'unreachable';
  /** Paddle's code, for example `subscription_locked_renewal`; else `timeout`, `network` or `unreadable_response`. */
  readonly code: string;
  /** Paddle's error message, for the log. */
  readonly detail: string;

  constructor(kind: GatewayError['kind'], code: string, detail: string, cause?: unknown) {
    super(`Paddle: ${code}: ${detail}`, { cause });
    this.name = 'GatewayError';
    this.kind = kind;
    this.code = code;
    this.detail = detail;
  }
}

/** What a change of the price costs, as calculated by Paddle. Amounts are in the currency's smallest unit, with taxes. */
export interface PlanPreview {
  currency: string;
  /** The amount that is charged immediately, after credit. */
  chargeNow: string;
  /** The amount that is added to the customer's credit balance. */
  credit: string;
  /** The next regular payment, after credit; `null` when none is due. */
  nextPayment: { at: Date; amount: string } | null;
  /** The amount of each regular payment. */
  renewalAmount: string | null;
}

const amount = z.string().check(z.regex(/^\d{1,15}$/));
const withTotals = <Totals extends z.ZodMiniObject>(totals: Totals) =>
  z.nullish(z.object({ details: z.object({ totals }) }));

/** Throws when a total is invalid: an amount to pay must never be guessed. */
const PreviewEntity = z.object({
  currency_code: z.string().check(z.regex(/^[A-Z]{3}$/)),
  next_billed_at: z.nullish(paddleTimestamp),
  immediate_transaction: withTotals(z.object({ grand_total: amount, credit_to_balance: amount })),
  next_transaction: withTotals(z.object({ grand_total: amount })),
  recurring_transaction_details: z.nullish(z.object({ totals: z.object({ total: amount }) })),
});

export const fromSdkSubscription = (subscription: Subscription): PaddleSnapshot =>
  parseSubscription(toPaddleNames(subscription));

export const fromSdkTransaction = (transaction: Transaction): PaymentSnapshot =>
  parsePayment(toPaddleNames(transaction));

export function fromSdkPreview(preview: SubscriptionPreview): PlanPreview {
  const entity = z.parse(PreviewEntity, toPaddleNames(preview));
  const immediate = entity.immediate_transaction?.details.totals;
  const next = entity.next_transaction?.details.totals;
  const nextBilledAt = entity.next_billed_at;
  return {
    currency: entity.currency_code,
    chargeNow: immediate?.grand_total ?? '0',
    credit: immediate?.credit_to_balance ?? '0',
    nextPayment: nextBilledAt && next ? { at: nextBilledAt.date, amount: next.grand_total } : null,
    renewalAmount: entity.recurring_transaction_details?.totals.total ?? null,
  };
}

/**
 * Converts the names of the SDK's entities back to Paddle's, so that API responses and webhook events are parsed by the same
 * schema. Custom data stays unchanged.
 */
function toPaddleNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPaddleNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      name === 'customData' ? item : toPaddleNames(item),
    ]),
  );
}
