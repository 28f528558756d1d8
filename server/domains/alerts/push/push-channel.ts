import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { findEndedSessions } from '#server/domains/accounts/accounts.ts';
import { type AlertSubject, pushSubscriptions } from '#server/domains/alerts/alerts.tables.ts';
import type {
  ListTargets,
  MessageChannel,
  OutgoingAlert,
  ReadyMessage,
  SendResult,
} from '#server/domains/alerts/delivery/channel.ts';
import type { AlertText } from '#server/domains/alerts/text/describe-alert.ts';
import { type Clock, DAY, MINUTE, SECOND } from '#server/platform/clock.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { OutboundError } from '#server/platform/outbound/guarded-fetch.ts';
import { readRetryAfter } from '#server/platform/outbound/retry-after.ts';
import { encryptMessage } from '#server/platform/push/encrypt.ts';
import { createEncryptAll } from '#server/platform/push/encrypt-all.ts';
import type { PushSettings } from '#server/platform/push/vapid.ts';
import { RecentMap } from '#server/platform/recent-map.ts';
import type { TokenSecrets } from '#server/platform/token-secrets.ts';
import { createShownToken } from './shown-token.ts';

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;

export interface PushDependencies extends PushSettings {
  db: Queryable;
  clock: Clock;
  logger: Logger;
  tokenSecrets: TokenSecrets;
  publicUrl: string;
}

/** Of each server. 10,000 messages take 7.7 s, so that all arrive within ten; sending faster would delay the requests of visitors. */
const PER_SECOND = 1_300;
export const MAX_IN_FLIGHT = 400;
/** Enough for a service that responds after 250 ms, and leaves room for others when it is slower. */
const MAX_IN_FLIGHT_PER_SERVICE = 300;
/** The number of a customer's devices at most. */
const MAX_IN_FLIGHT_PER_CUSTOMER = 10;

/** Push services store undelivered messages for four weeks at most. */
const MAX_TTL_SECONDS = (28 * DAY) / SECOND;
/** Without it, a message to a device that is offline at this moment would be lost. */
const MIN_TTL_SECONDS = 60;

/** Returns the browsers of customers that receive push messages. */
export const listPushTargets: ListTargets = async (db, userIds) => {
  const rows = await db
    .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(isOneOf(pushSubscriptions.userId, userIds));
  return rows.map(({ id, userId }) => [userId, id]);
};

/** Sends alerts to browsers over their push services. */
export function createPushChannel(dependencies: PushDependencies): MessageChannel {
  const { db, clock, logger, tokenSecrets, publicUrl } = dependencies;
  const send = createPushSender(dependencies);
  const encryptAll = createEncryptAll();
  return {
    name: 'push',
    perSecond: PER_SECOND,
    maxInFlight: MAX_IN_FLIGHT,
    maxInFlightPerLane: MAX_IN_FLIGHT_PER_SERVICE,
    maxInFlightPerCustomer: MAX_IN_FLIGHT_PER_CUSTOMER,
    async prepare(_db, alerts) {
      const targets = alerts.map(({ delivery }) => delivery.target);
      const rows = await db.select().from(pushSubscriptions).where(isOneOf(pushSubscriptions.id, targets));
      const subscriptions = new Map(rows.map((row) => [row.id, row]));
      const ended = await findEndedSessions(
        db,
        rows.map(({ sessionId }) => sessionId),
        clock.now(),
      );
      const messages = alerts.flatMap((alert) => {
        const subscription = subscriptions.get(alert.delivery.target);
        if (subscription?.userId !== alert.delivery.userId || ended.has(subscription.sessionId)) return [];
        const message = toMessage(alert, createShownToken(alert.delivery.id, tokenSecrets));
        return [{ id: alert.delivery.id, subscription, message }];
      });
      const bodies = await encryptAll(
        messages.map(({ subscription: { p256dh, auth }, message }) => ({
          text: toPayload(message, publicUrl),
          p256dh,
          auth,
        })),
      ).catch((error: unknown) => {
        logger.error(
          { err: error },
          'the thread that encrypts push messages failed: each is encrypted when it is sent',
        );
        return [];
      });
      const ready = new Map(
        messages.map(({ id, ...each }, index) => [id, { ...each, body: bodies[index] ?? null }]),
      );
      return (alert) => {
        const prepared = ready.get(alert.delivery.id);
        if (!prepared) {
          const subscription = subscriptions.get(alert.delivery.target);
          if (subscription?.userId !== alert.delivery.userId)
            return cancel({ state: 'canceled', reason: 'device_gone' });
          return cancel({ state: 'canceled', reason: 'signed_out' }, () =>
            removeSubscription(db, subscription.id),
          );
        }
        const { subscription, message, body } = prepared;
        return {
          lane: getOrigin(subscription),
          delayMs: send.getPauseMs(subscription),
          send: () => send(subscription, message, body),
        };
      };
    },
  };
}

