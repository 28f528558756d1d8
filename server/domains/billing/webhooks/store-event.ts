import * as z from 'zod/mini';
import { paddleEvents } from '#server/domains/billing/billing.tables.ts';
import { paddleTimestamp } from '#server/domains/billing/paddle/timestamp.ts';
import type { Transaction } from '#server/platform/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import { getEventSubject } from './apply-event.ts';
import { webhookEventQueue } from './apply-stored-event.ts';

const Envelope = z.object({
  event_id: z.string().check(z.regex(/^evt_[a-z\d]{1,60}$/)),
  event_type: z.string().check(z.regex(/^[a-z_]{1,60}(\.[a-z_]{1,60}){0,3}$/)),
  occurred_at: paddleTimestamp,
  data: z.record(z.string(), z.unknown()),
});
export type Envelope = z.infer<typeof Envelope>;

/** Parses a webhook body; `null` when it is invalid. */
export function parseEnvelope(body: Buffer): Envelope | null {
  try {
    return z.parse(Envelope, toStorableJson(JSON.parse(body.toString('utf8'))));
  } catch {
    return null;
  }
}

/**
 * Stores an event once, regardless of repeated deliveries, and queues the job that applies it. For an unused event type only
 * the ID is stored, because the payload contains personal data.
 */
export async function storeEvent(
  tx: Transaction,
  { event_id, event_type, occurred_at, data }: Envelope,
  now: Date,
): Promise<void> {
  const isUsed = getEventSubject(event_type) !== null;
  const [stored] = await tx
    .insert(paddleEvents)
    .values({
      eventId: event_id,
      eventType: event_type,
      occurredAt: occurred_at.date,
      receivedAt: now,
      entityId: getEntityId(data) ?? event_id,
      data: isUsed ? data : { id: data.id ?? null },
      ...(isUsed ? {} : { state: 'applied', appliedAt: now }),
    })
    .onConflictDoNothing({ target: paddleEvents.eventId })
    .returning({ eventId: paddleEvents.eventId });
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
