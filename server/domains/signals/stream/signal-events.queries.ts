import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { formatPositions } from '#contract/signals/stream.ts';
import {
  signalEventPositions,
  signalEvents,
  signals,
  signalVersions,
} from '#server/domains/signals/signals.tables.ts';
import { addMilliseconds, DAY } from '#server/platform/clock.ts';
import { toInsertBatches } from '#server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';

export type NewSignalEvent = Omit<typeof signalEvents.$inferInsert, 'position'>;

/** Appends events, in their order, at the next positions of their types. */
export async function insertEvents(tx: Transaction, events: readonly NewSignalEvent[]): Promise<void> {
  for (const [signalType, ofType] of Map.groupBy(events, (event) => event.signalType)) {
    const [last] = await tx
      .insert(signalEventPositions)
      .values({ signalType, position: ofType.length })
      .onConflictDoUpdate({
        target: signalEventPositions.signalType,
        set: { position: sql`${signalEventPositions.position} + excluded.position` },
      })
      .returning({ position: signalEventPositions.position });
    const first = (last?.position ?? 0) - ofType.length + 1;
    const rows = ofType.map((event, index) => ({ ...event, position: first + index }));
    for (const batch of toInsertBatches(rows)) await tx.insert(signalEvents).values(batch);
  }
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
      code: signals.code,
    })
    .from(signalEvents)
    .innerJoin(signals, eq(signals.id, signalEvents.signalId))
    .innerJoin(
      signalVersions,
      and(
        eq(signalVersions.signalId, signalEvents.signalId),
        eq(signalVersions.version, signalEvents.version),
      ),
    )
    .$dynamic();

/**
 * Returns the ID of the last event of these types. Call it before reading a list: the list then contains every change up to
 * it, because a change and its position are committed together, and a stream that resumes there sends every later one. Read
 * after the list, the position could be that of a change between the two, which neither would contain. A change that both
 * contain does no harm.
 */
export async function readLastEventId(db: Queryable, types: readonly SignalType[]): Promise<string> {
  const positions = await readPositions(db);
  return formatPositions(new Map(types.map((type) => [type, positions[type]])));
}

/** A client that was away for longer loads the list instead of resuming. */
const RETENTION_MS = 7 * DAY;

/** Deletes events that no client resumes from any more. The positions go on. */
export async function removeOldSignalEvents(db: Queryable, now: Date): Promise<void> {
  await db.delete(signalEvents).where(lt(signalEvents.recordedAt, addMilliseconds(now, -RETENTION_MS)));
}
