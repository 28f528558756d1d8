import { formatShortDate } from '#core/contract/dates.ts';
import { formatRupees } from '#features/signals/contract/levels/price.ts';
import type { Evaluation, SignalReport } from './signal-details.ts';
import {
  isMissingPrices,
  type OutcomeSummary,
  summarizeEvaluation,
  summarizeOutcome,
  toFixed,
} from './summarize-outcome.ts';

export interface DescribedOutcome extends OutcomeSummary {
  explanation: string;
}

/** Describes the outcome that applies: the last evaluation, with the decision of an administrator. */
export function describeOutcome(
  report: Pick<SignalReport, 'signal' | 'decision' | 'evaluations' | 'mark'>,
): DescribedOutcome {
  const {
    signal: { state },
    decision,
    evaluations: [evaluation],
    mark,
  } = report;
  const evaluated = evaluation ? explainEvaluation(evaluation, mark) : EXPLAIN_NOT_EVALUATED;
  const isOld = state.is_old && state.kind !== 'awaiting_prices';
  const hasEndedDeleted = state.kind === 'deleted' && evaluation?.ended_on;
  const undecided = isOld && !hasEndedDeleted ? `${evaluated} Newer prices are missing.` : evaluated;
  return {
    ...summarizeOutcome(report),
    explanation: decision ? explainDecision(decision, evaluated) : undecided,
  };
}

/** Describes one evaluation. */
export const describeEvaluation = (
  evaluation: Evaluation,
  mark: SignalReport['mark'] = null,
): DescribedOutcome => ({
  ...summarizeEvaluation(evaluation, mark),
  explanation: explainEvaluation(evaluation, mark),
});

function explainDecision(decision: NonNullable<SignalReport['decision']>, evaluated: string): string {
  const { kind, counts } = decision;
  if (kind === 'void')
    return counts === 'nothing'
      ? 'An administrator has voided this signal before it could be filled. It counts neither as a gain nor as a loss, and is counted separately.'
      : `An administrator has voided this signal after it could have been filled. What it counts as does not change, and it is marked as voided. ${evaluated}`;
  const prices = describeOverride(decision);
  switch (counts) {
    case 'entered':
      return `An administrator has entered this result${prices}. It counts, because it is worse than the evaluated one, which remains below.`;
    case 'evaluated':
      return `An administrator has entered a result of ${formatBound(decision.r_multiple)} R${prices}. The evaluated result counts, because it is not better. ${evaluated}`;
    case 'nothing':
      return `An administrator has entered this result${prices}. It is in no figure, because the prices prove no result. The evaluation remains below.`;
  }
}

const EXPLAIN_NOT_EVALUATED =
  'The signal is evaluated with end-of-day prices, of which there are none since its publication.';

function explainEvaluation(evaluation: Evaluation, mark: SignalReport['mark']): string {
  const { state, reason, ended_on, prices_until, steps, targets_hit } = evaluation;
  const date = ended_on === null ? '' : formatShortDate(ended_on);
  if (isMissingPrices(evaluation)) {
    const missing = steps.findLast((step) => step.code === 'prices_missing');
    return `Prices from ${formatShortDate(missing?.date ?? '')} on are missing or contradict later ones, and it is not confirmed that the share was not traded. Later prices do not count until these are stored or the gap is confirmed.`;
  }
  switch (state) {
    case 'pending':
      return prices_until < (steps[0]?.date ?? prices_until)
        ? EXPLAIN_NOT_EVALUATED
        : `By the prices until ${formatShortDate(prices_until)}, the entry has not been filled.`;
    case 'open':
      return mark
        ? `At the close of ${formatShortDate(mark.date)}, ${formatRupees(mark.price)}${describeTaken(targets_hit, ', with')}. This is no result: the position is open.`
        : 'The entry is filled and the position is open.';
    case 'closed':
      return `Position ended on ${date}. Result${reason === 'target' ? '' : describeTaken(targets_hit, ' with')}, before costs.${reason === 'trading_ended' ? ' A holder could not sell at that price: the share was no longer traded.' : ''}`;
    case 'not_measurable':
      return `Published during the session. End-of-day prices do not show what happened after that: between ${formatBound(evaluation.worst_r_multiple)} and ${formatBound(evaluation.best_r_multiple)} R. Counted neither as a gain nor as a loss. Ended on ${date}.`;
    default:
      return explainNoFill(evaluation, date);
  }
}

/** A part of the position is closed at each target. */
const describeTaken = (targetsHit: number, joint: string) =>
  targetsHit === 0 ? '' : `${joint} what was closed at TP1${targetsHit > 1 ? ` to TP${targetsHit}` : ''}`;

function explainNoFill({ state, reason }: Evaluation, date: string): string {
  if (reason === 'unproven')
    return `End-of-day prices do not prove what happened first, so this is neither a gain nor a loss. Ended on ${date}.`;
  if (reason === 'no_prices')
    return 'There were no prices while the entry could have been filled, so there is no result.';
  if (state === 'canceled')
    return `The signal ended on ${date} before its entry was filled: no position, no result.`;
  return `No prices until ${date} filled the entry: no position, no result.`;
}

/** Formats a bound of the result with its sign: `+1.20`. */
const formatBound = (value: string | null) =>
  value === null
    ? '–'
    : toFixed(value)
        .replace(/^-/, '−')
        .replace(/^(?=[1-9]|0\.(?!00))/, '+');

function describeOverride({
  fill_price,
  exit_price,
  exit_date,
}: NonNullable<SignalReport['decision']>): string {
  if (fill_price === null || exit_price === null || exit_date === null) return '';
  return `: entry ${formatRupees(fill_price)}, exit ${formatRupees(exit_price)} on ${formatShortDate(exit_date)}`;
}
