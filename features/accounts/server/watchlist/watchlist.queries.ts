import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type { DomainsExport } from '#features/accounts/contract/account-data.ts';
import { enteredSignals, watchlistItems } from './watchlist.tables.ts';

/** A page of users in the order of their IDs, `after` the last one of the page before. */
export interface UserPage {
  after: string | null;
  limit: number;
}

/** Returns the symbols of the companies that a user watches, in alphabetical order. */
export async function listWatchedSymbols(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .select({ symbol: watchlistItems.symbol })
    .from(watchlistItems)
    .where(eq(watchlistItems.userId, userId))
    .orderBy(asc(sql`${watchlistItems.symbol} collate "C"`));
  return rows.map(({ symbol }) => symbol);
}

/** Returns the IDs of the users who watch at least one of the companies. */
export async function listWatchers(
  db: Queryable,
  symbols: readonly string[],
  { after, limit }: UserPage,
): Promise<string[]> {
  const { userId, symbol } = watchlistItems;
  const rows = await db
    .selectDistinct({ userId })
    .from(watchlistItems)
    .where(and(isOneOf(symbol, symbols), after === null ? undefined : gt(userId, after)))
    .orderBy(asc(userId))
    .limit(limit);
  return rows.map((row) => row.userId);
}

/** Returns those of the companies that at least one user watches. */
export async function filterWatchedSymbols(
  db: Queryable,
  symbols: readonly string[],
): Promise<ReadonlySet<string>> {
  if (symbols.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ symbol: watchlistItems.symbol })
    .from(watchlistItems)
    .where(isOneOf(watchlistItems.symbol, symbols));
  return new Set(rows.map(({ symbol }) => symbol));
}

/** Returns the IDs of the users who marked a signal as entered. */
export async function listSignalEntrants(
  db: Queryable,
  signalId: string,
  { after, limit }: UserPage,
): Promise<string[]> {
  const { userId } = enteredSignals;
  const rows = await db
    .select({ userId })
    .from(enteredSignals)
    .where(and(eq(enteredSignals.signalId, signalId), after === null ? undefined : gt(userId, after)))
    .orderBy(asc(userId))
    .limit(limit);
  return rows.map((row) => row.userId);
}

/** Returns the IDs of the signals that a user marked as entered, the newest mark last. */
export async function listEnteredSignals(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: enteredSignals.signalId })
    .from(enteredSignals)
    .where(eq(enteredSignals.userId, userId))
    .orderBy(asc(enteredSignals.enteredAt), asc(enteredSignals.signalId));
  return rows.map(({ id }) => id);
}

export async function insertWatched(
  tx: Transaction,
  userId: string,
  symbols: readonly string[],
  now: Date,
): Promise<void> {
  if (symbols.length === 0) return;
  const rows = symbols.map((symbol) => ({ userId, symbol, addedAt: now }));
  await tx.insert(watchlistItems).values(rows).onConflictDoNothing();
}

export async function deleteWatched(tx: Transaction, userId: string, symbol: string): Promise<void> {
  await tx
    .delete(watchlistItems)
    .where(and(eq(watchlistItems.userId, userId), eq(watchlistItems.symbol, symbol)));
}

/** Marks signals as entered, the last one as the newest, and removes the oldest marks above the limit. */
export async function insertEntered(
  tx: Transaction,
  userId: string,
  signalIds: readonly string[],
  { now, limit }: { now: Date; limit: number },
): Promise<void> {
  if (signalIds.length === 0) return;
  const rows = signalIds.map((signalId, index) => ({
    userId,
    signalId,
    enteredAt: new Date(now.getTime() - (signalIds.length - 1 - index)),
  }));
  await tx.insert(enteredSignals).values(rows).onConflictDoNothing();
  const excess = tx
    .select({ signalId: enteredSignals.signalId })
    .from(enteredSignals)
    .where(eq(enteredSignals.userId, userId))
    .orderBy(desc(enteredSignals.enteredAt), desc(enteredSignals.signalId))
    .offset(limit);
  await tx
    .delete(enteredSignals)
    .where(and(eq(enteredSignals.userId, userId), inArray(enteredSignals.signalId, excess)));
}

export async function deleteEntered(tx: Transaction, userId: string, signalId: string): Promise<void> {
  await tx
    .delete(enteredSignals)
    .where(and(eq(enteredSignals.userId, userId), eq(enteredSignals.signalId, signalId)));
}

/** Deletes everything about a user. */
export async function deleteWatchlist(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(watchlistItems).where(eq(watchlistItems.userId, userId));
  await tx.delete(enteredSignals).where(eq(enteredSignals.userId, userId));
}

/** Exports what is stored about a user. */
export async function exportWatchlist(
  db: Queryable,
  userId: string,
): Promise<Pick<DomainsExport, 'watchlist' | 'entered_signals'>> {
  const watched = await db
    .select()
    .from(watchlistItems)
    .where(eq(watchlistItems.userId, userId))
    .orderBy(asc(watchlistItems.addedAt), asc(watchlistItems.symbol));
  const entered = await db
    .select()
    .from(enteredSignals)
    .where(eq(enteredSignals.userId, userId))
    .orderBy(asc(enteredSignals.enteredAt), asc(enteredSignals.signalId));
  return {
    watchlist: watched.map(({ symbol, addedAt }) => ({ symbol, added_at: addedAt.toISOString() })),
    entered_signals: entered.map(({ signalId, enteredAt }) => ({
      signal_id: signalId,
      entered_at: enteredAt.toISOString(),
    })),
  };
}
