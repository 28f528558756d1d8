import { isNull } from 'drizzle-orm';
import { DAY, MINUTE, SECOND, systemClock } from '#core/server/platform/clock.ts';
import { queueEmail } from '#core/server/platform/email/outbox.ts';
import { type GuardedPost, OutboundError } from '#core/server/platform/outbound/guarded-fetch.ts';
import { readRetryAfter } from '#core/server/platform/outbound/retry-after.ts';
import { getCustomerEmail } from '#features/accounts/server/accounts.ts';
import { webhooks } from '#features/alerts/server/alerts.tables.ts';
import type {
  ChannelDependencies,
  MessageChannel,
  SendResult,
} from '#features/alerts/server/delivery/channel.ts';
import { createMessage, signMessage, type WebhookMessage } from './webhook-message.ts';
import {
  getSecrets,
  listWebhookTargets,
  readWebhooks,
  recordAcceptance,
  recordFailure,
  type WebhookRow,
} from './webhooks.queries.ts';

type WebhookDependencies = ChannelDependencies & { post: GuardedPost };

/** Automation services receive the messages of many customers. */
export const MAX_IN_FLIGHT_PER_HOST = 20;

/** Sends alerts to the URLs of customers. */
export function createWebhookChannel(dependencies: WebhookDependencies): MessageChannel {
  const { database, clock, config } = dependencies;
  const send = createWebhookSender(dependencies);
  return {
    name: 'webhook',
    listTargets: listWebhookTargets,
    shared: { perSecond: 25, maxInFlight: 20, maxInFlightPerCustomer: 1 },
    // Each result is a row that is updated, and each message a signature: this leaves room for requests.
    lanes: { perSecond: 100, maxInFlight: MAX_IN_FLIGHT_PER_HOST, maxInFlightPerCustomer: 2 },
    laneSource: { table: webhooks, url: webhooks.url, minCustomers: 1, isUsed: isNull(webhooks.disabled) },
    async prepare(_db, alerts) {
      const rows = await readWebhooks(
        database.db,
        alerts.map(({ delivery }) => delivery.target),
      );
      return (alert) => {
        const webhook = rows.get(alert.delivery.target);
        if (!webhook || webhook.userId !== alert.delivery.userId || webhook.disabled !== null)
          return 'webhook_gone';
        const { publicUrl, hasPremiumLevelsInWebhooks: hasPremiumLevels } = config;
        return {
          url: webhook.url,
          delayMs: Math.max(0, (webhook.pausedUntil?.getTime() ?? 0) - clock.now().getTime()),
          send: async () =>
            (await send(webhook, createMessage(alert, { publicUrl, hasPremiumLevels }))).delivery,
        };
      };
    },
  };
}

/** Six attempts take 52 minutes: after 5 s, 30 s, 3 min, 18 min and 30 min. */
const FIRST_RETRY_MS = 5 * SECOND;
const LONGEST_RETRY_MS = 30 * MINUTE;
const LONGEST_RETRY_AFTER_MS = DAY;
/** Other alerts for a receiver that failed wait for so long, or longer if it asks for more. */
const USUAL_PAUSE_MS = MINUTE;
const LONGEST_PAUSE_MS = 15 * MINUTE;
/** Our own failure: an operator has to repair the configuration. */
const UNREADABLE_RETRY_MS = 5 * MINUTE;

/** Returns a function that sends one message and records the result on the webhook. `result` is a text for the customer. */
export function createWebhookSender({ post, database, clock, logger, tokenSecrets }: WebhookDependencies) {
  const unreadable = new Set<string>();

  return async (
    webhook: WebhookRow,
    message: WebhookMessage,
  ): Promise<{ delivery: SendResult; result: string }> => {
    const { isTest } = message;
    const secrets = getSecrets(webhook, clock.now(), tokenSecrets);
    if (secrets.length === 0) {
      reportUnreadable(webhook.id);
      return {
        delivery: { state: 'retry', afterMs: UNREADABLE_RETRY_MS },
        result: 'Tezi cannot read the secret. Replace it, or try again later.',
      };
    }
    const { status, retryAfterMs, result } = await request(webhook, message, secrets);
    if (status !== null && status >= 200 && status < 300) {
      await record(webhook.id, () =>
        recordAcceptance(database.db, webhook.id, { result, isTest, now: clock.now() }),
      );
      return { delivery: { state: 'accepted' }, result };
    }
    const isGone = status === 410;
    const scheduledMs = Math.min(FIRST_RETRY_MS * 6 ** message.attempts, LONGEST_RETRY_MS);
    const usualPauseMs = Math.min(scheduledMs, USUAL_PAUSE_MS);
    const pauseMs = isTest ? 0 : Math.min(Math.max(retryAfterMs ?? 0, usualPauseMs), LONGEST_PAUSE_MS);
    await record(webhook.id, () =>
      database.transaction(async (tx) => {
        if (!(await recordFailure(tx, webhook.id, { result, isGone, pauseMs, now: clock.now() }))) return;
        const recipient = await getCustomerEmail(tx, webhook.userId);
        await queueEmail(tx, { template: 'webhook-turned-off', recipient });
      }),
    );
    if (isGone) return { delivery: { state: 'canceled', reason: 'webhook_gone' }, result };
    const afterMs = Math.max(retryAfterMs ?? 0, scheduledMs);
    const reason = status === null ? 'unreachable' : 'rejected';
    return { delivery: { state: 'retry', afterMs, reason }, result };
  };

  /** The receiver has responded: without a record of it, the result of the message is still true. */
  async function record(webhookId: string, write: () => Promise<void>): Promise<void> {
    await write().catch((error: unknown) =>
      logger.error({ err: error, webhookId }, 'the result of a request to a webhook could not be recorded'),
    );
  }

  /** Once for each webhook, not for each alert. */
  function reportUnreadable(webhookId: string): void {
    if (unreadable.has(webhookId)) return;
    unreadable.add(webhookId);
    logger.error({ webhookId }, 'the secret of a webhook cannot be decrypted: TOKEN_SECRET has changed');
  }

  async function request(
    webhook: WebhookRow,
    message: WebhookMessage,
    secrets: readonly string[],
  ): Promise<RequestResult> {
    const headers = {
      'Content-Type': 'application/json',
      ...signMessage(message, secrets, systemClock.now()),
    };
    const response = await post(webhook.url, { headers, body: message.body }).catch((error: unknown) => {
      if (error instanceof OutboundError) return error;
      throw error;
    });
    if (response instanceof OutboundError) {
      // A host name of our network must not differ from one that does not exist.
      const isHidden = NOT_ON_THE_INTERNET.includes(response.code);
      return { status: null, retryAfterMs: null, result: isHidden ? NOT_ALLOWED : response.message };
    }
    const { status, headers: responseHeaders } = response;
    const isRedirect = status >= 300 && status < 400;
    return {
      status,
      retryAfterMs: readRetryAfter(responseHeaders, LONGEST_RETRY_AFTER_MS),
      result: `HTTP ${status}${isRedirect ? ': redirects are not followed' : ''}`,
    };
  }
}

interface RequestResult {
  /** `null` without a response. */
  status: number | null;
  retryAfterMs: number | null;
  result: string;
}

const NOT_ON_THE_INTERNET: readonly string[] = ['url_rejected', 'scheme_rejected', 'unresolved'];

const NOT_ALLOWED = 'The URL must lead to a server on the public internet, on port 443 or 8443.';
