import { formatShortDate } from '#contract/dates.ts';
import { formatRupees } from '#contract/signals/price.ts';
import type { Evaluation, EvaluationReason, SignalReport } from './signal-details.ts';

/** The outcome of a signal in a few words, the same on its page and in its picture. */
export interface OutcomeSummary {
  status: string;
  /** R with two decimals and a percentage, both before costs; `null` without a result. */
  result: { r: string; percent: string } | null;
  /** The position is open: the result is that of an exit at the last close. */
  isMark: boolean;
  explanation: string;
}

const EXIT_STATUS: Partial<Record<EvaluationReason, string>> = {
  target: 'Closed at target',
  stop: 'Closed at stop loss',
  breakeven: 'Closed at breakeven',
  manual: 'Closed by the analyst',
  time: 'Closed at the time limit',
  session_end: 'Closed at session end',
};

/** A stop that was moved past the entry price exits with a gain. */
function getExitStatus({ reason, r_multiple }: Evaluation): string {
  if (reason === 'stop' && Number(r_multiple) > 0) return 'Closed with a gain, last at the stop loss';
  return (reason && EXIT_STATUS[reason]) ?? 'Closed';
}

/** Describes the outcome that applies: the decision of an administrator, else the last evaluation. */
export function describeOutcome({
  decision,
  evaluations,
  mark,
}: Pick<SignalReport, 'decision' | 'evaluations' | 'mark'>): OutcomeSummary {
  const [evaluation] = evaluations;
  if (decision?.kind === 'void')
    return {
      ...NO_RESULT,
      status: 'Voided',
      explanation:
        'An administrator has voided this signal. It counts neither as a gain nor as a loss, and is counted separately.',
    };
  if (decision)
    return {
      ...NO_RESULT,
      status: 'Closed, result overridden',
      result: toResult(decision),
      explanation: `An administrator has entered this result${describeOverride(decision)}. The evaluated result remains below.`,
    };
  if (!evaluation) return NOT_EVALUATED;
  return describeEvaluation(evaluation, mark);
}

const NO_RESULT = { result: null, isMark: false };
const NOT_EVALUATED: OutcomeSummary = {
  ...NO_RESULT,
  status: 'Not evaluated yet',
  explanation:
    'The signal is evaluated with end-of-day prices, of which there are none since its publication.',
};

/** Describes one evaluation. */
export function describeEvaluation(
  evaluation: Evaluation,
  mark: SignalReport['mark'] = null,
): OutcomeSummary {
  const { state, ended_on, prices_until, steps } = evaluation;
  const date = ended_on === null ? '' : formatShortDate(ended_on);
  switch (state) {
    case 'pending':
      if (prices_until < (steps[0]?.date ?? prices_until)) return NOT_EVALUATED;
      return {
        ...NO_RESULT,
        status: 'Entry not reached yet',
        explanation: `By the prices until ${formatShortDate(prices_until)}, the entry has not been filled.`,
      };
    case 'open':
      return {
        status: 'Position open',
        result: mark && toResult(mark),
        isMark: mark !== null,
        explanation: mark
          ? `At the close of ${formatShortDate(mark.date)}, ${formatRupees(mark.price)}. This is no result: the position is open.`
          : 'The entry is filled and the position is open.',
      };
    case 'closed':
      return {
        status: getExitStatus(evaluation),
        result: toResult(evaluation),
        isMark: false,
        explanation: `Position ended on ${date}. Result before costs.`,
      };
    default:
      return { ...NO_RESULT, ...describeNoFill(evaluation, date) };
  }
}

function describeNoFill(
  { state, reason }: Evaluation,
  date: string,
): Pick<OutcomeSummary, 'status' | 'explanation'> {
  if (reason === 'unproven')
    return {
      status: 'Not proven',
      explanation: `End-of-day prices do not prove what happened first, so this is neither a gain nor a loss. Ended on ${date}.`,
    };
  if (reason === 'no_prices')
    return {
      status: 'No prices',
      explanation: 'There were no prices while the entry could have been filled, so there is no result.',
    };
  if (state === 'canceled')
    return {
      status: 'Canceled before entry',
      explanation: `The signal ended on ${date} before its entry was filled: no position, no result.`,
    };
  return {
    status: 'Expired without entry',
    explanation: `No prices until ${date} filled the entry: no position, no result.`,
  };
}

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
