import { and, asc, count, desc, eq, gte, ilike, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { SignalLevels } from '#contract/signals/signal.ts';
import { SIGNAL_TYPES, type SignalType } from '#contract/signals/signal-types.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { canExpire, type TermEnds } from './expiry.ts';
import { signals, signalVersions } from './signals.tables.ts';

export type SignalRow = typeof signals.$inferSelect;

/** Subqueries of the track record about the signal with an ID. */
export interface SelectProgress {
  /** The date on which it ended by its evaluation or a decision; `null` while it has not. */
  selectEnd: (signalId: AnyPgColumn) => SQL;
  /** Whether its position is open. */
  selectIsOpen: (signalId: AnyPgColumn) => SQL;
}

export interface AdminSignalFilter {
  signalType?: SignalType | undefined;
  callStatus?: SignalRow['callStatus'] | undefined;
  search?: string | undefined;
}

/** Returns a page of the signals that match, newest first, and the total. Deleted signals are excluded. */
export async function searchSignals(
  db: Queryable,
  filter: AdminSignalFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; rows: SignalRow[] }> {
  const condition = toCondition(filter);
  const newestFirst = [desc(signals.createdAt), desc(signals.id)];
  // IDs first: without a search, they are read from an index alone, however deep the page is.
  const page = db
    .select({ id: signals.id })
    .from(signals)
    .where(condition)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
  const rows = await db
    .select()
    .from(signals)
    .where(inArray(signals.id, page))
    .orderBy(...newestFirst);
  const [total] = await db.select({ value: count() }).from(signals).where(condition);
  return { total: total?.value ?? 0, rows };
}

function toCondition({ signalType, callStatus, search }: AdminSignalFilter): SQL | undefined {
  const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null;
  return and(
    isNull(signals.deletedAt),
    signalType ? eq(signals.signalType, signalType) : undefined,
    callStatus ? eq(signals.callStatus, callStatus) : undefined,
    pattern ? or(ilike(signals.symbol, pattern), ilike(signals.title, pattern)) : undefined,
  );
}

/** Selects the signals of a type whose state is active, by the precedence of `computeState`. */
export const isActive = (
  { validity, limit }: TermEnds,
  { selectEnd, selectIsOpen }: SelectProgress,
): SQL | undefined =>
  and(
    eq(signals.callStatus, 'in_progress'),
    gte(signals.createdAt, limit),
    or(gte(signals.createdAt, validity), selectIsOpen(signals.id)),
    sql`${selectEnd(signals.id)} is null`,
  );

export async function countActiveSignals(
  db: Queryable,
  termEnds: Record<SignalType, TermEnds>,
  select: SelectProgress,
): Promise<Record<SignalType, number>> {
  const rows = await db
    .select({ signalType: signals.signalType, value: count() })
    .from(signals)
    .where(
      and(
        isNull(signals.deletedAt),
        or(
          ...SIGNAL_TYPES.map((type) => and(eq(signals.signalType, type), isActive(termEnds[type], select))),
        ),
      ),
    )
    .groupBy(signals.signalType);
  const counts = { intraday: 0, swing: 0, investment: 0 };
  for (const { signalType, value } of rows) counts[signalType] = value;
  return counts;
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

export async function findSignal(db: Queryable, id: string): Promise<SignalRow | null> {
  const [row] = await db
    .select()
    .from(signals)
    .where(and(eq(signals.id, id), isNull(signals.deletedAt)));
  return row ?? null;
}

/** Returns the signals that are not deleted, the newest first. */
export function listNewestSignals(
  db: Queryable,
  limit: number,
): Promise<Pick<SignalRow, 'id' | 'signalType'>[]> {
  return db
    .select({ id: signals.id, signalType: signals.signalType })
    .from(signals)
    .where(isNull(signals.deletedAt))
    .orderBy(desc(signals.createdAt))
    .limit(limit);
}

/** Finds a signal and locks it until the transaction ends, so that concurrent changes run one after the other. */
export async function lockSignal(tx: Transaction, id: string): Promise<SignalRow | null> {
  const [row] = await tx
    .select()
    .from(signals)
    .where(and(eq(signals.id, id), isNull(signals.deletedAt)))
    .for('update');
  return row ?? null;
}

export async function insertSignal(tx: Transaction, row: typeof signals.$inferInsert): Promise<SignalRow> {
  const [inserted] = await tx.insert(signals).values(row).returning();
  return inserted as SignalRow;
}

export async function updateSignal(tx: Transaction, row: SignalRow): Promise<SignalRow> {
  const [updated] = await tx.update(signals).set(row).where(eq(signals.id, row.id)).returning();
  return updated as SignalRow;
}

/** Counts all signals, including deleted ones. */
export async function countSignals(db: Queryable): Promise<number> {
  const [row] = await db.select({ value: count() }).from(signals);
  return row?.value ?? 0;
}

/** Returns whether a signal that this author published is not deleted. */
export async function hasSignalsBy(db: Queryable, author: string): Promise<boolean> {
  const [row] = await db
    .select({ id: signals.id })
    .from(signals)
    .innerJoin(signalVersions, eq(signalVersions.signalId, signals.id))
    .where(
      and(isNull(signals.deletedAt), eq(signalVersions.changedBy, author), eq(signalVersions.version, 1)),
    )
    .limit(1);
  return row !== undefined;
}

export async function insertVersions(
  tx: Transaction,
  versions: (typeof signalVersions.$inferInsert)[],
): Promise<void> {
  await tx.insert(signalVersions).values(versions);
}

export function listVersions(db: Queryable, signalId: string) {
  return db
    .select()
    .from(signalVersions)
    .where(eq(signalVersions.signalId, signalId))
    .orderBy(desc(signalVersions.version));
}

const versionColumns = {
  signalId: signalVersions.signalId,
  version: signalVersions.version,
  action: signalVersions.action,
  changedAt: signalVersions.changedAt,
  signal: signalVersions.signal,
};

/** Returns the versions of several signals, oldest first. */
export function listVersionsOf(db: Queryable, signalIds: string[]) {
  return db
    .select(versionColumns)
    .from(signalVersions)
    .where(isOneOf(signalVersions.signalId, signalIds))
    .orderBy(asc(signalVersions.signalId), asc(signalVersions.version));
}

type Version = Awaited<ReturnType<typeof listVersionsOf>>[number];

/** A signal, also a deleted one, with its versions, oldest first. */
export interface StoredSignal {
  row: SignalRow;
  versions: [Version, ...Version[]];
}

/** Finds a signal, also a deleted one, with its versions. */
export async function findSignalWithVersions(db: Queryable, id: string): Promise<StoredSignal | null> {
  const rows = await db
    .select({ row: signals, version: versionColumns })
    .from(signals)
    .innerJoin(signalVersions, eq(signalVersions.signalId, signals.id))
    .where(eq(signals.id, id))
    .orderBy(asc(signalVersions.version));
  const [first, ...later] = rows;
  return first ? { row: first.row, versions: [first.version, ...later.map(({ version }) => version)] } : null;
}

/** Returns the signals that have one of the stored codes, deleted ones too. */
export function listSignalsByCode(
  db: Queryable,
  codes: readonly string[],
): Promise<Pick<SignalRow, 'id' | 'code'>[]> {
  return db.select({ id: signals.id, code: signals.code }).from(signals).where(isOneOf(signals.code, codes));
}

/** The levels and the symbol in a stored version. */
const levels = sql<SignalLevels & { symbol: string }>`jsonb_build_object(
  'symbol', ${signalVersions.signal}->'symbol',
  'order_type', ${signalVersions.signal}->'order_type',
  'entry_price', ${signalVersions.signal}->'entry_price',
  'stop_loss', ${signalVersions.signal}->'stop_loss',
  'target_points', ${signalVersions.signal}->'target_points')`;

/** Returns the first version of each signal, and those that changed its levels or its symbol, oldest first. */
export async function listLevelVersions(db: Queryable, signalIds: string[]) {
  const { signalId, version, changedAt } = signalVersions;
  const previous = sql`lag(${levels}) over (partition by ${signalId} order by ${version})`;
  const versions = db
    .select({ signalId, version, changedAt, levels: levels.as('levels'), previous: previous.as('previous') })
    .from(signalVersions)
    .where(isOneOf(signalId, signalIds))
    .as('versions');
  const rows = await db
    .select({ signalId: versions.signalId, changedAt: versions.changedAt, levels: versions.levels })
    .from(versions)
    .where(sql`${versions.levels} is distinct from ${versions.previous}`)
    .orderBy(asc(versions.signalId), asc(versions.version));
  return rows.map(({ levels: { symbol, ...levels }, ...row }) => ({ ...row, symbol, levels }));
}

export async function findLastEditor(db: Queryable, signalId: string): Promise<string> {
  const [row] = await listVersions(db, signalId).limit(1);
  return row?.changedBy ?? 'Another administrator';
}

/** A signal as alerts are written from it, also a deleted one. */
export type AlertedSignal = Pick<
  SignalRow,
  | 'id'
  | 'signalType'
  | 'symbol'
  | 'orderType'
  | 'entryPrice'
  | 'stopLoss'
  | 'targetPoints'
  | 'callStatus'
  | 'analystName'
  | 'analystRegistration'
  | 'horizonDays'
  | 'code'
  | 'createdAt'
  | 'deletedAt'
>;

/** Returns the current state of several signals, also of deleted ones, by their IDs. */
export async function readAlertedSignals(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, AlertedSignal>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(signals).where(isOneOf(signals.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
