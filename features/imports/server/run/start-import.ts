import { formatShortDate, toKarachiDate } from '#core/contract/dates.ts';
import type { ChangeTopic } from '#core/contract/topics.ts';
import { cachedUntilChange, READ_TIMEOUT_MS } from '#core/server/platform/cached-until-change.ts';
import { withDeadline } from '#core/server/platform/database/unavailable.ts';
import type { Database, Queryable, Transaction } from '#core/server/platform/database.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import { databaseNow } from '#core/server/platform/schedule.ts';
import {
  abandonStale,
  findBusyImport,
  findImport,
  type ImportRow,
  insertImport,
  lockImportStart,
  updateImport,
} from './imports.queries.ts';
import type { FilePlan, ImportFile, KindHandlers } from './plan.ts';

/** Rejects a request that conflicts with the current state of the imports. */
export const importConflict = (code: string, detail: string) =>
  new HttpError({ status: 409, code, body: { detail } });

/** Records that an import is running, which prevents any other from starting until it ends. */
export async function beginImport(
  tx: Transaction,
  {
    file,
    plan,
    by,
    now,
  }: { file: Pick<ImportFile, 'kind' | 'fileName'>; plan: PlannedCounts; by: string; now: Date },
): Promise<ImportRow> {
  if (plan.total === 0) throw nothingToImport(plan);
  await lockImportStart(tx);
  const busy = await findBusyImport(tx);
  if (busy) throw importConflict('import_running', describeBusyImport(busy));
  await abandonStale(tx);
  return insertImport(tx, {
    kind: file.kind,
    fileName: file.fileName,
    layout: plan.layout,
    importedBy: by,
    status: 'running',
    startedAt: now,
    ...toCounts(plan),
  });
}

/** The outcome of planning one or several files. */
interface PlannedCounts extends Pick<FilePlan, 'layout' | 'counts'> {
  /** The number of rows to write. */
  total: number;
}

/** Converts planned counts to the columns of an import. */
export const toCounts = ({ counts, total }: Pick<PlannedCounts, 'counts' | 'total'>) => ({
  total,
  new: counts.new,
  changed: counts.changed,
  unchanged: counts.unchanged,
  rejected: counts.rejected,
  leftOut: counts.left_out + counts.review,
});

/** Records that an import is being reverted. */
export async function beginRevert(
  tx: Transaction,
  { id, by, handlers }: { id: number; by: string; handlers: KindHandlers },
): Promise<ImportRow> {
  await lockImportStart(tx);
  const row = await findImport(tx, id);
  if (!row) throw notFound();
  const blocker = await checkRevert(row, {
    findBusy: () => findBusyImport(tx),
    findBlocker: (each) => findRowBlocker(tx, each, handlers),
  });
  if (blocker !== null) throw importConflict('import_not_reverted', blocker);
  await abandonStale(tx);
  const current = await findImport(tx, id);
  const total = await handlers[row.kind].countRevertible(tx, id);
  const updated =
    current &&
    (await updateImport(tx, current, {
      status: 'reverting',
      aliveAt: databaseNow,
      total,
      done: 0,
      revertedBy: by,
    }));
  if (!updated) throw notFound();
  return updated;
}

function nothingToImport({ counts }: PlannedCounts): HttpError {
  const { unchanged, review, rejected, left_out: leftOut } = counts;
  const parts = [
    describe(unchanged, 'is unchanged', 'are unchanged'),
    ...(review > 0 ? [describe(review, 'needs review', 'need review')] : []),
    describe(rejected, 'is rejected', 'are rejected'),
    ...(leftOut > 0 ? [describe(leftOut, 'is left out', 'are left out')] : []),
  ];
  const [first = '', ...rest] = parts;
  const rows = first.replace(/^\d+/, (count) => `${count} ${unchanged === 1 ? 'row' : 'rows'}`);
  const listed = [rows, ...rest.slice(0, -1)].join(', ');
  const detail = `The file changes nothing: ${listed} and ${rest.at(-1)}.`;
  return new HttpError({ status: 400, code: 'import_changes_nothing', body: { content: [detail] } });
}

const describe = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

interface RevertChecks {
  findBusy(): Promise<ImportRow | null>;
  findBlocker(row: ImportRow): Promise<string | null>;
}

/** Returns the reason why an import cannot be reverted now, as a sentence, or `null` if it can. */
async function checkRevert(row: ImportRow, { findBusy, findBlocker }: RevertChecks): Promise<string | null> {
  if (row.status === 'reverted') return 'This import is already reverted.';
  if (row.isBusy) {
    return row.status === 'running' ? 'This import is still running.' : 'This import is being reverted.';
  }
  const busy = await findBusy();
  return busy ? describeBusyImport(busy) : findBlocker(row);
}

/**
 * Returns a function that returns the reason for each of the imports, in their order. The expensive part of the check is cached
 * until events change, for lists that are polled.
 */
export function cacheRevertBlockers(
  database: Database,
  handlers: KindHandlers,
): (rows: readonly ImportRow[]) => Promise<(string | null)[]> {
  const findBlocker = cacheRowBlockers(database, handlers);
  return async (rows) => {
    let busy: Promise<ImportRow | null> | undefined;
    const findBusy = () => {
      busy ??= findBusyImport(database.db);
      return busy;
    };
    const blockers = [];
    // Sequentially: in parallel they would use every database connection.
    for (const row of rows) blockers.push(await checkRevert(row, { findBusy, findBlocker }));
    return blockers;
  };
}

function cacheRowBlockers(
  { db, changes }: Database,
  handlers: KindHandlers,
): (row: ImportRow) => Promise<string | null> {
  const createCache = (topic: ChangeTopic) =>
    cachedUntilChange(changes, topic, async () => new Map<number, Promise<string | null>>());
  const caches = new Map(Object.values(handlers).map(({ topic }) => [topic, createCache(topic)]));
  return async (row) => {
    const { topic } = handlers[row.kind];
    const cache = (await caches.get(topic)?.()) ?? new Map<number, Promise<string | null>>();
    const cached = cache.get(row.id);
    if (cached) return cached;
    const blocker = withDeadline(findRowBlocker(db, row, handlers), READ_TIMEOUT_MS);
    cache.set(row.id, blocker);
    blocker.catch(() => cache.delete(row.id));
    return blocker;
  };
}

/** Finds later changes to the rows of an import. */
async function findRowBlocker(db: Queryable, row: ImportRow, handlers: KindHandlers): Promise<string | null> {
  const handler = handlers[row.kind];
  const laterId = await handler.findLaterImport(db, row.id);
  const later = laterId === null ? null : await findImport(db, laterId);
  if (later) return `${describeImport(later)} changed the same rows later. Revert that import first.`;
  // An interrupted revert has already checked its rows; the ones it has processed differ from the import.
  const modified = row.status === 'reverting' ? 0 : await handler.countModified(db, row.id);
  if (modified === 0) return null;
  const rows = modified === 1 ? '1 of its rows was' : `${modified} of its rows were`;
  return `${rows} changed after the import, for example by confirming a filing. Import a corrected file instead.`;
}

/** Returns the reason why no other import or revert can start now. */
export const describeBusyImport = (busy: ImportRow): string =>
  `${describeImport(busy)} is ${busy.status === 'running' ? 'running' : 'being reverted'}. Wait until it finishes.`;

/** Formats `Import 12 (meetings.csv, 21 Nov 2026)`. */
export const describeImport = ({ id, fileName, startedAt }: ImportRow): string =>
  `Import ${id} (${fileName}, ${formatShortDate(toKarachiDate(startedAt))})`;