const cancel = (result: SendResult, work = async () => {}): ReadyMessage => ({
  lane: '',
  delayMs: 0,
  send: async () => {
    await work();
    return result;
  },
});

const getOrigin = ({ endpoint }: SubscriptionRow) => new URL(endpoint).origin;

interface PushMessage {
  text: AlertText;
  tag: string;
  token: string | null;
  isSilent: boolean;
  isUrgent: boolean;
  expiresAt: Date | null;
  /** Those before. */
  attempts: number;
}

function toMessage(alert: OutgoingAlert, token: string): PushMessage {
  const { text, subject, isSilent, isUrgent, expiresAt, kind, delivery } = alert;
  // A later message about the same signal or date replaces those before that were not seen.
  const tag = getTag(subject) ?? `${kind}-${delivery.id}`;
  return { text, tag, token, isSilent, isUrgent, expiresAt, attempts: delivery.attempts };
}

function getTag({ signalId, meetingId, closureId }: AlertSubject): string | null {
  if (signalId !== undefined) return `signal-${signalId}`;
  if (meetingId !== undefined) return `meeting-${meetingId}`;
  return closureId === undefined ? null : `closure-${closureId}`;
}

/** The message that customers send to their device to see whether it arrives. */
export const TEST_MESSAGE: PushMessage = {
  text: { title: 'Tezi alerts work', lines: ['This device receives push messages.'], path: '/alerts' },
  tag: 'test',
  token: null,
  isSilent: false,
  isUrgent: true,
  expiresAt: null,
  attempts: 0,
};

/** When the messages of so many customers are rejected and none is accepted, a push service rejects this site, not a subscription. */
const REJECTED_CUSTOMERS_TO_PAUSE = 5;
/** The origins of endpoints come from browsers, so there may be any number of them. */
const MAX_SERVICES = 1_000;
const MAX_PAUSED_SUBSCRIPTIONS = 10_000;
const PAUSE_MS = 5 * MINUTE;
const LONGEST_RETRY_MS = 30 * MINUTE;

