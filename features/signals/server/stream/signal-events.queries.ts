import { and, asc, eq, gt, lt, lte, sql } from 'drizzle-orm';
import { addMilliseconds, DAY } from '#core/server/platform/clock.ts';
import { toInsertBatches } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { SIGNAL_TYPES, type SignalType } from '#features/signals/contract/signal-types.ts';
import { formatVersions } from '#features/signals/contract/stream.ts';
import { signalWithProgress } from '#features/signals/server/signals.queries.ts';
import { signalEventPositions, signalEvents, signals } from '#features/signals/server/signals.tables.ts';

export type NewSignalEvent = Omit<typeof signalEvents.$inferInsert, 'position'>;

/** Appends events, in their order. Each increases the version of its type, which is its position. */
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

/** Returns the version of each type; 0 for a type without events. */
export async function readVersions(db: Queryable): Promise<Map<SignalType, number>> {
  const rows = await db.select().from(signalEventPositions);
  const stored = new Map(rows.map(({ signalType, position }) => [signalType, position]));
  return new Map(SIGNAL_TYPES.map((type) => [type, stored.get(type) ?? 0]));
}

/**
 * Returns the versions of these types as lists name them. Call it before reading a list: the list then contains every change
 * up to them, because a change and its version are committed together. Read after the list, they could include a change
 * between the two that the list lacks. A list that is newer than its version does no harm.
 */
export async function readLastEventId(db: Queryable, types: readonly SignalType[]): Promise<string> {
  const versions = await readVersions(db);
  return formatVersions(new Map(types.map((type) => [type, versions.get(type) ?? 0])));
}

export type StoredEvent = Awaited<ReturnType<typeof listEvents>>[number];

/** Lists the events of a type between two versions, oldest first, each with its signal as it is now. */
export const listEvents = (
  db: Queryable,
  signalType: SignalType,
  { after, until }: { after: number; until: number },
) =>
  db
    .select({ kind: signalEvents.kind, row: signalWithProgress })
    .from(signalEvents)
    // Access is checked for the type of the event.
    .innerJoin(
      signals,
      and(eq(signals.id, signalEvents.signalId), eq(signals.signalType, signalEvents.signalType)),
    )
    .where(
      and(
        eq(signalEvents.signalType, signalType),
        gt(signalEvents.position, after),
        lte(signalEvents.position, until),
      ),
    )
    .orderBy(asc(signalEvents.position));

/** Servers read events within seconds; administrators may look for causes a little longer. */
const RETENTION_MS = 7 * DAY;

/** Deletes events that every server has sent. The versions go on. */
export async function removeOldSignalEvents(db: Queryable, now: Date): Promise<void> {
  await db.delete(signalEvents).where(lt(signalEvents.recordedAt, addMilliseconds(now, -RETENTION_MS)));
}
