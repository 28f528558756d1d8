import type { ShownOutcome } from '#contract/signals/signal-outcome.ts';
import { describeOutcome } from './describe-outcome.ts';

/** The outcome of a signal in one line, with the reason of a decision. Gains and losses differ by sign, arrow and color. */
export function OutcomeLine({ outcome }: { outcome: ShownOutcome }) {
  const result = Number(outcome.r_multiple);
  const color = result > 0 ? 'text-gain' : result < 0 ? 'text-loss' : '';
  return (
    <span className="wrap-anywhere">
      <span className={`font-semibold ${color}`}>
        {result !== 0 && <span aria-hidden="true">{result > 0 ? '▲ ' : '▼ '}</span>}
        {describeOutcome(outcome)}
      </span>
      {outcome.reason !== null && `: ${outcome.reason}`}
    </span>
  );
}
