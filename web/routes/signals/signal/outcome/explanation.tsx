import { formatShortDate } from '#contract/dates.ts';
import type { Evaluation, EvaluationStep } from '#contract/track-record/signal-details.ts';
import { describeStep } from './describe-step.ts';

interface ExplanationProps {
  evaluation: Evaluation;
  order: 'buy' | 'sell';
  /** The accessible name of the list. */
  label: string;
}

/** An evaluation bar by bar, as a list of dates. Several days with the same meaning are one item. */
export function Explanation({ evaluation, order, label }: ExplanationProps) {
  return (
    <>
      <ol aria-label={label} className="mt-2 border-t border-line text-sm">
        {evaluation.steps.map((step) => (
          <li
            key={JSON.stringify(step)}
            className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[11rem_minmax(0,1fr)]"
          >
            <span className="figures text-muted">{formatDays(step)}</span>
            <span>{describeStep(step, order)}</span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-xs text-muted">
        Prices until {formatShortDate(evaluation.prices_until)}, rules version {evaluation.evaluator_version}.
        {evaluation.ended_on === null && ' The last days are not listed if nothing happened on them.'} Where a
        day’s prices do not show what happened first, the worse result counts.
      </p>
    </>
  );
}

/** Formats the days of a step: `20 Nov 2026`, or `3 days until 20 Nov 2026`. */
function formatDays(step: EvaluationStep): string {
  if (!('until' in step) || step.bars === 1) return formatShortDate(step.date);
  return `${step.bars} days until ${formatShortDate(step.until)}`;
}
