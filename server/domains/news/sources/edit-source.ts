import { queueFetches } from '#server/domains/news/ingest/source-queue.ts';
import type { Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import { normalizeFeedUrl, translateUniqueViolation } from './add-source.ts';
import {
  findSource,
  lockSource,
  type SourceRow,
  type SourceWithCount,
  updateSource,
} from './sources.queries.ts';

type EditableFields = Pick<SourceRow, 'name' | 'url' | 'isSummaryOnly' | 'isEnabled'>;
export type SourceChanges = { [Name in keyof EditableFields]?: EditableFields[Name] | undefined };

/** Updates the given fields of a source. Throws `notFound`, `sourceNameTaken` and `sourceUrlTaken`. */
export async function editSource(
  tx: Transaction,
  id: number,
  changes: SourceChanges,
  now: Date,
): Promise<SourceWithCount> {
  const before = await lockSource(tx, id);
  if (!before) throw notFound();
  const edited = {
    ...before,
    name: changes.name ?? before.name,
    url: changes.url === undefined ? before.url : normalizeFeedUrl(changes.url),
    isSummaryOnly: changes.isSummaryOnly ?? before.isSummaryOnly,
    isEnabled: changes.isEnabled ?? before.isEnabled,
  };
  const derived = getDerivedChanges(before, edited, now);
  await translateUniqueViolation(updateSource(tx, id, { ...toColumns(edited), ...derived }));
  if (derived.nextFetchAt && edited.isEnabled) await queueFetches(tx, [id]);
  const after = await findSource(tx, id);
  if (!after) throw notFound();
  return after;
}

const toColumns = ({ name, url, isSummaryOnly, isEnabled }: SourceRow) => ({
  name,
  url,
  isSummaryOnly,
  isEnabled,
});

/** Returns the changes of state that follow from a new URL, summary-only or enabled setting. */
function getDerivedChanges(before: SourceRow, after: SourceRow, now: Date): Partial<SourceRow> {
  const urlChanged = before.url !== after.url;
  const contentChanged = urlChanged || before.isSummaryOnly !== after.isSummaryOnly;
  const shouldRestart = urlChanged || (after.isEnabled && !before.isEnabled);
  return {
    // The validators belong to other content, or are too old.
    ...(contentChanged || shouldRestart ? { etag: null, lastModified: null } : {}),
    ...(shouldRestart ? { nextFetchAt: now, failuresInARow: 0 } : {}),
    // A fetch in progress must not store anything.
    ...(contentChanged || before.isEnabled !== after.isEnabled ? { leasedUntil: null } : {}),
  };
}
