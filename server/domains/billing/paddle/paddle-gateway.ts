import type { PaymentSnapshot } from './payment-snapshot.ts';
import type { PaddleSnapshot } from './subscription-snapshot.ts';

/** How a subscription goes on: by taking back what is scheduled, in a new period that is charged now, or in the paid one. */
export type Resumption = 'undo' | 'now' | 'continue';

/** Paddle's own pages for one subscription. Their tokens run out: they are asked for anew and never stored. */
export interface ManagementUrls {
  updateUrl: string | null;
  cancelUrl: string | null;
}

/** Told of what a list holds and cannot be read; the others are given all the same. */
export type OnUnreadable = (id: string, error: unknown) => void;

/** What is asked of Paddle's API. Every call throws a `GatewayError` alone, and none is repeated by itself. */
export interface PaddleGateway {
  getSubscription(paddleId: string): Promise<PaddleSnapshot>;
  listSubscriptions(onUnreadable: OnUnreadable): AsyncIterable<PaddleSnapshot>;
  /** Those that changed since then; all of them with `null`. */
  listPayments(updatedSince: Date | null, onUnreadable: OnUnreadable): AsyncIterable<PaymentSnapshot>;
  /** Pauses at the end of the paid period. */
  pause(paddleId: string): Promise<PaddleSnapshot>;
  /** Cancels at the end of the paid period. */
  cancel(paddleId: string): Promise<PaddleSnapshot>;
  resume(paddleId: string, how: Resumption): Promise<PaddleSnapshot>;
  /** Both `null` when Paddle does not answer soon: the page is shown without them. */
  getManagementUrls(paddleId: string): Promise<ManagementUrls>;
}

/** Paddle said no, with its own code (`refused`), or did not give an answer that can be used (`unreachable`). */
export class GatewayError extends Error {
  readonly kind: 'refused' | 'unreachable';
  /** Paddle's, for example `subscription_locked_renewal`; else `timeout`, `network` or `unreadable_answer`. */
  readonly code: string;
  /** Paddle's own sentence, for the log. */
  readonly detail: string;

  constructor(kind: GatewayError['kind'], code: string, detail: string, cause?: unknown) {
    super(`Paddle: ${code}: ${detail}`, { cause });
    this.name = 'GatewayError';
    this.kind = kind;
    this.code = code;
    this.detail = detail;
  }
}