/** Returns a function that sends one message to a subscription. */
export function createPushSender({ vapid, post, db, clock, logger, publicUrl }: PushDependencies) {
  /** By origin: until when nothing is sent to a push service, and whose messages it rejected since it accepted one. */
  const services = new RecentMap<{ pausedUntil: number; rejected: Set<string> }>(MAX_SERVICES);
  /** By ID: until when nothing is sent to a subscription. */
  const subscriptions = new RecentMap<number>(MAX_PAUSED_SUBSCRIPTIONS);

  const getService = (origin: string) => {
    const service = services.get(origin) ?? { pausedUntil: 0, rejected: new Set<string>() };
    services.set(origin, service);
    return service;
  };

  const getPauseMs = (subscription: SubscriptionRow): number =>
    Math.max(
      0,
      getService(getOrigin(subscription)).pausedUntil - performance.now(),
      (subscriptions.get(subscription.id) ?? 0) - performance.now(),
    );

  /** Pauses a subscription, and the whole service only if it rejects everyone. */
  function pause({ id, userId }: SubscriptionRow, origin: string, status: number, ms: number): void {
    const until = performance.now() + ms;
    subscriptions.set(id, until);
    const service = getService(origin);
    service.rejected.add(userId);
    if (service.rejected.size < REJECTED_CUSTOMERS_TO_PAUSE) return;
    service.rejected.clear();
    service.pausedUntil = until;
    logger.error(
      { origin, status, ms },
      'nothing is sent to the push service for a while; if this persists, check PUSH_VAPID_PRIVATE_KEY and PUSH_CONTACT',
    );
  }

  /** `encrypted` is the message, if it is encrypted already. */
  const send = async (
    subscription: SubscriptionRow,
    message: PushMessage,
    encrypted: Buffer | null = null,
  ): Promise<SendResult> => {
    const origin = getOrigin(subscription);
    const pauseMs = getPauseMs(subscription);
    if (pauseMs > 0) return { state: 'postponed', afterMs: pauseMs, reason: 'unreachable' };
    const response = await requestOrShorten(subscription, message, encrypted).catch((error: unknown) => {
      if (error instanceof OutboundError) return error;
      throw error;
    });
    if (response instanceof OutboundError) {
      if (response.code === 'url_rejected' || response.code === 'scheme_rejected') {
        await removeSubscription(db, subscription.id);
        return { state: 'failed', reason: 'rejected' };
      }
      return { state: 'retry', afterMs: getRetryDelay(message), reason: 'unreachable' };
    }
    const { status, headers } = response;
    if (status >= 200 && status < 300) {
      getService(origin).rejected.clear();
      return { state: 'accepted' };
    }
    if (status === 404 || status === 410) {
      await removeSubscription(db, subscription.id);
      return { state: 'canceled', reason: 'device_gone' };
    }
    if (status === 429 || status >= 500) {
      const afterMs = readRetryAfter(headers, LONGEST_RETRY_MS) ?? getRetryDelay(message);
      if (status === 429) pause(subscription, origin, status, afterMs);
      return { state: 'retry', afterMs, reason: 'unreachable' };
    }
    // Never a reason to delete subscriptions: one wrong setting would delete them all.
    logger.error({ status, origin }, 'a push service rejected a message');
    if (status === 401 || status === 403) pause(subscription, origin, status, PAUSE_MS);
    return { state: 'failed', reason: 'rejected' };
  };

  /** Sends the title alone to a service to which the message is too long. */
  async function requestOrShorten(
    subscription: SubscriptionRow,
    message: PushMessage,
    encrypted: Buffer | null,
  ) {
    const response = await request(subscription, message, encrypted ?? encrypt(message, subscription));
    if (response.status !== 413) return response;
    logger.warn({ origin: getOrigin(subscription) }, 'a push service rejected the length of a message');
    const shortened = { ...message, text: { ...message.text, lines: [] } };
    return request(subscription, shortened, encrypt(shortened, subscription));
  }

  const encrypt = (message: PushMessage, subscription: SubscriptionRow) =>
    encryptMessage(Buffer.from(toPayload(message, publicUrl)), subscription);

  function request(subscription: SubscriptionRow, message: PushMessage, body: Buffer) {
    const { expiresAt, isUrgent, tag } = message;
    const usefulSeconds =
      expiresAt === null ? MIN_TTL_SECONDS : (expiresAt.getTime() - clock.now().getTime()) / SECOND;
    const ttl = Math.round(Math.min(Math.max(usefulSeconds, MIN_TTL_SECONDS), MAX_TTL_SECONDS));
    return post(subscription.endpoint, {
      body,
      headers: {
        TTL: String(ttl),
        Urgency: isUrgent ? 'high' : 'normal',
        Topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        Authorization: vapid.authorize(getOrigin(subscription)),
      },
    });
  }

  return Object.assign(send, { getPauseMs });
}

/**
 * Returns the content of a message, in the form of Declarative Web Push, which Safari can show without the service worker; the service worker
 * reads the same form.
 */
const toPayload = ({ text, tag, token, isSilent }: PushMessage, publicUrl: string): string =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      title: text.title,
      body: text.lines.join('\n'),
      lang: 'en',
      tag,
      navigate: `${publicUrl}${text.path}`,
      silent: isSilent,
    },
    ...(token === null ? {} : { token }),
  });

const getRetryDelay = ({ attempts }: PushMessage) => Math.min(5 * SECOND * 2 ** attempts, LONGEST_RETRY_MS);

async function removeSubscription(db: Queryable, id: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}
