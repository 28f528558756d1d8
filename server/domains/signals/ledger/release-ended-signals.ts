import { listSealedSubjects, releaseSubjects } from '#server/domains/ledger/ledger.ts';
import { getLedgerSubject, parseLedgerSubject } from '#server/domains/signals/changes/change-signal.ts';
import { isFreeType } from '#server/domains/signals/signal-access.ts';
import { addMilliseconds, type Clock, DAY, MINUTE } from '#server/platform/clock.ts';
import type { Database, Queryable } from '#server/platform/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { defineQueue } from '#server/platform/jobs/queue.ts';
import { listSealedSignals, lockSignals, type SealedSignal } from './stored-signals.queries.ts';

const queue = defineQueue('release-ledger-entries', { timeLimitMs: 5 * MINUTE, isExclusive: true });
const EVERY_TEN_MINUTES = '*/10 * * * *';

interface ReleaseDependencies {
  database: Database;
  clock: Clock;
  config: { premiumPublicAfterDays: number };
  /**
   * Returns those of the signals that ended long enough ago by their evaluation, by a decision of an administrator, such as a void, or by
   * the time limit of their type.
   */
  listEnded: (
    db: Queryable,
    signals: readonly SealedSignal[],
    terms: { now: Date; releaseDays: number },
  ) => Promise<string[]>;
}

/** Makes the ledger's entries of ended premium signals public, every ten minutes. */
export function scheduleReleases(jobs: Jobs, dependencies: ReleaseDependencies): void {
  jobs.handleSchedule(queue, { cron: EVERY_TEN_MINUTES, isRunAtStart: true }, async () => {
    await releaseEndedSignals(dependencies);
  });
}

/**
 * Releases the entries of signals that ended long enough ago, so that no deletion and no decision hides anything, and that nothing stays
 * sealed because administrators do not close it. Returns the number of entries.
 */
export async function releaseEndedSignals(dependencies: ReleaseDependencies): Promise<number> {
  const { database, clock, config } = dependencies;
  const terms = { now: clock.now(), releaseDays: config.premiumPublicAfterDays };
  const candidates = await listReleasable(database.db, dependencies, terms);
  if (candidates.length === 0) return 0;
  return database.transaction(async (tx, announce) => {
    // Locked, so that no signal is reopened before the commit.
    await lockSignals(tx, candidates);
    const releasable = await listReleasable(tx, dependencies, terms, candidates);
    if (releasable.length === 0) return 0;
    announce('ledger');
    return releaseSubjects(tx, releasable.map(getLedgerSubject), terms.now);
  });
}

/** Returns the signals whose sealed entries can be released, of all or of some. */
export async function listReleasable(
  db: Queryable,
  { listEnded }: Pick<ReleaseDependencies, 'listEnded'>,
  terms: { now: Date; releaseDays: number },
  of?: readonly string[],
): Promise<string[]> {
  const ids = of ?? (await listSealedSubjects(db)).flatMap((subject) => parseLedgerSubject(subject) ?? []);
  if (ids.length === 0) return [];
  const sealed = await listSealedSignals(db, ids);
  const endedBefore = addMilliseconds(terms.now, -terms.releaseDays * DAY);
  const { ended = [], open = [] } = Object.groupBy(sealed, ({ signalType, closedAt, deletedAt }) => {
    const endedAt = closedAt ?? deletedAt;
    return isFreeType(signalType) || (endedAt !== null && endedAt <= endedBefore) ? 'ended' : 'open';
  });
  return [...new Set([...ended.map(({ id }) => id), ...(await listEnded(db, open, terms))])];
}
