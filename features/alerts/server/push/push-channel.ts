import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { addMilliseconds, DAY, HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import { OutboundError } from '#core/server/platform/outbound/guarded-fetch.ts';
import { readRetryAfter } from '#core/server/platform/outbound/retry-after.ts';
import { createEncryptAll, encryptMessage } from '#core/server/platform/push/encrypt-all.ts';
import type { PushSettings } from '#core/server/platform/push/vapid.ts';
import { RecentMap } from '#core/server/platform/recent-map.ts';
import { findEndedSessions } from '#features/accounts/server/accounts.ts';
import { type AlertSubject, pushSubscriptions } from '#features/alerts/server/alerts.tables.ts';
import type {
  ChannelDependencies,
  ListTargets,
  MessageChannel,
  OutgoingAlert,
  SendResult,
} from '#features/alerts/server/delivery/channel.ts';
import { readLaneNames } from '#features/alerts/server/delivery/lanes.queries.ts';
import type { AlertText } from '#features/alerts/server/text/describe-alert.ts';
import { createShownToken } from './shown-token.ts';

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;

type PushDependencies = ChannelDependencies & PushSettings;

/** Enough for a service that responds after 250 ms. */
export const MAX_IN_FLIGHT_PER_SERVICE = 300;

/** Push services store undelivered messages for four weeks at most. */
const MAX_TTL_SECONDS = (28 * DAY) / SECOND;
/** Without it, a message to a device that is offline at this moment would be lost. */
const MIN_TTL_SECONDS = 60;

/** Returns the browsers of customers that receive push messages. */
const listTargets: ListTargets = async (db, userIds) => {
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
  const { database, clock, logger, tokenSecrets, config } = dependencies;
  const { db } = database;
  const send = createPushSender(dependencies);
  const encryptAll = createEncryptAll();
  return {
    name: 'push',
    listTargets,
    shared: { perSecond: 100, maxInFlight: 40, maxInFlightPerCustomer: 2 },
    // Of each server. 10,000 messages take 7.7 s, so that all arrive within ten; sending faster would delay the requests of visitors. A customer
    // has ten devices at most.
    lanes: { perSecond: 1_300, maxInFlight: MAX_IN_FLIGHT_PER_SERVICE, maxInFlightPerCustomer: 10 },
    // One customer alone can name any number of push services.
    laneSource: {
      table: pushSubscriptions,
      url: pushSubscriptions.endpoint,
      minCustomers: 2,
      isUsed: sql`true`,
    },
    async prepare(_db, alerts) {
      const targets = alerts.map(({ delivery }) => delivery.target);
      const rows = await db.select().from(pushSubscriptions).where(isOneOf(pushSubscriptions.id, targets));
      const sessions = rows.map(({ sessionId }) => sessionId);
      const ended = await findEndedSessions(db, sessions, clock.now());
      const signedOut = rows.filter(({ sessionId }) => ended.has(sessionId)).map(({ id }) => id);
      if (signedOut.length > 0)
        await db.delete(pushSubscriptions).where(isOneOf(pushSubscriptions.id, signedOut));
      const subscriptions = new Map(rows.map((row) => [row.id, row]));
      const messages = alerts.flatMap((alert) => {
        const { id, target, userId } = alert.delivery;
        const subscription = subscriptions.get(target);
        if (subscription?.userId !== userId || ended.has(subscription.sessionId)) return [];
        return { id, subscription, message: toMessage(alert, createShownToken(id, tokenSecrets)) };
      });
      const plain = messages.map(({ message, subscription: { p256dh, auth } }) => ({
        text: toPayload(message, config.publicUrl),
        p256dh,
        auth,
      }));
      const bodies = await encryptAll(plain).catch((error: unknown) => {
        logger.error(
          { err: error },
          'the thread that encrypts push messages failed: each is encrypted when it is sent',
        );
        return [];
      });
      const ready = new Map(
        messages.map(({ id, ...message }, index) => [id, { ...message, encrypted: bodies[index] ?? null }]),
      );
      return ({ delivery: { id, target, userId } }) => {
        const prepared = ready.get(id);
        if (!prepared) return subscriptions.get(target)?.userId === userId ? 'signed_out' : 'device_gone';
        const { subscription, message, encrypted } = prepared;
        return {
          url: subscription.endpoint,
          delayMs: Math.max(0, (subscription.pausedUntil?.getTime() ?? 0) - clock.now().getTime()),
          send: ({ isShared }) => send(subscription, message, { isShared, encrypted }),
        };
      };
    },
  };
}

const getOrigin = ({ endpoint }: SubscriptionRow) => new URL(endpoint).origin;

interface PushMessage {
  text: AlertText;
  tag: string;
  token: string | null;
  isSilent: boolean;
  isUrgent: boolean;
  expiresAt: Date | null;
}

function toMessage(alert: OutgoingAlert, token: string): PushMessage {
  const { text, subject, isSilent, isUrgent, expiresAt, kind, delivery } = alert;
  // A later message about the same signal or date replaces those before that were not seen.
  const tag = getTag(subject) ?? `${kind}-${delivery.id}`;
  return { text, tag, token, isSilent, isUrgent, expiresAt };
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
export function createPushSender({ vapid, post, database, clock, logger, config }: PushDependencies) {
  const { db } = database;
  /** By origin: when a message was accepted last. */
  const lastAccepted = new RecentMap<number>(MAX_SERVICES);

  /** By origin and status: until when it is not logged again. Anyone can name an endpoint, and each of its messages may be rejected. */
  const reported = new RecentMap<number>(MAX_SERVICES);

  function reportOnce(origin: string, status: number): void {
    const key = `${status} ${origin}`;
    if ((reported.get(key) ?? 0) > performance.now()) return;
    reported.set(key, performance.now() + HOUR);
    logger.warn({ status, origin }, 'a push service rejected a message');
  }

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
      // A host name of our network must not differ from one that does not exist. If a service responds to no one, its subscriptions are not to blame.
      const isToBlame = isShared || (lastAccepted.get(origin) ?? 0) > startedAt;
      return isToBlame ? countFailure(subscription) : { state: 'retry', trouble: 'unreachable' };
    }
    const { status, headers } = response;
    if (status >= 200 && status < 300) {
      lastAccepted.set(origin, performance.now());
      await recordAcceptance(subscription);
      return { state: 'accepted' };
    }
    if (status === 404 || status === 410) {
      await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscription.id));
      return { state: 'canceled', reason: 'device_gone' };
    }
    const retryAfterMs = readRetryAfter(headers, LONGEST_RETRY_MS);
    if (status >= 500) return { state: 'retry', trouble: 'unreachable', afterMs: retryAfterMs ?? undefined };
    const hasAccepted = subscription.acceptedAt !== null;
    if (status === 429) {
      const afterMs = Math.max(retryAfterMs ?? LIMITED_MS, SHORTEST_PAUSE_MS);
      if (isShared) await pauseSubscription(subscription, afterMs);
      return { state: isShared && !hasAccepted ? 'retry' : 'postponed', afterMs, trouble: 'limited' };
    }
    if (!isShared) reportOnce(origin, status);
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
    const change = { acceptedAt: acceptedAt ?? clock.now(), failures: 0, pausedUntil: null };
    await db.update(pushSubscriptions).set(change).where(eq(pushSubscriptions.id, id));
  }

  async function pauseSubscription({ id }: SubscriptionRow, ms: number): Promise<void> {
    const pausedUntil = addMilliseconds(clock.now(), ms);
    await db.update(pushSubscriptions).set({ pausedUntil }).where(eq(pushSubscriptions.id, id));
  }

  /** Pauses a subscription whose service does not respond for longer each time, and removes it at last. */
  async function countFailure({ id, failures }: SubscriptionRow): Promise<SendResult> {
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
    // The service accepts other messages, so this says nothing about it.
    return { state: 'retry', afterMs: pauseMs === 0 ? undefined : pauseMs };
  }

  /** Sends the title, and of a signal its levels and its code, to a service to which the message is too long. */
  async function requestOrShorten(
    subscription: SubscriptionRow,
    message: PushMessage,
    encrypted: Buffer | null,
  ) {
    const response = await request(subscription, message, encrypted ?? encrypt(message, subscription));
    if (response.status !== 413) return response;
    reportOnce(getOrigin(subscription), response.status);
    const lines = message.text.lines.filter((line) =>
      /^(?:Buy|Sell) at |^Code |^(?:Void|Not void any more|New|Its replacement): /.test(line),
    );
    const shortened = { ...message, text: { ...message.text, lines } };
    return request(subscription, shortened, encrypt(shortened, subscription));
  }

  const encrypt = (message: PushMessage, subscription: SubscriptionRow) =>
    encryptMessage(Buffer.from(toPayload(message, config.publicUrl)), subscription);

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
    // Anyone can name paths at a service: one that has never accepted a message says nothing about it.
    return 'trouble' in result && args[0].acceptedAt === null ? { ...result, trouble: undefined } : result;
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
