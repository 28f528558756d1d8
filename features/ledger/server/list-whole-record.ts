import { readFileSync } from 'node:fs';
import type { Queryable } from '#core/server/platform/database.ts';
import { findLastEntry, listNewestHeads } from './ledger.queries.ts';
import { listLines, presentHead } from './list-lines.ts';
import { listKeys } from './read-summary.ts';

/**
 * Yields the record until now with the content of every entry, also of sealed ones. Not for visitors: a page or a file for them calls
 * `listLines` with the last release.
 */
export async function* listWholeRecord(db: Queryable): AsyncGenerator<string> {
  const until = (await findLastEntry(db))?.sequence ?? 0;
  const [head] = await listNewestHeads(db, 1);
  yield* listLines(db, { from: 1, until, lastRelease: null, signedUntil: head?.signedAt ?? new Date(0) });
}

/** Returns the newest heads and all keys, as `/record/heads.json` has them. */
export async function writeHeads(db: Queryable, limit: number): Promise<string> {
  const heads = await listNewestHeads(db, limit);
  return `${JSON.stringify({ heads: heads.map(presentHead), keys: await listKeys(db) }, null, 2)}\n`;
}

/** Returns the script with which visitors verify the record. */
export const readVerificationScript = (): string =>
  readFileSync(new URL('../contract/verify-record.mjs', import.meta.url), 'utf8');
