import { getStateLabel, STATE_LABELS, type StateKind } from '#features/signals/contract/signal-state.ts';
import type { Evaluation, SignalReport } from './signal-details.ts';

/** The outcome of a signal in a few words, the same on its page and in its picture. */
export interface OutcomeSummary {
  status: string;
  /** R with two decimals and a percentage, both before costs; `null` without a result. */
  result: { r: string; percent: string } | null;
  /** The position is open: the result is that of an exit at the last close. */
  isMark: boolean;
}

export const NO_RESULT = { result: null, isMark: false };
export const NOT_EVALUATED: OutcomeSummary = { ...NO_RESULT, status: STATE_LABELS.waiting };

/** Summarizes the outcome that applies: the last evaluation, with the decision of an administrator. */
export function summarizeOutcome({
  signal: { state },
  decision,
  evaluations,
  mark,
}: Pick<SignalReport, 'signal' | 'decision' | 'evaluations' | 'mark'>): OutcomeSummary {
  const [evaluation] = evaluations;
  const status = getStateLabel(state);
  const evaluated = evaluation ? summarizeEvaluation(evaluation, mark) : NOT_EVALUATED;
  if (decision) return { ...summarizeDecision(decision, evaluated), status };
  // The result of a deleted signal counts, and remains.
  return state.kind === 'deleted' && evaluation?.ended_on ? evaluated : { ...evaluated, status };
}

/** Returns the result that counts. One that counts in no figure is shown nevertheless. */
function summarizeDecision(
  decision: NonNullable<SignalReport['decision']>,
  evaluated: OutcomeSummary,
): Omit<OutcomeSummary, 'status'> {
  if (decision.kind === 'void') return decision.counts === 'nothing' ? NO_RESULT : evaluated;
  return decision.counts === 'evaluated' ? evaluated : { result: toResult(decision), isMark: false };
}

/** Summarizes one evaluation. */
export function summarizeEvaluation(
  evaluation: Evaluation,
  mark: SignalReport['mark'] = null,
): OutcomeSummary {
  const { state, reason, prices_until, steps, targets_hit } = evaluation;
  if (isMissingPrices(evaluation)) return { ...NO_RESULT, status: STATE_LABELS.awaiting_prices };
  switch (state) {
    case 'pending':
      if (prices_until < (steps[0]?.date ?? prices_until)) return NOT_EVALUATED;
      return { ...NO_RESULT, status: STATE_LABELS[reason === 'entry_missed' ? 'entry_missed' : 'waiting'] };
    case 'open':
      return {
        status: getStateLabel({ kind: targets_hit > 0 ? 'target_hit' : 'entered', targets_hit }),
        result: mark && toResult(mark),
        isMark: mark !== null,
      };
    default: {
      const status = STATE_LABELS[getEndKind(evaluation)];
      return state === 'closed'
        ? { status, result: toResult(evaluation), isMark: false }
        : { ...NO_RESULT, status };
    }
  }
}

export const isMissingPrices = ({ reason, steps }: Pick<Evaluation, 'reason' | 'steps'>): boolean =>
  reason === 'prices_missing' && steps.some(({ code }) => code === 'prices_missing');

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

function toResult({ r_multiple, percent }: { r_multiple: string | null; percent: string | null }) {
  if (r_multiple === null || percent === null) return null;
  return { r: toFixed(r_multiple), percent: toFixed(percent) };
}

/** Formats a decimal string with two decimals, never as `-0.00`. */
export const toFixed = (value: string) =>
  Number(value)
    .toFixed(2)
    .replace(/^-0\.00$/, '0.00');
