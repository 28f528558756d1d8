import * as z from 'zod/mini';
import { paddleEvents } from '#server/domains/billing/billing.tables.ts';
import { paddleTimestamp } from '#server/domains/billing/paddle/timestamp.ts';
import type { Queryable } from '#server/platform/database.ts';
import { getEventSubject } from './apply-event.ts';
import { storableJson } from './storable-json.ts';

const Envelope = z.object({
  event_id: z.string().check(z.regex(/^evt_[a-z\d]{1,60}$/)),
  event_type: z.string().check(z.regex(/^[a-z_]{1,60}(\.[a-z_]{1,60}){0,3}$/)),
  occurred_at: paddleTimestamp,
  data: z.record(z.string(), z.unknown()),
});
export type Envelope = z.infer<typeof Envelope>;

/** Reads the body of a webhook; `null` when it is none. */
export function readEnvelope(body: Buffer): Envelope | null {
  try {
    return z.parse(Envelope, storableJson(JSON.parse(body.toString('utf8'))));
  } catch {
    return null;
  }
}

/**
 * Keeps a message to be applied, once however often it comes. Of those that are about nothing that is kept there is
 * nothing to apply, and no more than the id stays: they name people and where they live.
 */
export async function storeEvent(
  db: Queryable,
  { event_id, event_type, occurred_at, data }: Envelope,
  now: Date,
): Promise<void> {
  const isUsed = getEventSubject(event_type) !== null;
  await db
    .insert(paddleEvents)
    .values({
      eventId: event_id,
      eventType: event_type,
      occurredAt: occurred_at.date,
      receivedAt: now,
      entityId: getEntityId(data) ?? event_id,
      data: isUsed ? data : { id: data.id ?? null },
      nextAttemptAt: now,
      ...(isUsed ? {} : { state: 'applied', appliedAt: now }),
    })
    .onConflictDoNothing({ target: paddleEvents.eventId });
}

const MAX_ID_LENGTH = 100;

function getEntityId({ id, subscription_id }: Record<string, unknown>): string | null {
  const entity = subscription_id ?? id;
  return typeof entity === 'string' && entity.length <= MAX_ID_LENGTH ? entity : null;
}
