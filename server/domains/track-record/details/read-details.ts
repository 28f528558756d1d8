import { addDays, getStartOfDate, toKarachiDate } from '#contract/dates.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { SignalDetails, SignalReport } from '#contract/track-record/signal-details.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { cacheTradingCalendar } from '#server/domains/market/market.ts';
import { cacheLastCloses, formatPaisa } from '#server/domains/prices/prices.ts';
import { findSignalSubject, readSignalWithChanges } from '#server/domains/signals/signals.ts';
import { readEvaluationState } from '#server/domains/track-record/outcomes/outcomes.queries.ts';
import { readOutcomes } from '#server/domains/track-record/outcomes/read-outcomes.ts';
import { toDecision } from '#server/domains/track-record/performance/read-record.ts';
import { getEndedOn, isReleased } from '#server/domains/track-record/performance/release.ts';
import { createTimeline } from './create-timeline.ts';
import { findMark, listDecisionsOf, listOutcomesOf } from './details.queries.ts';
import { presentDecision, presentEvaluations } from './present-evaluation.ts';

const MAX_EVALUATIONS = 30;

/** The callers who may read every signal, and all others. */
export type Audience = 'entitled' | 'public';

interface ReadDetails {
  details: SignalDetails;
  /** When the details change even if nothing is written. */
  changesAt: Date | null;
}

export type DetailsReader = (id: string, audience: Audience) => Promise<ReadDetails | null>;

/**
 * Returns a function that reads a signal for an audience, and `null` if it does not exist. The public sees intraday signals, and
 * premium signals from the release of their results on (`release.ts`). Of these it sees each change as many days after it, because
 * subscribers may still follow a signal whose evaluation has ended.
 */
export function createDetailsReader({
  config,
  database,
  clock,
}: Pick<Dependencies, 'config' | 'database' | 'clock'>): DetailsReader {
  const getCalendar = cacheTradingCalendar(database);
  const getLastCloses = cacheLastCloses(database);
  const { db } = database;

  return async (id, audience) => {
    const now = clock.now();
    const subject = await findSignalSubject(db, id);
    if (!subject) return null;
    const { signalType } = subject;
    const outcomes = await listOutcomesOf(db, id, MAX_EVALUATIONS);
    const decisions = await listDecisionsOf(db, id);
    const decision = toDecision(decisions.at(-1));
    const release = { now, releaseDays: config.premiumPublicAfterDays };
    const isPremium = signalType !== 'intraday';
    const [last] = outcomes;
    // Without an evaluation, a signal is not in the public record either.
    const endedOn = last ? getEndedOn(last, decision) : null;
    const isDelayed = audience === 'public' && isPremium;
    // Results are released at midnight.
    const midnight = isDelayed ? getStartOfDate(addDays(toKarachiDate(now), 1)) : null;
    const createDetails = (type: SignalType, report: SignalReport | null): SignalDetails => ({
      id,
      signal_type: type,
      report,
      release_days: release.releaseDays,
    });
    if (isDelayed && !isReleased({ signalType, endedOn }, release))
      return { details: createDetails(signalType, null), changesAt: midnight };

    const isVisible = (changedAt: Date) =>
      !isDelayed || isReleased({ signalType, endedOn: toKarachiDate(changedAt) }, release);
    const calendar = await getCalendar();
    const found = await readSignalWithChanges(db, id, {
      analyst: config.analyst,
      calendar,
      getLastCloses,
      outcomes: await readOutcomes(db, [id]),
      now,
      isVisible,
    });
    if (!found) return null;
    const { signal, deletedAt, changes, expiry } = found;
    // It has become premium since the first query.
    if (audience === 'public' && !isPremium && signal.signal_type !== 'intraday')
      return { details: createDetails(signal.signal_type, null), changesAt: null };
    const evaluatedUntil = (await readEvaluationState(db))?.pricesUntil ?? null;
    const evaluations = presentEvaluations(outcomes, evaluatedUntil);
    const mark = last?.state === 'open' && decision === null ? await findMark(db, id) : null;
    const report: SignalReport = {
      signal,
      deleted_at: deletedAt?.toISOString() ?? null,
      timeline: createTimeline({
        publishedAt: subject.publishedAt,
        changes,
        expiredAt: signal.is_expired ? expiry : null,
        evaluations,
        decisions,
      }),
      evaluations,
      mark: mark && {
        date: mark.date,
        price: formatPaisa(mark.price),
        r_multiple: mark.rMultiple,
        percent: mark.percent,
      },
      decision: decision && presentDecision(decision),
    };
    const isExpiring = expiry !== null && expiry > now;
    return {
      details: createDetails(signal.signal_type, report),
      changesAt: midnight ?? (isExpiring ? expiry : null),
    };
  };
}
