import { asc, count, desc, eq, sql } from 'drizzle-orm';
import type { SignalLevels } from '#contract/signals/signal.ts';
import { isOneOf } from '#server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { signals, signalVersions } from './signals.tables.ts';

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
  row: typeof signals.$inferSelect;
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

export async function countVersions(db: Queryable): Promise<number> {
  const [row] = await db.select({ value: count() }).from(signalVersions);
  return row?.value ?? 0;
}

/** Returns the keys of the versions of all signals, the oldest version first. */
export function listVersionKeysByTime(db: Queryable) {
  const { changedAt, signalId, version } = signalVersions;
  return db
    .select({ signalId, version })
    .from(signalVersions)
    .orderBy(asc(changedAt), asc(signalId), asc(version));
}

/** Returns those of the references, `PREFIX ID:VERSION`, whose versions exist. */
export async function listExistingReferences(
  db: Queryable,
  references: string[],
  prefix: string,
): Promise<string[]> {
  const { signalId, version } = signalVersions;
  const reference = sql<string>`${prefix}::text || ${signalId} || ':' || ${version}`;
  const ids = references.map((each) => each.slice(prefix.length).split(':')[0] ?? '');
  if (ids.length === 0) return [];
  const rows = await db.select({ reference }).from(signalVersions).where(isOneOf(signalId, ids));
  return rows.map((row) => row.reference);
}
