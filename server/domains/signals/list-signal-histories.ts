import { and, asc, eq, sql } from 'drizzle-orm';
import type { SignalLevels } from '#contract/signals/signal.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { presentVersion } from './present-signal.ts';
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

export interface SignalHistoryChange {
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

/** A signal that a decision is about. */
export interface SignalSubject {
  id: string;
  /** That of the first version. */
  symbol: string;
  signalType: SignalType;
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

/** Finds a signal, also a deleted one, and locks it until the transaction ends, so that decisions about it run one after the other. */
export async function lockSignalSubject(tx: Transaction, id: string): Promise<SignalSubject | null> {
  await tx.select({ id: signals.id }).from(signals).where(eq(signals.id, id)).for('update');
  return findSignalSubject(tx, id);
}

/** Finds a signal, also a deleted one. */
export async function findSignalSubject(db: Queryable, id: string): Promise<SignalSubject | null> {
  const [row] = await db
    .select({
      id: signals.id,
      signalType: signals.signalType,
      symbol: sql<string>`${signalVersions.signal}->>'symbol'`,
    })
    .from(signals)
    .innerJoin(signalVersions, and(eq(signalVersions.signalId, signals.id), eq(signalVersions.version, 1)))
    .where(eq(signals.id, id));
  return row ?? null;
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
