import { appendEntries, countReferences, readPayloads } from '#server/domains/ledger/ledger.ts';
import { countVersions, listVersionsByTime } from '#server/domains/signals/signal-versions.queries.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { getReference, IMPORTED, toEntry, VERSION_PREFIX } from './to-entry.ts';

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
  let appended = 0;
  for (let offset = 0; ; offset += BATCH_VERSIONS) {
    const versions = await listVersionsByTime(db, { offset, limit: BATCH_VERSIONS });
    if (versions.length === 0) return appended;
    const entered = await readPayloads(db, versions.map(getReference));
    const missing = versions.filter((version) => !entered.has(getReference(version)));
    appended += missing.length;
    await database.transaction(async (tx, announce) => {
      announce('ledger');
      await appendEntries(
        tx,
        missing.map((version) => toEntry(version, { kind: IMPORTED, recordedAt: now })),
      );
    });
  }
}
