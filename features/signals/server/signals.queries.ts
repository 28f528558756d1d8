import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  ilike,
  inArray,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type { SignalLevels } from '#features/signals/contract/signal.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { signals, signalVersions } from './signals.tables.ts';
import { type SignalProgress, selectProgress } from './track-record/outcomes/read-progress.ts';

export type SignalRow = typeof signals.$inferSelect;
export type VersionRow = typeof signalVersions.$inferSelect;

/** A signal with what prices and decisions of administrators have made of it until now. */
export type SignalWithProgress = SignalRow & { progress: SignalProgress };

/** The columns of a signal with its progress, so that one query reads both. */
export const signalWithProgress = { ...getTableColumns(signals), progress: selectProgress(signals.id) };

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
): Promise<{ total: number; rows: SignalWithProgress[] }> {
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
    .select(signalWithProgress)
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

export async function findSignal(db: Queryable, id: string): Promise<SignalRow | null> {
  const [row] = await db
    .select()
    .from(signals)
    .where(and(eq(signals.id, id), isNull(signals.deletedAt)));
  return row ?? null;
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

/** A signal that a decision is about. */
export interface SignalSubject {
  id: string;
  /** That of the first version. */
  symbol: string;
  signalType: SignalType;
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

export async function insertSignal(tx: Transaction, row: typeof signals.$inferInsert): Promise<SignalRow> {
  const [inserted] = await tx.insert(signals).values(row).returning();
  return inserted as SignalRow;
}

export async function updateSignal(tx: Transaction, row: SignalRow): Promise<SignalRow> {
  const [updated] = await tx.update(signals).set(row).where(eq(signals.id, row.id)).returning();
  return updated as SignalRow;
}

export async function insertVersions(
  tx: Transaction,
  versions: (typeof signalVersions.$inferInsert)[],
): Promise<void> {
  await tx.insert(signalVersions).values(versions);
}

/** Returns the versions of several signals, oldest first. */
export function listVersionsOf(db: Queryable, signalIds: readonly string[]): Promise<VersionRow[]> {
  return db
    .select()
    .from(signalVersions)
    .where(isOneOf(signalVersions.signalId, signalIds))
    .orderBy(asc(signalVersions.signalId), asc(signalVersions.version));
}

/** A signal, also a deleted one, with its versions, oldest first. */
export interface StoredSignal {
  row: SignalRow;
  versions: [VersionRow, ...VersionRow[]];
}

/** Finds a signal, also a deleted one, with its versions. */
export async function findSignalWithVersions(db: Queryable, id: string): Promise<StoredSignal | null> {
  const rows = await db
    .select({ row: signals, version: signalVersions })
    .from(signals)
    .innerJoin(signalVersions, eq(signalVersions.signalId, signals.id))
    .where(eq(signals.id, id))
    .orderBy(asc(signalVersions.version));
  const [first, ...later] = rows;
  return first ? { row: first.row, versions: [first.version, ...later.map(({ version }) => version)] } : null;
}

/** Returns signals with their versions, also deleted ones, by their IDs. */
export async function listSignalsWithVersions(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, StoredSignal>> {
  const rows = await db.select().from(signals).where(isOneOf(signals.id, ids));
  const versions = Map.groupBy(await listVersionsOf(db, ids), ({ signalId }) => signalId);
  return new Map(
    rows.flatMap((row) => {
      const [first, ...later] = versions.get(row.id) ?? [];
      return first ? [[row.id, { row, versions: [first, ...later] } satisfies StoredSignal]] : [];
    }),
  );
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
  const [row] = await db
    .select({ changedBy: signalVersions.changedBy })
    .from(signalVersions)
    .where(eq(signalVersions.signalId, signalId))
    .orderBy(desc(signalVersions.version))
    .limit(1);
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

/** Returns signals with their progress by their IDs, also deleted ones. */
export async function readSignals(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, SignalWithProgress>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select(signalWithProgress).from(signals).where(isOneOf(signals.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
