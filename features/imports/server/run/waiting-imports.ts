import { createHash } from 'node:crypto';
import { and, asc, count, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { InboxWork } from '#core/contract/inbox.ts';
import { paths } from '#core/contract/paths.ts';
import { TOTAL } from '#core/server/platform/database/parameters.ts';
import type { Database, Queryable, Transaction } from '#core/server/platform/database.ts';
import { waitingImports } from '#features/imports/server/imports.tables.ts';
import type { FilePlan, ImportFile, Plan, PlannedRow } from './plan.ts';

export type WaitingImportRow = Omit<typeof waitingImports.$inferSelect, 'rows' | 'content'> & {
  review: number;
};

interface Download {
  kind: ImportFile['kind'];
  fileName: string;
  content: Uint8Array;
  /** The URL without its query. */
  source: string;
}

/** A source that fails to be reviewed must not fill the database. */
const MAX_WAITING_PER_SOURCE = 30;

/**
 * Stores a download with rows that need review, until an administrator imports or dismisses it. Rows that an earlier download of
 * the source had do not wait again, and a download replaces those whose rows it has, as sources repeat their files.
 *
 * Returns what became of the rows, for the log: they wait, did so or were settled `before`, or there are `too many` downloads; `null`
 * without such rows.
 */
export async function storeForReview(
  { transaction }: Pick<Database, 'transaction'>,
  { kind, fileName, content, source }: Download,
  { plan, now }: { plan: FilePlan; now: Date },
): Promise<'waiting' | 'before' | 'too many' | null> {
  const rows = [...new Set(plan.rows.filter(isForReview).map(hashRow))];
  if (rows.length === 0) return null;
  const ofSource = and(eq(waitingImports.kind, kind), eq(waitingImports.source, source)) as SQL;
  return transaction(async (tx) => {
    if (!(await hasNewRow(tx, rows, ofSource))) return 'before';
    const waiting = and(ofSource, IS_WAITING) as SQL;
    await tx.delete(waitingImports).where(and(waiting, sql`${waitingImports.rows} <@ ${sql.param(rows)}`));
    if ((await tx.$count(waitingImports, waiting)) >= MAX_WAITING_PER_SOURCE) return 'too many';
    const stored = Buffer.from(content).toString('base64');
    await tx
      .insert(waitingImports)
      .values({ kind, fileName, source, receivedAt: now, rows, content: stored });
    return 'waiting';
  });
}

/** A rejected row of a company that is not in the directory is repaired by choosing one. */
const isForReview = ({ status, company }: PlannedRow<unknown>): boolean =>
  status === 'review' || (status === 'rejected' && company !== undefined);

/** Identifies a row by its content: its line and the doubts about it can change. */
const hashRow = ({ text, record }: PlannedRow<unknown>): string =>
  createHash('sha256')
    .update(JSON.stringify([text, { ...record, doubts: null, cells: null }]))
    .digest('base64url')
    .slice(0, 16);

/** Returns the rows of a download, as it was received, that wait: `12.1` is the first row of line 12. */
export function listWaitingRows(received: Plan<unknown>, { rows }: { rows: readonly string[] }): Set<string> {
  const waiting = new Set(rows);
  return new Set(received.rows.filter((row) => waiting.has(hashRow(row))).map(getRowKey));
}

const getRowKey = ({ line, row }: PlannedRow<unknown>) => `${line}.${row}`;

const IMPORTED_BEFORE =
  'Rows without doubts were imported when the download was received. What is stored has changed since.';

/**
 * Returns the plan of a download that waits for review with its `waiting` rows only. The others were imported when it was received, and
 * what is stored since is newer, whether or not they would have doubts now.
 */
export function leaveOutImported<P extends Plan<unknown>>(plan: P, waiting: ReadonlySet<string>): P {
  const counts = { ...plan.counts };
  const writes: unknown[] = [];
  const rows = plan.rows.map((row) => {
    const isCertain = row.status === 'new' || row.status === 'changed';
    // Of a download that an earlier release has stored, no row is found.
    const isOffered = row.status === 'review' && waiting.size === 0;
    if (!(isCertain || row.status === 'review') || isOffered) return row;
    if (waiting.has(getRowKey(row))) {
      if (isCertain) writes.push(row.write);
      return row;
    }
    counts[row.status] -= 1;
    counts.left_out += 1;
    return { ...row, status: 'left_out' as const, changes: [], reason: IMPORTED_BEFORE, review: null };
  });
  return { ...plan, rows, writes, counts };
}

async function hasNewRow(tx: Transaction, rows: readonly string[], ofSource: SQL): Promise<boolean> {
  const { rows: found } = await tx.execute(sql`
    select 1 from unnest(${sql.param(rows)}::text[]) as row
    where row not in (select unnest(${waitingImports.rows}) from ${waitingImports} where ${ofSource}) limit 1`);
  return found.length > 0;
}

const COLUMNS = {
  id: waitingImports.id,
  kind: waitingImports.kind,
  fileName: waitingImports.fileName,
  source: waitingImports.source,
  receivedAt: waitingImports.receivedAt,
  settledAt: waitingImports.settledAt,
  settledBy: waitingImports.settledBy,
  review: sql<number>`cardinality(${waitingImports.rows})`,
};

const IS_WAITING = isNull(waitingImports.settledAt);

export const listWaiting = (db: Queryable): Promise<WaitingImportRow[]> =>
  db.select(COLUMNS).from(waitingImports).where(IS_WAITING).orderBy(asc(waitingImports.id));

/** Returns the file of a download that waits for review. */
export async function findWaitingFile(
  db: Queryable,
  id: number,
): Promise<{ kind: ImportFile['kind']; fileName: string; content: Uint8Array; rows: string[] } | null> {
  const [row] = await db
    .select()
    .from(waitingImports)
    .where(and(eq(waitingImports.id, id), IS_WAITING));
  return row ? { ...row, content: Buffer.from(row.content ?? '', 'base64') } : null;
}

/** Settles a download that waits for review. Returns `null` if there is none, or it is settled. */
export async function settleWaiting(
  tx: Transaction,
  id: number,
  { by, now }: { by: string; now: Date },
): Promise<WaitingImportRow | null> {
  const [row] = await tx
    .update(waitingImports)
    .set({ content: null, settledAt: now, settledBy: by })
    .where(and(eq(waitingImports.id, id), IS_WAITING))
    .returning(COLUMNS);
  return row ?? null;
}

export async function countWaitingImports(db: Queryable): Promise<number> {
  const [row] = await db.select({ waiting: count() }).from(waitingImports).where(IS_WAITING);
  return row?.waiting ?? 0;
}

/** Presents the downloads that wait for review, oldest first, for the administrators' inbox. */
export async function listReviewWork(db: Queryable, limit: number): Promise<InboxWork> {
  const rows = await db
    .select({ ...COLUMNS, total: TOTAL })
    .from(waitingImports)
    .where(IS_WAITING)
    .orderBy(asc(waitingImports.id))
    .limit(limit);
  return {
    count: rows[0]?.total ?? 0,
    items: rows.map(({ id, fileName, review, receivedAt }) => ({
      id: String(id),
      title: fileName,
      detail: review === 1 ? '1 row to review' : `${review} rows to review`,
      at: receivedAt.toISOString(),
      path: paths.adminImports,
    })),
  };
}
