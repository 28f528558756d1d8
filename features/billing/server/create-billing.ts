import { MINUTE } from '#core/server/platform/clock.ts';
import type { Jobs } from '#core/server/platform/jobs/jobs.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { remindOfTransfers } from './bank-transfer/transfer-emails.ts';
import { remindOfEnds } from './emails/remind-of-ends.ts';
import type { PaddleGateway } from './paddle/paddle-gateway.ts';
import { reconcileIfDue } from './reconciliation/reconcile.ts';
import { applyWebhookEvent, type WorkerDependencies, webhookEventQueue } from './webhooks/webhook-events.ts';

/** The Paddle account that sells the subscriptions. */
export interface PaddleAccount {
  gateway: PaddleGateway;
  /** The secrets of webhook signatures; more than one during a rotation. */
  webhookSecrets: readonly string[];
}

export interface Billing {
  /** `null` when billing is disabled. */
  paddle: PaddleAccount | null;
  /** Applies all waiting events; with `includesDelayed` also those that failed and wait for their next attempt. */
  runDue(options?: { includesDelayed?: boolean }): Promise<void>;
  /** Reconciles with Paddle if it is due, and reports what it finds to `logger`. */
  reconcileIfDue(logger?: Logger): Promise<void>;
  /** Queues emails to the customers whose premium access ends soon. */
  remindOfEnds(): Promise<void>;
}

const EVERY_MINUTE = '* * * * *';
const reconciliationQueue = defineQueue('reconcile-with-paddle', {
  timeLimitMs: 30 * MINUTE,
  isExclusive: true,
});
const reminderQueue = defineQueue('remind-of-ends', { timeLimitMs: 5 * MINUTE, isExclusive: true });

/**
 * Registers the background jobs: webhook events are applied, subscriptions are reconciled with Paddle once an hour, and
 * customers are reminded of the end of premium access. What is due depends on the product's clock, so it is checked every
 * minute.
 */
export function createBilling({
  paddle,
  jobs,
  ...parts
}: WorkerDependencies & { paddle: PaddleAccount | null; jobs: Jobs }): Billing {
  const reconcile = async ({ signal, logger = parts.logger }: { signal?: AbortSignal; logger?: Logger }) => {
    if (paddle) await reconcileIfDue({ ...parts, logger }, paddle.gateway, signal);
  };
  const remind = async (signal?: AbortSignal) => {
    await remindOfEnds(parts, signal);
    await remindOfTransfers(parts, signal);
  };
  const schedule = { cron: EVERY_MINUTE };
  jobs.handle(webhookEventQueue, ({ eventId }) => applyWebhookEvent(eventId, parts));
  jobs.handleSchedule(reconciliationQueue, schedule, ({ signal }) => reconcile({ signal }));
  jobs.handleSchedule(reminderQueue, schedule, ({ signal }) => remind(signal));
  return {
    paddle,
    runDue: (options) => jobs.runDue(webhookEventQueue, options),
    reconcileIfDue: (logger) => reconcile({ logger }),
    remindOfEnds: () => remind(),
  };
}
