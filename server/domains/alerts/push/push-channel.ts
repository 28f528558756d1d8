import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { findEndedSessions } from '#server/domains/accounts/accounts.ts';
import { type AlertSubject, pushSubscriptions } from '#server/domains/alerts/alerts.tables.ts';
import type {
  ListTargets,
  MessageChannel,
  OutgoingAlert,
  ReadyMessage,
  SendResult,
} from '#server/domains/alerts/delivery/channel.ts';
import { readLaneNames } from '#server/domains/alerts/delivery/lanes.queries.ts';
import type { AlertText } from '#server/domains/alerts/text/describe-alert.ts';
import { addMilliseconds, type Clock, DAY, HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
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

/** Enough for a service that responds after 250 ms. */
export const MAX_IN_FLIGHT_PER_SERVICE = 300;
const LANES: Required<Pick<MessageChannel, 'lanes' | 'shared'>> = {
  // Of each server. 10,000 messages take 7.7 s, so that all arrive within ten; sending faster would delay the requests of visitors. A customer has
  // ten devices at most.
  lanes: { perSecond: 1_300, maxInFlight: MAX_IN_FLIGHT_PER_SERVICE, maxInFlightPerCustomer: 10 },
  shared: { perSecond: 100, maxInFlight: 40, maxInFlightPerCustomer: 2 },
};

/** Push services store undelivered messages for four weeks at most. */
const MAX_TTL_SECONDS = (28 * DAY) / SECOND;
/** Without it, a message to a device that is offline at this moment would be lost. */
const MIN_TTL_SECONDS = 60;

/** Returns the browsers of customers that receive push messages. */
export const listPushTargets: ListTargets = async (db, userIds) => {
  const rows = await db
    .select({
      id: pushSubscriptions.id,
      userId: pushSubscriptions.userId,
      endpoint: pushSubscriptions.endpoint,
    })
    .from(pushSubscriptions)
    .where(isOneOf(pushSubscriptions.userId, userIds));
  const getLane = await readLaneNames(db, 'push');
  return rows.map(({ id, userId, endpoint }) => [userId, id, getLane(endpoint)]);
};

/** Sends alerts to browsers over their push services. */
export function createPushChannel(dependencies: PushDependencies): MessageChannel {
  const { db, clock, logger, tokenSecrets, publicUrl } = dependencies;
  const send = createPushSender(dependencies);
  const encryptAll = createEncryptAll();
  return {
    name: 'push',
    ...LANES,
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
          url: subscription.endpoint,
          delayMs: Math.max(0, (subscription.pausedUntil?.getTime() ?? 0) - clock.now().getTime()),
          send: ({ isShared }) => send(subscription, message, { isShared, encrypted: body }),
        };
      };
    },
  };
}

