import { and, eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Clock, HOUR, MINUTE, SECOND } from '#core/server/platform/clock.ts';
import type { Database, Transaction } from '#core/server/platform/database.ts';
import { enqueue } from '#core/server/platform/jobs/enqueue.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import type { TokenSecrets } from '#core/server/platform/token-secrets.ts';
import { webhookEvents } from '#features/billing/server/billing.tables.ts';
import {
  paddleTimestamp,
  parsePayment,
  parseSubscription,
  toPaddleTimestamp,
} from '#features/billing/server/paddle/snapshots.ts';
import {
  type ApplyDependencies,
  applyPayment,
  applySubscription,
} from '#features/billing/server/subscriptions/apply-snapshots.ts';

const Envelope = z.object({
  event_id: z.string().check(z.regex(/^evt_[a-z\d]{1,60}$/)),
  event_type: z.string().check(z.regex(/^[a-z_]{1,60}(\.[a-z_]{1,60}){0,3}$/)),
  occurred_at: paddleTimestamp,
  data: z.record(z.string(), z.unknown()),
});
type Envelope = z.infer<typeof Envelope>;

/** Parses a webhook body. Throws the error of JSON or of the schema if it is invalid. */
export const parseEnvelope = (body: Buffer): Envelope =>
  z.parse(Envelope, toStorableJson(JSON.parse(body.toString('utf8'))));

/**
 * Stores a webhook event once, regardless of repeated deliveries, and queues the job that applies it. For an unused event type only
 * the ID is stored, because the payload contains personal data.
 */
export async function storeWebhookEvent(
  tx: Transaction,
  { event_id, event_type, occurred_at, data }: Envelope,
  now: Date,
): Promise<void> {
  const isUsed = getWebhookSubject(event_type) !== null;
  const [stored] = await tx
    .insert(webhookEvents)
    .values({
      eventId: event_id,
      eventType: event_type,
      occurredAt: occurred_at.date,
      receivedAt: now,
      entityId: getEntityId(data) ?? event_id,
      data: isUsed ? data : { id: data.id ?? null },
      ...(isUsed ? {} : { state: 'applied', appliedAt: now }),
    })
    .onConflictDoNothing({ target: webhookEvents.eventId })
    .returning({ eventId: webhookEvents.eventId });
  if (stored && isUsed) await enqueue(tx, webhookEventQueue, stored);
}

const MAX_ID_LENGTH = 100;

function getEntityId({ id, subscription_id }: Record<string, unknown>): string | null {
  const entity = subscription_id ?? id;
  return typeof entity === 'string' && entity.length <= MAX_ID_LENGTH ? entity : null;
}

const MAX_DEPTH = 50;

/**
 * Removes NUL characters and unpaired surrogates, which PostgreSQL rejects in JSON. Throws a `RangeError` for very deep
 * nesting.
 */
function toStorableJson(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new RangeError('the JSON is nested too deeply');
  if (typeof value === 'string') return toStorableText(value);
  if (Array.isArray(value)) return value.map((item) => toStorableJson(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [toStorableText(key), toStorableJson(item, depth + 1)]),
  );
}

const toStorableText = (text: string) => text.replaceAll('\0', '').toWellFormed();

export interface WorkerDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  /** Signs checkout references. */
  tokenSecrets: TokenSecrets;
}

type EventRow = typeof webhookEvents.$inferSelect;

/** The attempts are counted in the event's row. */
const MAX_ATTEMPTS = 10;
/** A job has more attempts than its event, because crashes and failures of the database also use them up. */
const MAX_JOB_ATTEMPTS = 50;
const MAX_ERROR_LENGTH = 500;

/** A job for each stored webhook event that is used. */
export const webhookEventQueue = defineQueue<{ eventId: string }>('webhook-event', {
  timeLimitMs: MINUTE,
  retries: { maxAttempts: MAX_JOB_ATTEMPTS, firstDelayMs: 30 * SECOND, longestDelayMs: HOUR },
});

/**
 * Applies a stored webhook event once, in a transaction. Throws if it fails, so that the job is retried. A failed event does not
 * block the others, because the result does not depend on their order (`applySnapshot`). After ten failures it is left
 * to an administrator.
 */
export async function applyWebhookEvent(
  eventId: string,
  { database, clock, logger, tokenSecrets }: WorkerDependencies,
): Promise<void> {
  let event: EventRow | undefined;
  try {
    await database.transaction(async (tx) => {
      [event] = await tx.select().from(webhookEvents).where(isWaiting(eventId)).for('update');
      if (!event) return;
      const now = clock.now();
      await applyPayload(tx, event, { tokenSecrets, logger, now });
      await tx
        .update(webhookEvents)
        .set({ state: 'applied', appliedAt: now, lastError: null })
        .where(eq(webhookEvents.eventId, eventId));
    });
  } catch (error) {
    if (!event) throw error;
    const { eventType } = event;
    const isDeadLetter = event.attempts + 1 >= MAX_ATTEMPTS;
    await recordFailure(database, event, { error, isDeadLetter });
    const problem = `webhook event ${eventId} (${eventType}) could not be applied`;
    if (!isDeadLetter) throw new Error(problem, { cause: error });
    logger.error({ err: error, eventId, eventType, isDeadLetter }, problem);
  }
}

async function recordFailure(
  database: Database,
  { eventId }: EventRow,
  { error, isDeadLetter }: { error: unknown; isDeadLetter: boolean },
): Promise<void> {
  await database.db
    .update(webhookEvents)
    .set({
      state: isDeadLetter ? 'failed' : 'waiting',
      attempts: sql`${webhookEvents.attempts} + 1`,
      lastError: String(error).slice(0, MAX_ERROR_LENGTH),
    })
    .where(isWaiting(eventId));
}

const isWaiting = (eventId: string) =>
  and(eq(webhookEvents.eventId, eventId), eq(webhookEvents.state, 'waiting'));

/** Applies the payload of a webhook event. Throws when it is invalid. */
async function applyPayload(tx: Transaction, event: EventRow, parts: ApplyDependencies): Promise<void> {
  const occurredAt = toPaddleTimestamp(event.occurredAt);
  switch (getWebhookSubject(event.eventType)) {
    case 'subscription':
      await applySubscription(tx, parseSubscription(event.data), parts, occurredAt);
      break;
    case 'transaction':
      await applyPayment(tx, parsePayment(event.data), parts.now, occurredAt);
      break;
    case null:
      break;
  }
}

const SUBSCRIPTION_EVENT =
  /^subscription\.(activated|canceled|created|imported|past_due|paused|resumed|trialing|updated)$/;
const TRANSACTION_EVENT =
  /^transaction\.(billed|canceled|completed|created|paid|past_due|payment_failed|ready|revised|updated)$/;

/** Returns the kind of entity that an event reports; `null` for events that are not used, including new types. */
export function getWebhookSubject(eventType: string): 'subscription' | 'transaction' | null {
  if (SUBSCRIPTION_EVENT.test(eventType)) return 'subscription';
  return TRANSACTION_EVENT.test(eventType) ? 'transaction' : null;
}
