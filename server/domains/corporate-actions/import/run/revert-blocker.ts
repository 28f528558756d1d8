import { formatShortDate, toKarachiDate } from '#contract/dates.ts';
import { cachedUntilChange, READ_TIMEOUT_MS } from '#server/platform/cached-until-change.ts';
import { withDeadline } from '#server/platform/database/deadline.ts';
import type { Database, Queryable } from '#server/platform/database.ts';
import { findBusyImport, findLaterImport, type ImportRow } from './imports.queries.ts';
import { countTouched } from './write-events.ts';

/** Why an import cannot be taken back now, as a sentence; `null` when it can. */
export async function whyNotUndone(
  db: Queryable,
  row: ImportRow,
  hindranceOf: (row: ImportRow) => Promise<string | null> = (each) => findHindrance(db, each),
): Promise<string | null> {
  if (row.status === 'undone') return 'It has been taken back already.';
  if (row.isBusy) return row.status === 'running' ? 'It is still running.' : 'It is being taken back.';
  const busy = await findBusyImport(db);
  return busy ? whileBusy(busy) : hindranceOf(row);
}

/** The same for lists that are looked at often: what costs most is found once until something changes. */
export function keepHindrances({ db, changes }: Database): (row: ImportRow) => Promise<string | null> {
  const kept = cachedUntilChange(
    changes,
    'corporate-actions',
    async () => new Map<number, Promise<string | null>>(),
  );
  return async (row) => {
    const known = await kept();
    const current = known.get(row.id);
    if (current) return current;
    const hindrance = withDeadline(findHindrance(db, row), READ_TIMEOUT_MS);
    known.set(row.id, hindrance);
    hindrance.catch(() => known.delete(row.id));
    return hindrance;
  };
}

/** What was written since over the rows of an import. */
async function findHindrance(db: Queryable, row: ImportRow): Promise<string | null> {
  const later = await findLaterImport(db, row);
  if (later) return `${nameOf(later)} has changed the same rows since. Take that one back first.`;
  // What is left of it was cut off in the middle: the rows that are not as it left them are taken back already.
  const touched = row.status === 'undoing' ? 0 : await countTouched(db, { kind: row.kind, importId: row.id });
  if (touched === 0) return null;
  const rows = touched === 1 ? '1 of its rows was' : `${touched} of its rows were`;
  return `${rows} changed since, such as by confirming a filing. Import a corrected file instead.`;
}

/** Why nothing else can begin now. */
export const whileBusy = (busy: ImportRow): string =>
  `${nameOf(busy)} is ${busy.status === 'running' ? 'running' : 'being taken back'}. Wait until it is done.`;

/** `Import 12 (meetings.csv, 21 Nov 2026)`. */
export const nameOf = ({ id, fileName, startedAt }: ImportRow): string =>
  `Import ${id} (${fileName}, ${formatShortDate(toKarachiDate(startedAt))})`;
