import type { PlanPreview } from './sdk-entities.ts';
import type { PaddleSnapshot, PaymentSnapshot } from './snapshots.ts';

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
