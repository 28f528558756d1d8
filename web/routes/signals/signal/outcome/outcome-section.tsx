import { Link } from 'react-router';
import { formatShortDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import {
  describeEvaluation,
  describeOutcome,
  type OutcomeSummary,
} from '#contract/track-record/describe-outcome.ts';
import type { Evaluation, EvaluationStep, SignalReport } from '#contract/track-record/signal-details.ts';
import { Result } from '#web/routes/performance/figures.tsx';
import { Figures } from '#web/ui/figure.tsx';
import { Section } from '#web/ui/section.tsx';
import { PakistanTime } from '#web/ui/times/pakistan-time.tsx';
import { describeStep } from './describe-step.ts';

/** The result of a signal, with its explanation, and the evaluations that were replaced. */
export function OutcomeSection({ report }: { report: SignalReport }) {
  const [current, ...replaced] = report.evaluations;
  const corrected = report.evaluations.find(({ is_corrected }) => is_corrected);
  const summary = describeOutcome(report);
  const order = report.signal.published_levels.order_type;
  return (
    <Section id="outcome" title="Outcome">
      <Summary summary={summary} />
      {corrected && (
        <p className="mt-2 border-s-2 border-line-strong ps-3 text-sm">
          Changed by a correction of prices on <PakistanTime at={corrected.evaluated_at} />. The{' '}
          <Link to={paths.record} className="link">
            public record
          </Link>{' '}
          lists every correction.
        </p>
      )}
      {report.decision && (
        <p className="mt-2 border-s-2 border-line-strong ps-3 text-sm">
          <span className="text-muted">Reason:</span> <span>{report.decision.reason}</span>
        </p>
      )}
      {current && (
        <details className="mt-3">
          <summary className="inline-flex min-h-8 items-center">
            <span className="link text-sm">How this was determined, day by day</span>
          </summary>
          {report.decision && <Evaluated summary={describeEvaluation(current)} />}
          <Explanation evaluation={current} order={order} label="Explanation, day by day" />
        </details>
      )}
      {replaced.map((evaluation) => (
        <details key={evaluation.sequence} className="mt-1">
          <summary className="inline-flex min-h-8 items-center">
            <span className="link text-sm">
              Replaced evaluation <span>{evaluation.sequence}</span>, of{' '}
              <PakistanTime at={evaluation.evaluated_at} />
            </span>
          </summary>
          <p className="mt-1 text-sm text-muted">
            It applied until <PakistanTime at={evaluation.replaced_at ?? ''} />, when signals were evaluated
            again with new or corrected data. Replaced evaluations are never deleted.
          </p>
          <Evaluated summary={describeEvaluation(evaluation)} />
          <Explanation
            evaluation={evaluation}
            order={order}
            label={`Explanation of evaluation ${evaluation.sequence}, day by day`}
          />
        </details>
      ))}
      <p className="mt-3 text-xs text-muted">
        Results are hypothetical, by the published levels and end-of-day prices, before costs. 1 R is the
        distance between the published entry price and the published stop loss.{' '}
        <Link to={paths.performance} className="link">
          All results
        </Link>
      </p>
    </Section>
  );
}

function Summary({ summary: { status, result, isMark, explanation } }: { summary: OutcomeSummary }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="text-xl font-semibold">{status}</span>
        {result && (
          <span className={isMark ? '' : 'text-xl font-semibold'}>
            <Result value={result.r} /> <span className="text-muted">·</span>{' '}
            <Result value={result.percent} unit="%" />
          </span>
        )}
      </p>
      <p className="mt-1 text-sm text-muted">
        <Figures>{explanation}</Figures>
      </p>
    </>
  );
}

/** The result of an evaluation that does not apply. */
function Evaluated({ summary: { status, result } }: { summary: OutcomeSummary }) {
  return (
    <p className="mt-1 text-sm">
      <span>{`Evaluated as: ${status.toLowerCase()}`}</span>
      {result && (
        <span>
          , <Result value={result.r} />
        </span>
      )}
    </p>
  );
}

interface ExplanationProps {
  evaluation: Evaluation;
  order: 'buy' | 'sell';
  /** The accessible name of the list. */
  label: string;
}

/** An evaluation bar by bar, as a list of dates. Several days with the same meaning are one item. */
function Explanation({ evaluation, order, label }: ExplanationProps) {
  return (
    <>
      <ol aria-label={label} className="mt-2 border-t border-line text-sm">
        {evaluation.steps.map((step) => (
          <li
            key={JSON.stringify(step)}
            className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[11rem_minmax(0,1fr)]"
          >
            <span className="figures text-muted">{formatDays(step)}</span>
            <span>
              <Figures>{describeStep(step, order)}</Figures>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-xs text-muted">
        Prices until <span>{formatShortDate(evaluation.prices_until)}</span>, rules version{' '}
        <span>{evaluation.evaluator_version}</span>.
        <span>
          {evaluation.ended_on === null && ' The last days are not listed if nothing happened on them.'}
        </span>{' '}
        Where a day’s prices do not show what happened first, the worse result counts.
      </p>
    </>
  );
}

/** Formats the days of a step: `20 Nov 2026`, or `3 days until 20 Nov 2026`. */
function formatDays(step: EvaluationStep): string {
  if (!('until' in step) || step.bars === 1) return formatShortDate(step.date);
  return `${step.bars} days until ${formatShortDate(step.until)}`;
}
