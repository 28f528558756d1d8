import { listSealedSubjects, releaseSubjects } from '#server/domains/ledger/ledger.ts';
import { getLedgerSubject, parseLedgerSubject } from '#server/domains/signals/changes/change-signal.ts';
import { addMilliseconds, type Clock, DAY, MINUTE } from '#server/platform/clock.ts';
import type { Database, Queryable } from '#server/platform/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { defineQueue } from '#server/platform/jobs/queue.ts';
import { listReleasable } from './stored-signals.queries.ts';

const queue = defineQueue('release-ledger-entries', { timeLimitMs: 5 * MINUTE, isExclusive: true });
const EVERY_TEN_MINUTES = '*/10 * * * *';

interface ReleaseParts {
  database: Database;
  clock: Clock;
  config: { premiumPublicAfterDays: number };
  /** Returns those of the signals that a decision of an administrator, such as a void, ended before a time. */
  listDecided: (db: Queryable, signalIds: readonly string[], before: Date) => Promise<string[]>;
}

/** Makes the ledger's entries of ended premium signals public, every ten minutes. */
export function scheduleReleases(jobs: Jobs, parts: ReleaseParts): void {
  jobs.handleSchedule(queue, { cron: EVERY_TEN_MINUTES, isRunAtStart: true }, async () => {
    await releaseEndedSignals(parts);
  });
}

/**
 * Releases the entries of signals that were closed, deleted, voided or overridden long enough ago, so that neither a deletion nor a
 * decision hides anything, and of those that have become free. Returns the number of entries.
 */
export async function releaseEndedSignals({
  database,
  clock,
  config,
  listDecided,
}: ReleaseParts): Promise<number> {
  const now = clock.now();
  const subjects = await listSealedSubjects(database.db);
  const ids = subjects.map(parseLedgerSubject).filter((id) => id !== null);
  if (ids.length === 0) return 0;
  const endedBefore = addMilliseconds(now, -config.premiumPublicAfterDays * DAY);
  return database.transaction(async (tx, announce) => {
    // Locked, so that no signal is reopened before the commit.
    const ended = await listReleasable(tx, ids, endedBefore);
    const releasable = new Set([...ended, ...(await listDecided(tx, ids, endedBefore))]);
    if (releasable.size === 0) return 0;
    announce('ledger');
    return releaseSubjects(tx, [...releasable].map(getLedgerSubject), now);
  });
}
