import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import {
  deletePushSubscription,
  renewPushSubscription,
  reportShown,
  savePushSubscription,
  sendTestPush,
} from '#contract/alerts/endpoints.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { alertDeliveries, pushSubscriptions } from '#server/domains/alerts/alerts.tables.ts';
import { readLaneNames, SHARED_LANE } from '#server/domains/alerts/delivery/lanes.queries.ts';
import { recordAttention } from '#server/domains/alerts/settings/settings.queries.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { describeDevice } from '#server/platform/describe-device.ts';
import { badRequest, HttpError, notFound } from '#server/platform/http-error.ts';
import { areKeysValid } from '#server/platform/push/encrypt.ts';
import type { PushSettings } from '#server/platform/push/vapid.ts';
import { createPushSender, TEST_MESSAGE } from './push-channel.ts';
import { readShownToken } from './shown-token.ts';

/** More browsers than a customer uses. The oldest make room. */
const MAX_DEVICES = 10;

/** Serves the push subscriptions of customers, and what service workers report. Without `push` this site sends no messages. */
export function pushRoutes(
  { handle, database, clock, config, logger, tokenSecrets, rateLimits }: RouteDependencies,
  push: PushSettings | null,
): void {
  const { db } = database;
  const send =
    push && createPushSender({ ...push, db, clock, logger, tokenSecrets, publicUrl: config.publicUrl });

  /** Throws unless the endpoint can be one of a push service. The address is checked whenever something is sent. */
  function checkSubscription(subscription: { endpoint: string; p256dh: string; auth: string }): void {
    const url = URL.parse(subscription.endpoint);
    const isAllowed =
      url?.protocol === 'https:' || config.isOutboundLoopbackAllowed || config.mode === 'demo';
    if (!url || !isAllowed || url.username !== '' || url.password !== '')
      throw badRequest('invalid_endpoint', { endpoint: ['The endpoint must be an https URL.'] });
    if (!areKeysValid(subscription))
      throw badRequest('invalid_keys', { p256dh: ['The keys are not those of a push subscription.'] });
  }

  handle(savePushSubscription, async ({ caller: { userId, sessionId }, body, userAgent }) => {
    checkSubscription(body);
    const now = clock.now();
    const owner = { userId, sessionId, userAgent: userAgent?.slice(0, 400) ?? null, lastSeenAt: now };
    return database.transaction(async (tx) => {
      const [row] = await tx
        .insert(pushSubscriptions)
        .values({ ...body, ...owner, createdAt: now })
        // A browser belongs to the customer who uses it now.
        .onConflictDoUpdate({
          target: pushSubscriptions.endpoint,
          set: { ...body, ...owner, failures: 0, pausedUntil: null },
        })
        .returning({ id: pushSubscriptions.id });
      await removeOldDevices(tx, userId);
      return { id: row?.id ?? '' };
    });
  });

  handle(deletePushSubscription, async ({ caller, params }) => {
    const rows = await db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.id, params.id), eq(pushSubscriptions.userId, caller.userId)))
      .returning({ id: pushSubscriptions.id });
    if (rows.length === 0) throw notFound();
  });

  handle(sendTestPush, async ({ caller, params }) => {
    const [subscription] = await db
      .select()
      .from(pushSubscriptions)
      .where(and(eq(pushSubscriptions.id, params.id), eq(pushSubscriptions.userId, caller.userId)));
    if (!subscription || !send) throw notFound();
    await rateLimits.count('testPush', caller.userId);
    const lane = (await readLaneNames(db, 'push'))(subscription.endpoint);
    const result = await send(subscription, TEST_MESSAGE, { isShared: lane === SHARED_LANE });
    if (result.state === 'accepted') return { message: 'Sent. It should appear within seconds.' };
    throw new HttpError({
      status: 409,
      code: 'push_not_sent',
      body: {
        detail:
          result.state === 'canceled'
            ? 'Notifications are off on that device.'
            : 'The push service did not accept the message. Try again later.',
      },
    });
  });

  handle(reportShown, async ({ body }) => {
    const id = readShownToken(body.token, tokenSecrets);
    if (id === null) return;
    const now = clock.now();
    const [delivery] = await db
      .update(alertDeliveries)
      .set({ shownAt: sql`coalesce(${alertDeliveries.shownAt}, ${now.toISOString()})` })
      .where(eq(alertDeliveries.id, id))
      .returning({ userId: alertDeliveries.userId });
    if (delivery && body.is_opened) await recordAttention(db, delivery.userId, now);
  });

  handle(renewPushSubscription, async ({ body, clientIp }) => {
    await rateLimits.countIp('pushRenewal', clientIp);
    const { previous_endpoint: previous, previous_auth: previousAuth, ...renewed } = body;
    checkSubscription(renewed);
    await database.transaction(async (tx) => {
      const { id, endpoint, auth } = pushSubscriptions;
      const [existing] = await tx
        .select()
        .from(pushSubscriptions)
        .where(and(eq(endpoint, previous), eq(auth, previousAuth)))
        .for('update');
      if (!existing) return;
      const others = and(eq(endpoint, renewed.endpoint), ne(id, existing.id));
      // The page may have stored the new one already.
      await tx.delete(pushSubscriptions).where(and(others, eq(auth, renewed.auth)));
      if ((await tx.$count(pushSubscriptions, others)) > 0) return;
      await tx
        .update(pushSubscriptions)
        // The new service has accepted nothing.
        .set({ ...renewed, lastSeenAt: clock.now(), acceptedAt: null, failures: 0, pausedUntil: null })
        .where(eq(id, existing.id));
    });
  });
}

async function removeOldDevices(tx: Transaction, userId: string): Promise<void> {
  const rows = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.lastSeenAt));
  const removed = rows.slice(0, Math.max(0, rows.length - MAX_DEVICES)).map(({ id }) => id);
  if (removed.length > 0) await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, removed));
}

/** Lists the browsers of a customer that receive push messages. */
export async function listPushDevices(db: Queryable, userId: string) {
  const rows = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.createdAt));
  return rows.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
    id,
    device: describeDevice(userAgent),
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
  }));
}
