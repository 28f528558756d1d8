import type { LocalDate } from '#contract/dates.ts';
import type {
  AppliedDecision,
  Evaluation,
  EvaluationStep as PresentedStep,
} from '#contract/track-record/signal-details.ts';
import { formatPaisa } from '#server/domains/prices/prices.ts';
import { isCorrection } from '#server/domains/signals/signals.ts';
import type { EvaluationStep } from '#server/domains/track-record/evaluation/evaluation.ts';
import type { DecisionRow, OutcomeRow } from '#server/domains/track-record/outcomes/outcomes.queries.ts';

/**
 * Presents the stored evaluations of a signal with their explanations, the newest first, without those that the next one only
 * continued. The newest one of a signal that has not ended also holds by the prices until `evaluatedUntil`: an evaluation that only
 * adds days without an event is not stored.
 */
export const presentEvaluations = (
  rows: readonly OutcomeRow[],
  evaluatedUntil: LocalDate | null,
): Evaluation[] =>
  rows.flatMap((row, index) => {
    const next = rows[index - 1];
    if (next) return isCorrection(row, next) ? presentEvaluation(row, next.evaluatedAt) : [];
    const isExtended = row.endedOn === null && evaluatedUntil !== null && evaluatedUntil > row.pricesUntil;
    return presentEvaluation(isExtended ? { ...row, pricesUntil: evaluatedUntil } : row, null);
  });

const presentEvaluation = (row: OutcomeRow, replacedAt: Date | null): Evaluation => ({
  sequence: row.sequence,
  evaluated_at: row.evaluatedAt.toISOString(),
  replaced_at: replacedAt?.toISOString() ?? null,
  evaluator_version: row.evaluatorVersion,
  is_corrected: row.isCorrected,
  prices_until: row.pricesUntil,
  state: row.state,
  reason: row.reason,
  fill_date: row.fillDate,
  fill_price: formatPrice(row.fillPrice),
  exits: row.exits.map((exit) => ({ ...exit, price: formatPaisa(exit.price) })),
  targets_hit: row.targetsHit,
  r_multiple: row.rMultiple,
  percent: row.percent,
  worst_r_multiple: row.worstRMultiple,
  best_r_multiple: row.bestRMultiple,
  is_measurable: row.isMeasurable,
  bars_held: row.barsHeld,
  ended_on: row.endedOn,
  steps: row.steps.map(presentStep),
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
    case 'trading_ended':
      return { ...step, price: formatPaisa(step.price), last_close: formatPaisa(step.last_close) };
    case 'dividend_paid':
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
export const presentDecision = (row: DecisionRow & { kind: 'override' | 'void' }): AppliedDecision => ({
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
