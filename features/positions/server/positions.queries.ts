import { and, asc, count, countDistinct, desc, eq, isNull, lte, notInArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { LocalDate } from '#core/contract/dates.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import { lockCustomer } from '#features/accounts/server/accounts.ts';
import type { ActionCorrection, OwnAction } from '#features/positions/contract/actions.ts';
import {
  type DeletedTrade,
  MAX_TRADES,
  type PositionsExport,
  type Trade,
  type TradeChange,
} from '#features/positions/contract/trades.ts';
import {
  positionCorrections,
  positionSettings,
  priceLevels,
  tradeChanges,
  tradeImports,
  trades,
} from './positions.tables.ts';
import type { HistoryTrade } from './rules/history.ts';

export type TradeRow = typeof trades.$inferSelect;
export type NewTrade = Omit<typeof trades.$inferInsert, 'id'>;
export type SettingsRow = typeof positionSettings.$inferSelect;
type SettingsValues = Pick<SettingsRow, 'isOnList' | 'costPresetId' | 'dividendClasses' | 'taxFigures'>;

/** What is stored of a customer's positions. */
export interface StoredPositions {
  trades: (HistoryTrade & { plannedShares: number | null })[];
  corrections: { key: string; correction: ActionCorrection | null; own: OwnAction | null }[];
  settings: SettingsValues;
}

const DEFAULT_SETTINGS: SettingsValues = {
  isOnList: true,
  costPresetId: null,
  dividendClasses: {},
  taxFigures: {},
};

type TradeTuple = [
  id: number,
  symbol: string,
  side: HistoryTrade['side'],
  kind: HistoryTrade['kind'],
  date: LocalDate,
  shares: number,
  amount: number,
  costs: number,
  signalId: string | null,
  plannedShares: number | null,
];

/** Reads a customer's trades, corrections and settings at once, as JSON: as many rows would take longer than the rules. */
export async function readStoredPositions(db: Queryable, userId: string): Promise<StoredPositions> {
  const t = trades;
  const c = positionCorrections;
  const s = positionSettings;
  const { rows } = await db.execute<{
    trades: TradeTuple[] | null;
    corrections: StoredPositions['corrections'] | null;
    settings: SettingsValues | null;
  }>(sql`select
    (select json_agg(json_build_array(${t.id}, ${t.symbol}, ${t.side}, ${t.kind}, ${t.date}, ${t.shares},
      round(${t.price} * ${t.shares} * 100)::bigint, (${t.costs} * 100)::bigint, ${t.signalId}, ${t.plannedShares})
      order by ${t.date}, ${t.id}) from ${t} where ${t.userId} = ${userId}) as trades,
    (select json_agg(json_build_object('key', ${c.key}, 'correction', ${c.correction}, 'own', ${c.own}) order by ${c.key})
      from ${c} where ${c.userId} = ${userId}) as corrections,
    (select json_build_object('isOnList', ${s.isOnList}, 'costPresetId', ${s.costPresetId},
      'dividendClasses', ${s.dividendClasses}, 'taxFigures', ${s.taxFigures})
      from ${s} where ${s.userId} = ${userId}) as settings`);
  const [row] = rows;
  return {
    trades: (row?.trades ?? []).map(
      ([id, symbol, side, kind, date, shares, amount, costs, signalId, plannedShares]) => ({
        ...{ id, symbol, side, kind, date, shares, amount, costs, signalId, plannedShares },
      }),
    ),
    corrections: row?.corrections ?? [],
    settings: row?.settings ?? DEFAULT_SETTINGS,
  };
}

/** Lets no other change of a customer's positions run until the transaction ends. Throws `notFound` if the account was deleted. */
export async function lockPositions(tx: Transaction, userId: string): Promise<SettingsRow> {
  if (!(await lockCustomer(tx, userId))) throw notFound();
  await tx.insert(positionSettings).values({ userId }).onConflictDoNothing();
  const isOwn = eq(positionSettings.userId, userId);
  const [row] = await tx.select().from(positionSettings).where(isOwn).for('update');
  if (!row) throw notFound();
  return row;
}

export async function updateSettings(
  tx: Transaction,
  userId: string,
  change: Partial<Omit<SettingsRow, 'userId'>>,
): Promise<void> {
  await tx.update(positionSettings).set(change).where(eq(positionSettings.userId, userId));
}

export const countTrades = (db: Queryable, userId: string): Promise<number> =>
  db.$count(trades, eq(trades.userId, userId));

/** Returns a page of a customer's trades, the newest date first. */
export const listTradeRows = (
  db: Queryable,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<TradeRow[]> =>
  db
    .select()
    .from(trades)
    .where(eq(trades.userId, userId))
    .orderBy(desc(trades.date), desc(trades.id))
    .limit(limit)
    .offset(offset);

export async function findTrade(db: Queryable, userId: string, id: number): Promise<TradeRow | null> {
  const [row] = await db
    .select()
    .from(trades)
    .where(and(eq(trades.userId, userId), eq(trades.id, id)));
  return row ?? null;
}

/** Returns whether the customer has, or had, a trade of a company that follows a signal. */
export async function hasFollowed(
  db: Queryable,
  userId: string,
  { signalId, symbol }: { signalId: string; symbol: string },
): Promise<boolean> {
  const isOwn = eq(trades.userId, userId);
  const count = await db.$count(trades, and(isOwn, eq(trades.signalId, signalId), eq(trades.symbol, symbol)));
  const { before } = tradeChanges;
  return (
    count > 0 ||
    (await db.$count(
      tradeChanges,
      and(
        eq(tradeChanges.userId, userId),
        sql`${before} @> ${JSON.stringify({ signal_id: signalId, symbol })}::jsonb`,
      ),
    )) > 0
  );
}

export async function insertTrade(tx: Transaction, row: NewTrade): Promise<TradeRow> {
  const [inserted] = await tx.insert(trades).values(row).returning();
  return inserted as TradeRow;
}

export async function updateTrade(
  tx: Transaction,
  { userId, id, ...change }: Omit<TradeRow, 'createdAt' | 'importId'>,
): Promise<void> {
  await tx
    .update(trades)
    .set(change)
    .where(and(eq(trades.userId, userId), eq(trades.id, id)));
}

export async function deleteTrades(tx: Transaction, userId: string, ids: readonly number[]): Promise<void> {
  await tx.delete(trades).where(and(eq(trades.userId, userId), isOneOf(trades.id, ids)));
}

/** The older changes of a trade are deleted, and the oldest deletions of as many trades as there can be. */
const MAX_CHANGES = 50;

export async function insertTradeChange(
  tx: Transaction,
  change: Omit<typeof tradeChanges.$inferInsert, 'id'>,
): Promise<void> {
  await tx.insert(tradeChanges).values(change);
  const isOfTrade = and(eq(tradeChanges.userId, change.userId), eq(tradeChanges.tradeId, change.tradeId));
  const newest = tx
    .select({ id: tradeChanges.id })
    .from(tradeChanges)
    .where(isOfTrade)
    .orderBy(desc(tradeChanges.id))
    .limit(MAX_CHANGES);
  await tx.delete(tradeChanges).where(and(isOfTrade, notInArray(tradeChanges.id, newest)));
  if (change.after !== null) return;
  const isDeletion = and(eq(tradeChanges.userId, change.userId), isNull(tradeChanges.after));
  const oldest = tx
    .select({ id: tradeChanges.id })
    .from(tradeChanges)
    .where(isDeletion)
    .orderBy(desc(tradeChanges.id))
    .offset(MAX_TRADES)
    .limit(1);
  await tx.delete(tradeChanges).where(and(isDeletion, lte(tradeChanges.id, oldest)));
}

/** Returns the changes of a trade, oldest first. */
export async function listTradeChanges(
  db: Queryable,
  userId: string,
  tradeId: number,
): Promise<TradeChange[]> {
  const rows = await db
    .select()
    .from(tradeChanges)
    .where(and(eq(tradeChanges.userId, userId), eq(tradeChanges.tradeId, tradeId)))
    .orderBy(asc(tradeChanges.id));
  return rows.map(({ changedAt, before, after }) => ({ changed_at: changedAt.toISOString(), before, after }));
}

const MAX_LISTED_DELETIONS = 50;

/** Returns the trades that were deleted last, newest first, without those that were entered again. */
export async function listDeletions(db: Queryable, userId: string): Promise<DeletedTrade[]> {
  const { before } = tradeChanges;
  const rows = await db
    .select()
    .from(tradeChanges)
    .where(
      and(
        eq(tradeChanges.userId, userId),
        isNull(tradeChanges.after),
        sql`not exists (
          select from ${trades} again
          where again.user_id = ${userId} and again.symbol = ${before}->>'symbol' and again.side = ${before}->>'side'
            and again.date = (${before}->>'date')::date and again.shares = (${before}->>'shares')::bigint
            and again.price = (${before}->>'price')::numeric)`,
      ),
    )
    .orderBy(desc(tradeChanges.id))
    .limit(MAX_LISTED_DELETIONS);
  return rows.map((row) => ({
    ...{ id: row.tradeId, deleted_at: row.changedAt.toISOString() },
    trade: row.before as DeletedTrade['trade'],
  }));
}

/** Writes a decimal with at least two digits after the point and without further zeros. */
function trimDecimal(decimal: string): string {
  const [whole = '0', digits = ''] = decimal.split('.');
  return `${whole}.${digits.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** Returns the values that a customer can change. */
export const toTradeValues = (
  row: Omit<TradeRow, 'id' | 'userId' | 'importId' | 'createdAt' | 'changedAt'>,
) => ({
  symbol: row.symbol,
  side: row.side,
  kind: row.kind,
  date: row.date,
  shares: row.shares,
  price: trimDecimal(row.price),
  costs: row.costs,
  signal_id: row.signalId,
  planned_shares: row.plannedShares,
  note: row.note,
});

export const presentTrade = (row: TradeRow, exceeds: Trade['exceeds'] = null): Trade => ({
  id: row.id,
  ...toTradeValues(row),
  exceeds,
  created_at: row.createdAt.toISOString(),
  changed_at: row.changedAt?.toISOString() ?? null,
});

/** Adds a correction or an action of the customer, or replaces what is given of it. */
export async function saveCorrection(
  tx: Transaction,
  userId: string,
  { key, ...values }: { key: string; correction?: ActionCorrection; own?: OwnAction },
): Promise<void> {
  await tx
    .insert(positionCorrections)
    .values({ userId, key, ...values })
    .onConflictDoUpdate({ target: [positionCorrections.userId, positionCorrections.key], set: values });
}

/** Removes a correction, or an action of the customer with its correction. */
export async function deleteCorrection(tx: Transaction, userId: string, key: string): Promise<void> {
  await tx
    .delete(positionCorrections)
    .where(and(eq(positionCorrections.userId, userId), eq(positionCorrections.key, key)));
}

/** Counts for administrators, who see nothing else of trades. */
export async function countAllTrades(db: Queryable): Promise<{ customers: number; trades: number }> {
  const [row] = await db.select({ customers: countDistinct(trades.userId), trades: count() }).from(trades);
  return row ?? { customers: 0, trades: 0 };
}

/** Deletes everything about a customer. */
export async function deletePositions(tx: Transaction, userId: string): Promise<void> {
  for (const table of [
    trades,
    tradeChanges,
    positionCorrections,
    positionSettings,
    priceLevels,
    tradeImports,
  ])
    await tx.delete(table).where(eq(table.userId, userId));
}

/** Exports what is stored about a customer. */
export async function exportPositions(db: Queryable, userId: string): Promise<PositionsExport> {
  const list = async (table: PgTable) => {
    const { rows } = await db.execute<{ values: Record<string, unknown> }>(sql`
      select to_jsonb(stored) - 'user_id' as values from ${table} stored where user_id = ${userId} order by stored`);
    return rows.map(({ values }) => values);
  };
  const [settings = null] = await list(positionSettings);
  return {
    trades: await list(trades),
    trade_changes: await list(tradeChanges),
    corrections: await list(positionCorrections),
    settings,
    levels: await list(priceLevels),
    imports: await list(tradeImports),
  };
}

/** Returns the trades of an import that were not changed since. */
export const listUnchangedTrades = (db: Queryable, userId: string, importId: number): Promise<TradeRow[]> =>
  db
    .select()
    .from(trades)
    .where(and(eq(trades.userId, userId), eq(trades.importId, importId), isNull(trades.changedAt)));
