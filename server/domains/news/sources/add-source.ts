import { isUniqueViolation, type Transaction } from '#server/platform/database.ts';
import { sourceAddressTaken, sourceNameTaken } from './sources.errors.ts';
import { type CountedSource, insertSource } from './sources.queries.ts';

/** Adds a source, due at once; nothing is fetched yet. Throws `sourceNameTaken` and `sourceAddressTaken`. */
export async function addSource(
  tx: Transaction,
  source: { name: string; url: string; isSummaryOnly: boolean },
  now: Date,
): Promise<CountedSource> {
  const row = await refuseTaken(
    insertSource(tx, { ...source, url: feedAddress(source.url), createdAt: now, nextFetchAt: now }),
  );
  return { ...row, articleCount: 0 };
}

/** The same, with a name or an address that another source has told by field. */
export async function refuseTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (isUniqueViolation(error, 'news_sources_name_unique')) throw sourceNameTaken(error);
    if (isUniqueViolation(error, 'news_sources_url_unique')) throw sourceAddressTaken(error);
    throw error;
  }
}

/** One spelling of a feed's address, so that none is added twice; a fragment names nothing at the outlet. */
export function feedAddress(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}
