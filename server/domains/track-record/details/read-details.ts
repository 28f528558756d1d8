import { addDays, getStartOfDate, toKarachiDate } from '#contract/dates.ts';
import { isActiveState } from '#contract/signals/signal-state.ts';
import type { SignalDetails, SignalReport } from '#contract/track-record/signal-details.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { listPublicReferences, readReceipt } from '#server/domains/ledger/ledger.ts';
import { cacheCompanies, cacheTradingCalendar, getSessionEnd } from '#server/domains/market/market.ts';
import { cacheLastCloses, formatPaisa } from '#server/domains/prices/prices.ts';
import {
  findSignalWithVersions,
  getLedgerSubject,
  getVersionReference,
  isFreeType,
  presentSignalWithChanges,
} from '#server/domains/signals/signals.ts';
import { getDecisionReference, getOutcomeReference } from '#server/domains/track-record/ledger/to-entry.ts';
import type { MarkRow } from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import { toProgress } from '#server/domains/track-record/outcomes/read-progress.ts';
import { getEndedOn, isReleased } from '#server/domains/track-record/performance/release.ts';
import { toDecision } from '#server/domains/track-record/performance/signal-result.ts';
import { addMilliseconds, MINUTE } from '#server/platform/clock.ts';
import { createTimeline } from './create-timeline.ts';
import { listDecisionsOf, readEvaluations } from './details.queries.ts';
import { presentDecision, presentEvaluations } from './present-evaluation.ts';

const MAX_EVALUATIONS = 30;

/** The callers who may read every signal, and all others. */
export type Audience = 'entitled' | 'public';

interface ReadDetails {
  details: Omit<SignalDetails, 'risk_statement_required'>;
  /** When the details change even if nothing is written. */
  changesAt: Date | null;
}

export type DetailsReader = (id: string, audience: Audience) => Promise<ReadDetails | null>;

/**
 * Returns a function that reads a signal for an audience, and `null` if it does not exist. The public sees intraday signals, and
 * of premium signals:
 * - what is public in the ledger, so that nothing is locked here that is public there;
 * - everything from the release of the result on (`release.ts`), but each change as many days after it, because subscribers may
 *   still follow a signal whose evaluation has ended.
 */
export function createDetailsReader({
  config,
  database,
  clock,
}: Pick<Dependencies, 'config' | 'database' | 'clock'>): DetailsReader {
  const getCalendar = cacheTradingCalendar(database);
  const getCompanies = cacheCompanies(database);
  const getLastCloses = cacheLastCloses(database);
  const { db } = database;
  const release = { releaseDays: config.premiumPublicAfterDays };

  return async (id, audience) => {
    const now = clock.now();
    const stored = await findSignalWithVersions(db, id);
    if (!stored) return null;
    const { signalType } = stored.row;
    const isDelayed = audience === 'public' && !isFreeType(signalType);
    const [evaluated, storedDecisions, published, calendar] = await Promise.all([
      readEvaluations(db, id, MAX_EVALUATIONS),
      listDecisionsOf(db, [id]),
      isDelayed ? listPublicReferences(db, getLedgerSubject(id)) : NOTHING,
      getCalendar(),
    ]);
    const [last] = evaluated.outcomes;
    const createDetails = (type: typeof signalType, report: SignalReport | null) => ({
      id,
      signal_type: type,
      report,
      release_days: release.releaseDays,
    });

    // Without an evaluation, a signal is not in the public record either.
    const endedOn = last ? getEndedOn(last, toDecision(storedDecisions.at(-1))) : null;
    const isResultPublic = !isDelayed || isReleased({ signalType, endedOn }, { now, ...release });
    if (!isResultPublic && published.size === 0)
      return { details: createDetails(signalType, null), changesAt: getNextRelease(now) };

    const isPublished = (reference: string) => isResultPublic || published.has(reference);
    const outcomes = evaluated.outcomes.filter((row) => isPublished(getOutcomeReference(row)));
    const decisions = storedDecisions.filter((row) => isPublished(getDecisionReference(row)));
    const decision = toDecision(decisions.at(-1));
    const isOpen = outcomes[0] === last && last?.state === 'open' && decision === null;
    const mark = isOpen ? evaluated.mark : null;
    const { signal, deletedAt, events, expiry } = await presentSignalWithChanges(stored, {
      analyst: config.analyst,
      calendar,
      companies: await getCompanies(),
      getLastCloses,
      progress: new Map([[id, toProgress(outcomes[0], decisions.at(-1), mark)]]),
      now,
      isVisible: ({ changedAt, reference }) => {
        if (!isDelayed || published.has(reference)) return true;
        return (
          isResultPublic && isReleased({ signalType, endedOn: toKarachiDate(changedAt) }, { now, ...release })
        );
      },
    });
    const publication = getVersionReference({ signalId: id, version: 1 });
    const hasReceipt = !isDelayed || published.has(publication);
    const evaluations = presentEvaluations(outcomes, outcomes[0] === last ? evaluated.pricesUntil : null);
    const report: SignalReport = {
      signal,
      deleted_at: deletedAt?.toISOString() ?? null,
      timeline: createTimeline({
        versions: events,
        expiredAt: signal.is_expired ? expiry : null,
        outcomes,
        decisions,
      }),
      evaluations,
      mark: mark && presentMark(mark),
      decision: decision && presentDecision(decision),
      receipt: hasReceipt ? await readReceipt(db, publication) : null,
    };
    return {
      details: createDetails(signal.signal_type, report),
      changesAt: isDelayed
        ? getNextRelease(now)
        : isActiveState(signal.state)
          ? getSessionEnd(now, calendar)
          : null,
    };
  };
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Returns when more of a premium signal can be public. Results are released at midnight. Releases of the ledger announce a topic on
 * which public responses do not depend, because it shows when premium signals change.
 */
function getNextRelease(now: Date): Date {
  const midnight = getStartOfDate(addDays(toKarachiDate(now), 1));
  const inAMinute = addMilliseconds(now, MINUTE);
  return midnight < inAMinute ? midnight : inAMinute;
}

const presentMark = ({ date, price, rMultiple, percent }: MarkRow) => ({
  date,
  price: formatPaisa(price),
  r_multiple: rMultiple,
  percent,
});
