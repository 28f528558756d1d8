import { addDays, getStartOfDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { addMilliseconds, MINUTE } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import type { Dependencies } from '#dependencies.ts';
import { listPublicReferences, readReceipt } from '#features/ledger/server/ledger.ts';
import { cacheCompanies, cacheTradingCalendar, getSessionEnd } from '#features/market/server/market.ts';
import { cacheLastCloses, formatPaisa } from '#features/market/server/prices/prices.ts';
import { isActiveState } from '#features/signals/contract/signal-state.ts';
import type {
  AppliedDecision,
  Evaluation,
  EvaluationStep as PresentedStep,
  SignalDetails,
  SignalReport,
} from '#features/signals/contract/track-record/signal-details.ts';
import { isCorrection } from '#features/signals/server/changes/timeline-events.ts';
import { presentSignalWithChanges } from '#features/signals/server/details/read-signal.ts';
import { isFreeType } from '#features/signals/server/signal-access.ts';
import { formatSignalCode } from '#features/signals/server/signal-code.ts';
import { findSignalWithVersions, readSignals } from '#features/signals/server/signals.queries.ts';
import type { EvaluationStep } from '#features/signals/server/track-record/evaluation/evaluation.ts';
import {
  getDecisionReference,
  getLedgerSubject,
  getOutcomeReference,
  getVersionReference,
} from '#features/signals/server/track-record/ledger/to-entry.ts';
import {
  type DecisionRow,
  listDecisionsOf,
  type MarkRow,
  type OutcomeRow,
  readEvaluations,
} from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import { toProgress } from '#features/signals/server/track-record/outcomes/read-progress.ts';
import { createReleaseCheck, getEndedOn } from '#features/signals/server/track-record/performance/release.ts';
import { toDecision } from '#features/signals/server/track-record/performance/signal-result.ts';
import { cacheReleasedUntil } from '#features/signals/server/track-record/terms/terms.queries.ts';
import { createTimeline } from './create-timeline.ts';
import { findCountedResult } from './find-counted-result.ts';

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
  const releaseDays = config.premiumPublicAfterDays;
  const getReleasedUntil = cacheReleasedUntil(database);

  return async (id, audience) => {
    const now = clock.now();
    const stored = await findSignalWithVersions(db, id);
    if (!stored) return null;
    const { signalType } = stored.row;
    const isDelayed = audience === 'public' && !isFreeType(signalType);
    const [evaluated, storedDecisions, published, calendar, releasedUntil] = await Promise.all([
      readEvaluations(db, id, MAX_EVALUATIONS),
      listDecisionsOf(db, [id]),
      isDelayed ? listPublicReferences(db, [getLedgerSubject(id)]) : NOTHING,
      getCalendar(),
      getReleasedUntil(),
    ]);
    const isPublic = createReleaseCheck({ now, releaseDays, releasedUntil });
    const [last] = evaluated.outcomes;
    const createDetails = (type: typeof signalType, report: SignalReport | null) => ({
      id,
      signal_type: type,
      report,
      release_days: releaseDays,
    });

    // Without an evaluation, a signal is not in the public record either.
    const endedOn = last
      ? getEndedOn({ endedOn: evaluated.firstEndedOn }, toDecision(storedDecisions.at(-1)))
      : null;
    const isResultPublic = !isDelayed || isPublic({ signalType, endedOn });
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
      costUnits: config.costUnits,
      calendar,
      companies: await getCompanies(),
      getLastCloses,
      progress: toProgress(outcomes[0], decisions.at(-1), mark),
      now,
      isVisible: ({ changedAt, reference }) => {
        if (!isDelayed || published.has(reference)) return true;
        return isResultPublic && isPublic({ signalType, endedOn: toKarachiDate(changedAt) });
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
      decision: decision && {
        ...presentDecision(decision),
        counts: await findCountedResult(
          db,
          {
            id,
            symbol: stored.versions[0].signal.symbol,
            publishedAt: stored.row.createdAt,
            levels: signal.published_levels,
          },
          {
            decision,
            // A final outcome counts until another one replaces it.
            outcome: outcomes.find((row) => row.endedOn !== null) ?? outcomes[0],
            calendar,
            costUnits: config.costUnits,
          },
        ),
      },
      replaced_by: await findReplacement(db, decision, audience),
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

/** Returns the signal that replaces one that is void, if the audience may read it whatever its result. */
async function findReplacement(
  db: Queryable,
  decision: Pick<DecisionRow, 'replacementId'> | null,
  audience: Audience,
): Promise<SignalReport['replaced_by']> {
  const id = decision?.replacementId;
  const signal = id ? (await readSignals(db, [id])).get(id) : undefined;
  if (signal?.deletedAt !== null || (audience === 'public' && !isFreeType(signal.signalType))) return null;
  return { id: signal.id, symbol: signal.symbol, code: formatSignalCode(signal.code) };
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

/**
 * Presents the stored evaluations of a signal with their explanations, the newest first, without those that the next one only
 * continued. The newest one of a signal that has not ended also holds by the prices until `evaluatedUntil`: an evaluation that only
 * adds days without an event is not stored.
 */
const presentEvaluations = (rows: readonly OutcomeRow[], evaluatedUntil: LocalDate | null): Evaluation[] =>
  rows.flatMap((row, index) => {
    const next = rows[index - 1];
    if (next) return isCorrection(row, next) ? presentEvaluation(row, next.evaluatedAt) : [];
    const isExtended = row.endedOn === null && evaluatedUntil !== null && evaluatedUntil > row.pricesUntil;
    return presentEvaluation(isExtended ? { ...row, pricesUntil: evaluatedUntil } : row, null);
  });

const presentEvaluation = (row: OutcomeRow, replacedAt: Date | null): Evaluation => ({
  ...presentResult(row),
  sequence: row.sequence,
  evaluated_at: row.evaluatedAt.toISOString(),
  replaced_at: replacedAt?.toISOString() ?? null,
  evaluator_version: row.evaluatorVersion,
  is_corrected: row.isCorrected,
  prices_until: row.pricesUntil,
  worst_r_multiple: row.worstRMultiple,
  best_r_multiple: row.bestRMultiple,
  is_measurable: row.isMeasurable,
  bars_held: row.barsHeld,
  steps: row.steps.map(presentStep),
});

/** Presents what an evaluation resulted in, on the page of a signal and in the list of all. */
export const presentResult = (
  row: Pick<
    OutcomeRow,
    | 'state'
    | 'reason'
    | 'fillDate'
    | 'fillPrice'
    | 'exits'
    | 'targetsHit'
    | 'rMultiple'
    | 'percent'
    | 'endedOn'
  >,
) => ({
  state: row.state,
  reason: row.reason,
  fill_date: row.fillDate,
  fill_price: formatPrice(row.fillPrice),
  exits: row.exits.map((exit) => ({ ...exit, price: formatPaisa(exit.price) })),
  targets_hit: row.targetsHit,
  r_multiple: row.rMultiple,
  percent: row.percent,
  ended_on: row.endedOn,
});

function presentStep(step: EvaluationStep): PresentedStep {
  switch (step.code) {
    case 'published':
      return { ...step, reference_close: formatPrice(step.reference_close) };
    case 'waited':
    case 'held':
    case 'several_paths':
      return { ...step, low: formatPaisa(step.low), high: formatPaisa(step.high) };
    case 'unproven':
      return {
        ...step,
        low: formatPaisa(step.low),
        high: formatPaisa(step.high),
        close: formatPaisa(step.close),
      };
    case 'stop_hit':
      return { ...step, level: formatPaisa(step.level), price: formatPaisa(step.price) };
    case 'stop_moved':
    case 'stop_move_ignored':
      return { ...step, from: formatPaisa(step.from), to: formatPaisa(step.to) };
    case 'adjusted':
      return {
        ...step,
        entry: formatPaisa(step.entry),
        stop: formatPaisa(step.stop),
        targets: step.targets.map(formatPaisa),
      };
    case 'prices_missing':
      return {
        ...step,
        last_close: formatPrice(step.last_close),
        previous_close: formatPrice(step.previous_close),
      };
    case 'trading_ended':
      return { ...step, price: formatPaisa(step.price), last_close: formatPaisa(step.last_close) };
    case 'dividend_paid':
    case 'dividend_subtracted':
      return { ...step, amount: formatPaisa(Math.round(Number(step.amount))) };
    case 'filled':
    case 'target_hit':
    case 'exited_at_close':
      return { ...step, price: formatPaisa(step.price) };
    default:
      return step;
  }
}

/** Presents the decision that applies. */
export const presentDecision = (
  row: DecisionRow & { kind: 'override' | 'void' },
): Omit<AppliedDecision, 'counts'> => ({
  kind: row.kind,
  reason: row.reason,
  decided_at: row.decidedAt.toISOString(),
  fill_price: formatPrice(row.fillPrice),
  exit_price: formatPrice(row.exitPrice),
  exit_date: row.exitDate,
  r_multiple: row.rMultiple,
  percent: row.percent,
});

const formatPrice = (paisa: number | null) => (paisa === null ? null : formatPaisa(paisa));
