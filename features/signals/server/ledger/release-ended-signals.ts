import { and, isNotNull } from 'drizzle-orm';
import { addDays, toKarachiDate } from '#core/contract/dates.ts';
import { addMilliseconds, type Clock, DAY, MINUTE } from '#core/server/platform/clock.ts';
import { agreesWithDatabase } from '#core/server/platform/database/clock-offset.ts';
import { isOneOf } from '#core/server/platform/database/parameters.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import type { Jobs } from '#core/server/platform/jobs/jobs.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import { listSealedSubjects, releaseSubjects } from '#features/ledger/server/ledger.ts';
import { readTradingCalendar } from '#features/market/server/market.ts';
import { getTradingDate, getUnendedReleases } from '#features/signals/server/expiry.ts';
import { isFreeType } from '#features/signals/server/signal-access.ts';
import {
  getLedgerSubject,
  parseLedgerSubject,
} from '#features/signals/server/track-record/ledger/to-entry.ts';
import { listDecisionsInForce } from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import { createReleaseCheck } from '#features/signals/server/track-record/performance/release.ts';
import { readReleasedUntil } from '#features/signals/server/track-record/terms/terms.queries.ts';
import { signalResults } from '#features/signals/server/track-record/track-record.tables.ts';
import { listSealedSignals, lockSignals, type SealedSignal } from './stored-signals.queries.ts';

export const releaseQueue = defineQueue('release-ledger-entries', {
  timeLimitMs: 5 * MINUTE,
  isExclusive: true,
});
const EVERY_TEN_MINUTES = '*/10 * * * *';

interface ReleaseDependencies {
  database: Database;
  clock: Clock;
  config: { premiumPublicAfterDays: number };
}

/** Makes the ledger's entries of ended premium signals public, every ten minutes. */
export function scheduleReleases(jobs: Jobs, dependencies: ReleaseDependencies): void {
  jobs.handleSchedule(releaseQueue, { cron: EVERY_TEN_MINUTES, isRunAtStart: true }, async () => {
    await releaseEndedSignals(dependencies);
  });
}

/**
 * Releases the entries of signals that ended long enough ago, so that no deletion and no decision hides anything, and that nothing stays
 * sealed because administrators do not close it. Returns the number of entries.
 */
export async function releaseEndedSignals(dependencies: ReleaseDependencies): Promise<number> {
  const { database, clock, config } = dependencies;
  // What is released stays public.
  if (!(await agreesWithDatabase(database.db, clock))) return 0;
  const terms = { now: clock.now(), releaseDays: config.premiumPublicAfterDays };
  const candidates = await listReleasable(database.db, terms);
  if (candidates.length === 0) return 0;
  return database.transaction(async (tx, announce) => {
    // Locked, so that no signal is reopened before the commit.
    await lockSignals(tx, candidates);
    const releasable = await listReleasable(tx, terms, candidates);
    if (releasable.length === 0) return 0;
    announce('ledger');
    // Public responses about these signals change.
    announce('track-record');
    return releaseSubjects(tx, releasable.map(getLedgerSubject), terms.now);
  });
}

/** Returns the signals whose sealed entries can be released, of all or of some. */
export async function listReleasable(
  db: Queryable,
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
  return [...new Set([...ended.map(({ id }) => id), ...(await listEndedSignals(db, open, terms))])];
}

/**
 * Returns those of the signals that ended long enough ago to be public: by their evaluation, by the decision that applies to them, or by
 * the time limit of their type and 14 days.
 */
async function listEndedSignals(
  db: Queryable,
  signals: readonly SealedSignal[],
  terms: { now: Date; releaseDays: number },
): Promise<string[]> {
  const { now, releaseDays } = terms;
  const ids = signals.map(({ id }) => id);
  if (ids.length === 0) return [];
  const decisions = await listDecisionsInForce(db, ids);
  const isReleased = createReleaseCheck({ ...terms, releasedUntil: await readReleasedUntil(db) });
  const { signalId, signalType, firstEndedOn: endedOn } = signalResults;
  const results = await db
    .select({ signalId, signalType, endedOn })
    .from(signalResults)
    .where(and(isOneOf(signalId, ids), isNotNull(endedOn)));
  const lastDecision = addDays(toKarachiDate(now), -releaseDays);
  const calendar = await readTradingCalendar(db);
  // A signal without prices is not evaluated.
  const lastFirstDays = getUnendedReleases(calendar, terms);
  const isOverdue = ({ signalType: type, createdAt }: SealedSignal) =>
    getTradingDate(createdAt, calendar) <= lastFirstDays[type];
  return [
    // By date, as results are released.
    ...decisions.filter((row) => toKarachiDate(row.decidedAt) <= lastDecision).map((row) => row.signalId),
    ...results.filter(isReleased).map((row) => row.signalId),
    ...signals.filter(isOverdue).map(({ id }) => id),
  ];
}
