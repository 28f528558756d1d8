import { appendEntries, countReferences, readPayloads } from '#server/domains/ledger/ledger.ts';
import {
  getVersionReference,
  IMPORTED_VERSION,
  toVersionEntry,
  VERSION_PREFIX,
} from '#server/domains/signals/changes/change-signal.ts';
import { listVersionsOf } from '#server/domains/signals/signals.queries.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { countVersions, listVersionKeysByTime } from './stored-signals.queries.ts';

const BATCH_VERSIONS = 500;

/**
 * Enters the versions that the ledger lacks: those from before it began, and those that a server of an older version wrote while
 * it was replaced. Their entries have the kind `signal.imported` and the current time, and their content the original time.
 * Returns their number. Not safe on two servers at the same time: call it while the migration lock is held.
 */
export async function appendEarlierVersions(
  database: Database,
  now: ReturnType<Clock['now']>,
): Promise<number> {
  const { db } = database;
  if ((await countVersions(db)) === (await countReferences(db, VERSION_PREFIX))) return 0;
  const keys = await listVersionKeysByTime(db);
  let appended = 0;
  for (let start = 0; start < keys.length; start += BATCH_VERSIONS) {
    const batch = keys.slice(start, start + BATCH_VERSIONS);
    const entered = await readPayloads(db, batch.map(getVersionReference));
    const missing = batch.map(getVersionReference).filter((reference) => !entered.has(reference));
    if (missing.length === 0) continue;
    const versions = await listVersionsOf(db, [...new Set(batch.map(({ signalId }) => signalId))]);
    const byReference = new Map(versions.map((version) => [getVersionReference(version), version]));
    const entries = missing.flatMap((reference) => {
      const version = byReference.get(reference);
      return version ? [toVersionEntry(version, { kind: IMPORTED_VERSION, recordedAt: now })] : [];
    });
    await database.transaction(async (tx, announce) => {
      announce('ledger');
      await appendEntries(tx, entries);
    });
    appended += entries.length;
  }
  return appended;
}
