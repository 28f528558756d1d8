import { SECOND } from '#server/platform/clock.ts';
import type { PaddleGateway } from './paddle/paddle-gateway.ts';
import { reconcileIfDue } from './reconciliation/reconcile.ts';
import { applyDueEvents, type WorkerParts } from './webhooks/billing-worker.ts';

/** The Paddle account that sells the subscriptions. */
export interface PaddleAccount {
  gateway: PaddleGateway;
  /** The secrets of webhook signatures; more than one during a rotation. */
  webhookSecrets: readonly string[];
}

export interface Billing {
  /** `null` when billing is disabled. */
  paddle: PaddleAccount | null;
  /** Wakes the worker after an event was stored. */
  wake(): void;
  /** Applies all due events. */
  runDue(): Promise<void>;
  /** Reconciles with Paddle if it is due. */
  reconcileIfDue(): Promise<void>;
  /** Starts polling. */
  start(): void;
  close(): Promise<void>;
}

const POLL_MS = 20 * SECOND;

/** Creates the background worker, which applies webhook events and reconciles with Paddle once an hour. */
export function createBilling({
  paddle,
  ...given
}: Omit<WorkerParts, 'stopping'> & { paddle: PaddleAccount | null }): Billing {
  const stopping = new AbortController();
  const parts = { ...given, stopping: stopping.signal };
  let timer: NodeJS.Timeout | undefined;
  let applying: Promise<void> | undefined;
  let reconciling: Promise<void> | undefined;
  let isRequested = false;

  const runDue = () => applyDueEvents(parts);
  const reconcileWhenDue = async () => {
    if (paddle) await reconcileIfDue(parts, paddle.gateway);
  };

  function wake(): void {
    isRequested = true;
    applying ??= applyWhileRequested();
  }

  async function applyWhileRequested(): Promise<void> {
    while (isRequested && !stopping.signal.aborted) {
      isRequested = false;
      await runDue().catch((error) => parts.logger.error({ err: error }, 'failed to apply webhook events'));
    }
    applying = undefined;
  }

  function poll(): void {
    wake();
    reconciling ??= reconcileWhenDue()
      .catch((error) => parts.logger.error({ err: error }, 'reconciliation with Paddle failed'))
      .finally(() => {
        reconciling = undefined;
      });
  }

  return {
    paddle,
    wake,
    runDue,
    reconcileIfDue: reconcileWhenDue,
    start() {
      timer ??= setInterval(poll, POLL_MS);
      poll();
    },
    async close() {
      clearInterval(timer);
      stopping.abort();
      await applying;
      await reconciling;
    },
  };
}