const cancel = (result: SendResult, work = async () => {}): ReadyMessage => ({
  url: null,
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

/** The origins of endpoints come from browsers, so there may be any number of them. */
const MAX_SERVICES = 1_000;
/** Of what rejects a message. */
const REJECTED_MS = 5 * MINUTE;
const LIMITED_MS = MINUTE;
const SHORTEST_PAUSE_MS = 5 * SECOND;
const LONGEST_RETRY_MS = 30 * MINUTE;
/** The pauses of a subscription after so many failures in turn. After one more it is removed. */
const PAUSES_MS = [0, 10 * MINUTE, HOUR, 6 * HOUR, DAY];

/** Returns a function that sends one message to a subscription. `isShared`: its service has no lane of its own. */
export function createPushSender({ vapid, post, db, clock, logger, publicUrl }: PushDependencies) {
  /** By origin: when a message was accepted last. */
  const lastAccepted = new RecentMap<number>(MAX_SERVICES);

  /** `encrypted` is the message, if it is encrypted already. */
  async function send(
    subscription: SubscriptionRow,
    message: PushMessage,
    { isShared, encrypted = null }: { isShared: boolean; encrypted?: Buffer | null },
  ): Promise<SendResult> {
    const origin = getOrigin(subscription);
    const startedAt = performance.now();
    const response = await requestOrShorten(subscription, message, encrypted).catch((error: unknown) => {
      if (error instanceof OutboundError) return error;
      throw error;
    });
    if (response instanceof OutboundError) {
      if (response.code === 'url_rejected' || response.code === 'scheme_rejected') {
        await removeSubscription(db, subscription.id);
        return { state: 'failed', reason: 'rejected' };
      }
      // If a service responds to no one, its subscriptions are not to blame.
      const isToBlame = isShared || (lastAccepted.get(origin) ?? 0) > startedAt;
      return isToBlame ? countFailure(subscription, message) : retry(message);
    }
    const { status, headers } = response;
    if (status >= 200 && status < 300) {
      lastAccepted.set(origin, performance.now());
      await recordAcceptance(subscription);
      return { state: 'accepted' };
    }
    if (status === 404 || status === 410) {
      await removeSubscription(db, subscription.id);
      return { state: 'canceled', reason: 'device_gone' };
    }
    const retryAfterMs = readRetryAfter(headers, LONGEST_RETRY_MS);
    if (status >= 500)
      return { ...retry(message), ...(retryAfterMs === null ? {} : { afterMs: retryAfterMs }) };
    const hasAccepted = subscription.acceptedAt !== null;
    if (status === 429) {
      const afterMs = Math.max(retryAfterMs ?? LIMITED_MS, SHORTEST_PAUSE_MS);
      if (isShared) await pauseSubscription(subscription, afterMs);
      const state = isShared && !hasAccepted ? 'retry' : 'postponed';
      return { state, afterMs, reason: 'unreachable', trouble: 'limited' };
    }
    if (!isShared) logger.warn({ status, origin }, 'a push service rejected a message');
    // Never a reason to delete subscriptions: one wrong setting would delete them all.
    if (status === 401 || status === 403) {
      await pauseSubscription(subscription, REJECTED_MS);
      // What a subscription of another key has never accepted says nothing about this site.
      if (hasAccepted)
        return { state: 'retry', afterMs: REJECTED_MS, reason: 'rejected', trouble: 'rejected' };
    }
    return { state: 'failed', reason: 'rejected' };
  }

  async function recordAcceptance({ id, acceptedAt, failures, pausedUntil }: SubscriptionRow): Promise<void> {
    if (acceptedAt !== null && failures === 0 && pausedUntil === null) return;
    await db
      .update(pushSubscriptions)
      .set({ acceptedAt: acceptedAt ?? clock.now(), failures: 0, pausedUntil: null })
      .where(eq(pushSubscriptions.id, id));
  }

  async function pauseSubscription({ id }: SubscriptionRow, ms: number): Promise<void> {
    await db
      .update(pushSubscriptions)
      .set({ pausedUntil: addMilliseconds(clock.now(), ms) })
      .where(eq(pushSubscriptions.id, id));
  }

  /** Pauses a subscription whose service does not respond for longer each time, and removes it at last. */
  async function countFailure(subscription: SubscriptionRow, message: PushMessage): Promise<SendResult> {
    const { id, failures } = subscription;
    const pauseMs = PAUSES_MS[failures];
    // Several messages of the same time count once.
    const isSame = and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.failures, failures));
    if (pauseMs === undefined) {
      await db.delete(pushSubscriptions).where(isSame);
      return { state: 'canceled', reason: 'device_silent' };
    }
    const pausedUntil = pauseMs === 0 ? null : addMilliseconds(clock.now(), pauseMs);
    await db
      .update(pushSubscriptions)
      .set({ failures: failures + 1, pausedUntil })
      .where(isSame);
    // The service accepts other messages.
    const { trouble: _, ...result } = retry(message);
    return { ...result, afterMs: Math.max(result.afterMs, pauseMs) };
  }

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

  return async (...args: Parameters<typeof send>): Promise<SendResult> => {
    const result = await send(...args);
    if ((result.state !== 'retry' && result.state !== 'postponed') || args[0].acceptedAt !== null)
      return result;
    // Anyone can name paths at a service: one that has never accepted a message says nothing about it.
    const { trouble: _, ...rest } = result;
    return rest;
  };
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

const retry = ({ attempts }: PushMessage) =>
  ({
    state: 'retry',
    afterMs: Math.min(5 * SECOND * 2 ** attempts, LONGEST_RETRY_MS),
    reason: 'unreachable',
    trouble: 'unreachable',
  }) as const satisfies SendResult;

async function removeSubscription(db: Queryable, id: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}
