import { eq } from 'drizzle-orm';
import { isUniqueViolation, type Transaction } from '#core/server/platform/database.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import { describeChange } from '#core/server/platform/security-events/describe-change.ts';
import { queueFetches } from '#features/news/server/ingest/schedule.ts';
import { newsSources } from '#features/news/server/news.tables.ts';
import { findSource, type SourceRow, type SourceWithCount } from './sources.queries.ts';

/** Adds a source, which is fetched immediately. Throws `sourceNameTaken` and `sourceUrlTaken`. */
export async function addSource(
  tx: Transaction,
  source: { name: string; url: string; isSummaryOnly: boolean },
  now: Date,
): Promise<SourceWithCount> {
  const values = { ...source, url: normalizeFeedUrl(source.url), createdAt: now, nextFetchAt: now };
  const [row] = await translateUniqueViolation(tx.insert(newsSources).values(values).returning().execute());
  if (!row) throw new Error('The inserted source was not returned.');
  await queueFetches(tx, [row.id]);
  return { ...row, articleCount: 0 };
}

/** Converts a violated unique constraint to the field's error. */
async function translateUniqueViolation<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error, 'news_sources_name_unique')) throw sourceNameTaken(error);
    if (isUniqueViolation(error, 'news_sources_url_unique')) throw sourceUrlTaken(error);
    throw error;
  }
}

/** Normalizes a feed URL, so that no feed is added twice. Removes the fragment, which is never sent. */
function normalizeFeedUrl(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

type EditableFields = Pick<SourceRow, 'name' | 'url' | 'isSummaryOnly' | 'isEnabled'>;
export type SourceChanges = { [Name in keyof EditableFields]?: EditableFields[Name] | undefined };

/** Updates the given fields of a source. Throws `notFound`, `sourceNameTaken` and `sourceUrlTaken`. */
export async function editSource(
  tx: Transaction,
  id: number,
  changes: SourceChanges,
  now: Date,
): Promise<SourceWithCount> {
  // Concurrent edits run one after another.
  const [before] = await tx.select().from(newsSources).where(eq(newsSources.id, id)).for('update');
  if (!before) throw notFound();
  const edited = {
    ...before,
    name: changes.name ?? before.name,
    url: changes.url === undefined ? before.url : normalizeFeedUrl(changes.url),
    isSummaryOnly: changes.isSummaryOnly ?? before.isSummaryOnly,
    isEnabled: changes.isEnabled ?? before.isEnabled,
  };
  const derived = getDerivedChanges(before, edited, now);
  const columns = { ...toColumns(edited), ...derived };
  await translateUniqueViolation(tx.update(newsSources).set(columns).where(eq(newsSources.id, id)).execute());
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

/** Returns a source as the target of a security event. */
export const toEventTarget = ({ id, name }: { id: number; name: string }) => ({
  target: { type: 'news_source', id: String(id) },
  details: { label: name },
});

/** Describes an edited source for the audit log, with the values before and after. */
export function toEditTarget(before: SourceRow | null, after: SourceRow) {
  const { target, details } = toEventTarget(after);
  const change = describeChange(before ? presentAudited(before) : {}, presentAudited(after));
  return { target, details: { ...details, ...change } };
}

/** Returns the fields that the audit log compares. The path of a URL may contain a token. */
const presentAudited = ({ name, url, isSummaryOnly, isEnabled }: SourceRow) => ({
  name,
  host: new URL(url).host,
  is_summary_only: isSummaryOnly,
  is_enabled: isEnabled,
});

const sourceNameTaken = (cause: unknown) =>
  new HttpError({
    status: 400,
    code: 'source_name_taken',
    body: { name: ['A news source with this name already exists.'] },
    cause,
  });

const sourceUrlTaken = (cause: unknown) =>
  new HttpError({
    status: 400,
    code: 'source_address_taken',
    body: { url: ['A news source with this URL already exists.'] },
    cause,
  });

/** Another server, or the poller, is fetching the source. */
export const sourceAlreadyLeased = () =>
  new HttpError({
    status: 409,
    code: 'source_being_read',
    body: { detail: 'This source is already being fetched. Try again in a minute.' },
  });
