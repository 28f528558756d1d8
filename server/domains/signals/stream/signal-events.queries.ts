import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { signalEventPositions, signalEvents } from '#server/domains/signals/signal-events.tables.ts';
import { signalVersions } from '#server/domains/signals/signals.tables.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

/** Appends an event at the next position of its type. */
export async function insertEvent(
  tx: Transaction,
  event: Omit<typeof signalEvents.$inferInsert, 'position'>,
): Promise<void> {
  const [next] = await tx
    .insert(signalEventPositions)
    .values({ signalType: event.signalType, position: 1 })
    .onConflictDoUpdate({
      target: signalEventPositions.signalType,
      set: { position: sql`${signalEventPositions.position} + 1` },
    })
    .returning({ position: signalEventPositions.position });
  await tx.insert(signalEvents).values({ ...event, position: next?.position as number });
}

/** The stored events, as the streams read them. */
export interface EventSource {
  /** Returns the position of the last event of each type; 0 for a type without events. */
  readPositions(): Promise<Record<SignalType, number>>;
  /** Lists the events of one type after a position, oldest first, each with the version of the signal that it refers to. */
  listAfter(signalType: SignalType, position: number, limit: number): Promise<StoredEvent[]>;
}

export const createEventSource = (db: Queryable): EventSource => ({
  readPositions: () => readPositions(db),
  listAfter: (signalType, position, limit) => listEventsAfter(db, signalType, position, limit),
});

async function readPositions(db: Queryable): Promise<Record<SignalType, number>> {
  const positions: Record<SignalType, number> = { intraday: 0, swing: 0, investment: 0 };
  for (const row of await db.select().from(signalEventPositions)) positions[row.signalType] = row.position;
  return positions;
}

export type StoredEvent = Awaited<ReturnType<typeof listEventsAfter>>[number];

function listEventsAfter(db: Queryable, signalType: SignalType, position: number, limit: number) {
  return selectEvents(db)
    .where(and(eq(signalEvents.signalType, signalType), gt(signalEvents.position, position)))
    .orderBy(asc(signalEvents.position))
    .limit(limit);
}

const selectEvents = (db: Queryable) =>
  db
    .select({
      signalType: signalEvents.signalType,
      position: signalEvents.position,
      kind: signalEvents.kind,
      signalId: signalEvents.signalId,
      version: signalEvents.version,
      recordedAt: signalEvents.recordedAt,
      signal: signalVersions.signal,
    })
    .from(signalEvents)
    .innerJoin(
      signalVersions,
      and(
        eq(signalVersions.signalId, signalEvents.signalId),
        eq(signalVersions.version, signalEvents.version),
      ),
    )
    .$dynamic();

/** Deletes events that no client resumes from any more. The positions go on. */
export async function deleteEventsBefore(db: Queryable, before: Date): Promise<void> {
  await db.delete(signalEvents).where(lt(signalEvents.recordedAt, before));
}
