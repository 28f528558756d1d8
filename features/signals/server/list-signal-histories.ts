import { and, asc, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import type { SignalLevels } from '#features/signals/contract/signal.ts';
import { SIGNAL_TYPES, type SignalType } from '#features/signals/contract/signal-types.ts';
import { canExpire } from './expiry.ts';
import { presentVersion } from './present-signal.ts';
import type { SignalRow } from './signals.queries.ts';
import { signals, signalVersions } from './signals.tables.ts';

/** What was published and every change since, including those of deleted signals. */
export interface SignalHistory {
  id: string;
  signalType: SignalType;
  publishedAt: Date;
  /** The symbol and the levels of the first version. */
  symbol: string;
  published: SignalLevels;
  /** Oldest first, without the first. */
  changes: SignalHistoryChange[];
}

interface SignalHistoryChange {
  changedAt: Date;
  stopLoss: string;
  isClosed: boolean;
  isDeleted: boolean;
}

/** Returns the histories of signals. */
export async function listSignalHistories(
  db: Queryable,
  signalIds: readonly string[],
): Promise<SignalHistory[]> {
  const { signalId, version, changedAt, action, signal } = signalVersions;
  const rows = await db
    .select({
      id: signalId,
      version,
      changedAt,
      action,
      signalType: signals.signalType,
      symbol: sql<string>`${signal}->>'symbol'`,
      callStatus: sql<string>`${signal}->>'call_status'`,
      levels: sql<SignalLevels>`jsonb_build_object(
        'order_type', ${signal}->'order_type', 'entry_price', ${signal}->'entry_price',
        'stop_loss', ${signal}->'stop_loss', 'target_points', ${signal}->'target_points')`,
    })
    .from(signalVersions)
    .innerJoin(signals, eq(signals.id, signalId))
    .where(isOneOf(signalId, signalIds))
    .orderBy(asc(signalId), asc(version));
  const histories: SignalHistory[] = [];
  for (const { id, signalType, symbol, levels, changedAt, callStatus, action } of rows) {
    let history = histories.at(-1);
    const isFirst = history?.id !== id;
    if (history === undefined || isFirst) {
      history = { id, signalType, publishedAt: changedAt, symbol, published: levels, changes: [] };
      histories.push(history);
      // A signal can be published closed.
      if (callStatus !== 'closed') continue;
    }
    history.changes.push({
      changedAt,
      stopLoss: levels.stop_loss,
      isClosed: callStatus === 'closed',
      isDeleted: action === 'deleted',
    });
  }
  return histories;
}

/** Returns the first versions of signals, deleted ones too, by ID. */
export async function listFirstVersions(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, AdminSignal>> {
  const rows = await db
    .select({ id: signalVersions.signalId, published: signalVersions.signal })
    .from(signalVersions)
    .where(and(isOneOf(signalVersions.signalId, ids), eq(signalVersions.version, 1)));
  return new Map(rows.map(({ id, published }) => [id, presentVersion(published)]));
}

/** Selects the symbols of the first versions of all signals, or of those with the IDs, including deleted ones. */
export const selectPublishedSymbols = (db: Queryable, signalIds?: readonly string[]) =>
  db
    .select({
      id: sql<string>`${signalVersions.signalId}`.as('id'),
      symbol: sql<string>`${signalVersions.signal}->>'symbol'`.as('symbol'),
    })
    .from(signalVersions)
    .where(and(eq(signalVersions.version, 1), signalIds && isOneOf(signalVersions.signalId, signalIds)));

/** Returns the IDs of the signals that were published in a period, oldest first, including deleted ones. */
export async function listPublishedBetween(
  db: Queryable,
  { from, before }: { from: Date; before: Date },
): Promise<string[]> {
  const { id, createdAt } = signals;
  const rows = await db
    .select({ id })
    .from(signals)
    .where(and(gte(createdAt, from), lt(createdAt, before)))
    .orderBy(asc(createdAt), asc(id));
  return rows.map((row) => row.id);
}

/** Returns the newest of the signals that were published between the ends of two sessions and expired without being closed. */
export function listExpiredSignals(
  db: Queryable,
  { after, until }: { after: Date; until: Date },
  limit: number,
): Promise<SignalRow[]> {
  return db
    .select()
    .from(signals)
    .where(
      and(
        isOneOf(signals.signalType, SIGNAL_TYPES.filter(canExpire)),
        eq(signals.callStatus, 'in_progress'),
        isNull(signals.deletedAt),
        gte(signals.createdAt, after),
        lt(signals.createdAt, until),
      ),
    )
    .orderBy(desc(signals.createdAt))
    .limit(limit);
}

/** Returns the IDs of those of the signals that their analysts have closed. */
export async function listClosedSignals(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: signals.id })
    .from(signals)
    .where(and(isOneOf(signals.id, ids), eq(signals.callStatus, 'closed')));
  return new Set(rows.map(({ id }) => id));
}
