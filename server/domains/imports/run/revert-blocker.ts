import { formatShortDate, toKarachiDate } from '#contract/dates.ts';
import type { ChangeTopic } from '#contract/topics.ts';
import { cachedUntilChange, READ_TIMEOUT_MS } from '#server/platform/cached-until-change.ts';
import { withDeadline } from '#server/platform/database/deadline.ts';
import type { Database, Queryable } from '#server/platform/database.ts';
import { findBusyImport, findImport, type ImportRow } from './imports.queries.ts';
import type { KindHandlers } from './kind-handler.ts';

/** Returns the reason why an import cannot be reverted now, as a sentence, or `null` if it can. */
export async function getRevertBlocker(
  db: Queryable,
  row: ImportRow,
  handlers: KindHandlers,
): Promise<string | null> {
  return checkRevert(row, {
    findBusy: () => findBusyImport(db),
    findBlocker: (each) => findRowBlocker(db, each, handlers),
  });
}

interface RevertChecks {
  findBusy(): Promise<ImportRow | null>;
  findBlocker(row: ImportRow): Promise<string | null>;
}

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
