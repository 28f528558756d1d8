import { and, asc, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { describeDevice } from '#core/server/platform/describe-device.ts';
import { badRequest, conflict, notFound } from '#core/server/platform/http-error.ts';
import { findUrlProblem } from '#core/server/platform/outbound/check-url.ts';
import { areKeysValid } from '#core/server/platform/push/encrypt-all.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { lockSignedInCustomer } from '#features/accounts/server/accounts.ts';
import {
  deletePushSubscription,
  renewPushSubscription,
  reportShown,
  savePushSubscription,
  sendTestPush,
} from '#features/alerts/contract/endpoints.ts';
import { alertDeliveries, pushSubscriptions } from '#features/alerts/server/alerts.tables.ts';
import { readLaneNames, SHARED_LANE } from '#features/alerts/server/delivery/lanes.queries.ts';
import { recordAttention } from '#features/alerts/server/settings/settings.queries.ts';
import { createPushSender, TEST_MESSAGE } from './push-channel.ts';
import { readShownToken } from './shown-token.ts';

/** More browsers than a customer uses. The oldest make room. */
const MAX_DEVICES = 10;

/** Serves the push subscriptions of customers, and what service workers report. Without `push` this site sends no messages. */
export function pushRoutes(dependencies: RouteDependencies): void {
  const { handle, database, clock, config, tokenSecrets, rateLimits, push } = dependencies;
  const { db } = database;
  const send = push && createPushSender({ ...dependencies, ...push });

  /** Throws unless the endpoint can be one of a push service. The address is checked whenever something is sent. */
  function checkSubscription(subscription: { endpoint: string; p256dh: string; auth: string }): void {
    const problem = findUrlProblem(URL.parse(subscription.endpoint), config);
    if (problem !== null) throw badRequest('invalid_endpoint', { endpoint: [problem] });
    if (!areKeysValid(subscription))
      throw badRequest('invalid_keys', { p256dh: ['The keys are not those of a push subscription.'] });
  }

  handle(savePushSubscription, async ({ caller, body, userAgent }) => {
    checkSubscription(body);
    const now = clock.now();
    const { userId, sessionId } = caller;
    const owner = { userId, sessionId, userAgent: userAgent?.slice(0, 400) ?? null, lastSeenAt: now };
    return database.transaction(async (tx) => {
      // The lock also serializes requests, so that all devices are counted.
      await lockSignedInCustomer(tx, caller, now);
      const [row] = await tx
        .insert(pushSubscriptions)
        .values({ ...body, ...owner, createdAt: now })
        // A browser belongs to the customer who uses it now. Its secret proves that it is the browser: its endpoint may have become known.
        .onConflictDoUpdate({
          target: pushSubscriptions.endpoint,
          set: { ...body, ...owner, failures: 0, pausedUntil: null },
          setWhere: or(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.auth, body.auth)),
        })
        .returning({ id: pushSubscriptions.id });
      if (!row) throw endpointTaken();
      await removeOldDevices(tx, userId, row.id);
      return { id: row.id };
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
    throw conflict(
      'push_not_sent',
      result.state === 'canceled'
        ? 'Notifications are off on that device.'
        : 'The push service did not accept the message. Try again later.',
    );
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

const endpointTaken = () =>
  badRequest('endpoint_taken', {
    endpoint: [
      'Another account receives its messages on this device. Block and allow notifications in the browser.',
    ],
  });

/** Removes the devices that were seen least recently, never the one that was stored now. */
async function removeOldDevices(tx: Transaction, userId: string, currentId: string): Promise<void> {
  const { id, lastSeenAt } = pushSubscriptions;
  const removed = tx
    .select({ id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), ne(id, currentId)))
    .orderBy(desc(lastSeenAt))
    .offset(MAX_DEVICES - 1);
  await tx.delete(pushSubscriptions).where(inArray(id, removed));
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
