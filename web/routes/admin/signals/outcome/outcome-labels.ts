import { formatSigned } from '#contract/format-signed.ts';
import type { AdminOutcome, SignalDecision } from '#contract/track-record/decisions.ts';

type Evaluated = NonNullable<AdminOutcome['evaluated']>;

const STATES: Record<Evaluated['state'], string> = {
  pending: 'Entry pending',
  open: 'Position open',
  closed: 'Closed',
  expired: 'Expired without entry',
  canceled: 'Canceled without entry',
  not_measurable: 'Not measurable',
};

const REASONS: Partial<Record<NonNullable<Evaluated['reason']>, string>> = {
  target: 'Target',
  stop: 'Stop',
  breakeven: 'Breakeven',
  manual: 'Closed by an administrator',
  time: 'Time limit',
  session_end: 'Session end',
  trading_ended: 'Trading ended',
  unproven: 'Unproven',
  no_prices: 'No prices',
};

/** Returns the evaluated outcome in words: `Target, +2.00 R`. */
export function describeEvaluated({ state, reason, r_multiple }: Evaluated): string {
  const label = (reason && REASONS[reason]) ?? STATES[state];
  return state === 'closed' && r_multiple !== null ? `${label}, ${formatR(r_multiple)}` : label;
}

export const DECISION_LABELS: Record<SignalDecision['kind'], string> = {
  void: 'Void',
  override: 'Overridden',
  withdraw: 'Decision withdrawn',
};

/** Returns a decision in words: `Overridden, +0.50 R`. */
export const describeDecision = ({ kind, r_multiple }: SignalDecision): string =>
  kind === 'override' && r_multiple !== null
    ? `${DECISION_LABELS[kind]}, ${formatR(r_multiple)}`
    : DECISION_LABELS[kind];

/** Never `−0.00 R`. */
const formatR = (value: string): string =>
  `${formatSigned(
    Number(value)
      .toFixed(2)
      .replace(/^-0\.00$/, '0.00'),
  )} R`;
