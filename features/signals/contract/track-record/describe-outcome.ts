import { formatShortDate } from '#core/contract/dates.ts';
import { formatRupees } from '#features/signals/contract/levels/price.ts';
import { getStateLabel, STATE_LABELS, type StateKind } from '#features/signals/contract/signal-state.ts';
import type { Evaluation, SignalReport } from './signal-details.ts';

/** The outcome of a signal in a few words, the same on its page and in its picture. */
export interface OutcomeSummary {
  status: string;
  /** R with two decimals and a percentage, both before costs; `null` without a result. */
  result: { r: string; percent: string } | null;
  /** The position is open: the result is that of an exit at the last close. */
  isMark: boolean;
  explanation: string;
}

/** Describes the outcome that applies: the decision of an administrator, else the last evaluation. */
export function describeOutcome({
  signal: { state },
  decision,
  evaluations,
  mark,
}: Pick<SignalReport, 'signal' | 'decision' | 'evaluations' | 'mark'>): OutcomeSummary {
  const [evaluation] = evaluations;
  const status = getStateLabel(state);
  if (decision?.kind === 'void')
    return {
      ...NO_RESULT,
      status,
      explanation:
        'An administrator has voided this signal. It counts neither as a gain nor as a loss, and is counted separately.',
    };
  if (decision)
    return {
      ...NO_RESULT,
      status,
      result: toResult(decision),
      explanation: `An administrator has entered this result${describeOverride(decision)}. The evaluated result remains below.`,
    };
  const evaluated = evaluation ? describeEvaluation(evaluation, mark) : NOT_EVALUATED;
  // The result of a deleted signal counts, and remains.
  if (state.kind === 'deleted' && evaluation?.ended_on) return evaluated;
  const explanation = `${evaluated.explanation}${state.is_old ? ' Newer prices are missing.' : ''}`;
  return { ...evaluated, status, explanation };
}

const NO_RESULT = { result: null, isMark: false };
const NOT_EVALUATED: OutcomeSummary = {
  ...NO_RESULT,
  status: STATE_LABELS.waiting,
  explanation:
    'The signal is evaluated with end-of-day prices, of which there are none since its publication.',
};

/** Describes one evaluation. */
export function describeEvaluation(
  evaluation: Evaluation,
  mark: SignalReport['mark'] = null,
): OutcomeSummary {
  const { state, ended_on, prices_until, steps, targets_hit } = evaluation;
  const date = ended_on === null ? '' : formatShortDate(ended_on);
  switch (state) {
    case 'pending':
      if (prices_until < (steps[0]?.date ?? prices_until)) return NOT_EVALUATED;
      return {
        ...NO_RESULT,
        status: STATE_LABELS[evaluation.reason === 'entry_missed' ? 'entry_missed' : 'waiting'],
        explanation: `By the prices until ${formatShortDate(prices_until)}, the entry has not been filled.`,
      };
    case 'open':
      return {
        status: getStateLabel({ kind: targets_hit > 0 ? 'target_hit' : 'entered', targets_hit }),
        result: mark && toResult(mark),
        isMark: mark !== null,
        explanation: mark
          ? `At the close of ${formatShortDate(mark.date)}, ${formatRupees(mark.price)}${describeTaken(targets_hit, ', with')}. This is no result: the position is open.`
          : 'The entry is filled and the position is open.',
      };
    case 'closed':
      return {
        status: STATE_LABELS[getEndKind(evaluation)],
        result: toResult(evaluation),
        isMark: false,
        explanation: `Position ended on ${date}. Result${evaluation.reason === 'target' ? '' : describeTaken(targets_hit, ' with')}, before costs.`,
      };
    case 'not_measurable':
      return {
        ...NO_RESULT,
        status: STATE_LABELS.not_measurable,
        explanation: `Published during the session. End-of-day prices do not show what happened after that: between ${formatBound(evaluation.worst_r_multiple)} and ${formatBound(evaluation.best_r_multiple)} R. Counted neither as a gain nor as a loss. Ended on ${date}.`,
      };
    default:
      return {
        ...NO_RESULT,
        status: STATE_LABELS[getEndKind(evaluation)],
        explanation: explainNoFill(evaluation, date),
      };
  }
}

/** Returns the state of a signal whose evaluation has ended. */
export function getEndKind({ state, reason }: Pick<Evaluation, 'state' | 'reason'>): StateKind {
  if (state === 'not_measurable') return state;
  switch (reason) {
    case 'target':
      return 'closed_target';
    case 'stop':
      return 'stopped';
    case 'breakeven':
      return 'closed_breakeven';
    case 'manual':
      return 'closed_manual';
    case 'time':
      return 'closed_time';
    case 'session_end':
      return 'closed_session_end';
    case 'trading_ended':
      return 'closed_trading_ended';
    case 'unproven':
      return 'not_measurable';
    case 'no_prices':
      return 'no_prices';
    default:
      return state === 'canceled' ? 'canceled' : 'expired';
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

function toResult({ r_multiple, percent }: { r_multiple: string | null; percent: string | null }) {
  if (r_multiple === null || percent === null) return null;
  return { r: toFixed(r_multiple), percent: toFixed(percent) };
}

/** Formats a decimal string with two decimals, never as `-0.00`. */
const toFixed = (value: string) =>
  Number(value)
    .toFixed(2)
    .replace(/^-0\.00$/, '0.00');
