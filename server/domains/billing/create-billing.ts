import { SECOND } from '#server/platform/clock.ts';
import type { PaddleGateway } from './paddle/paddle-gateway.ts';
import { reconcileIfDue } from './reconciliation/reconcile.ts';
import { applyDueEvents, type WorkerParts } from './webhooks/billing-worker.ts';

/** The account at Paddle that sells the subscriptions. */
export interface PaddleAccount {
  gateway: PaddleGateway;
  /** What signs its webhooks: several while one is replaced. */
  webhookSecrets: readonly string[];
}

export interface Billing {
  /** `null`: nothing is sold here. */
  paddle: PaddleAccount | null;
  /** Says that a message was stored; it is applied soon. */
  wake(): void;
  /** Applies every message that is due. */
  runDue(): Promise<void>;
  /** Compares with Paddle when that is due. */
  reconcileIfDue(): Promise<void>;
  /** From now on works by itself. */
  start(): void;
  close(): Promise<void>;
}

const POLL_MS = 20 * SECOND;

/** What goes on behind the subscriptions: messages are applied, and everything is compared with Paddle every hour. */
export function createBilling({
  paddle,
  ...given
}: Omit<WorkerParts, 'stopping'> & { paddle: PaddleAccount | null }): Billing {
  const stopping = new AbortController();
  const parts = { ...given, stopping: stopping.signal };
  let timer: NodeJS.Timeout | undefined;
  let applying: Promise<void> | undefined;
  let reconciling: Promise<void> | undefined;
  let isWanted = false;

  const runDue = () => applyDueEvents(parts);
  const compare = async () => {
    if (paddle) await reconcileIfDue(parts, paddle.gateway);
  };

  function wake(): void {
    isWanted = true;
    applying ??= applyWhileWanted();
  }

  async function applyWhileWanted(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      await runDue().catch((error) => parts.logger.error({ err: error }, 'messages could not be applied'));
    }
    applying = undefined;
  }

  function poll(): void {
    wake();
    reconciling ??= compare()
      .catch((error) => parts.logger.error({ err: error }, 'comparing with Paddle failed'))
      .finally(() => {
        reconciling = undefined;
      });
  }

  return {
    paddle,
    wake,
    runDue,
    reconcileIfDue: compare,
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
