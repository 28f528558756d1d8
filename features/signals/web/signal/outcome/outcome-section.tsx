import { Link } from 'react-router';
import { formatShortDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import { Figures } from '#core/web/ui/figure.tsx';
import { Section } from '#core/web/ui/section.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import { formatRupees, type Price } from '#features/signals/contract/levels/price.ts';
import {
  type DescribedOutcome,
  describeEvaluation,
  describeOutcome,
} from '#features/signals/contract/track-record/describe-outcome.ts';
import type {
  Evaluation,
  EvaluationStep,
  SignalReport,
} from '#features/signals/contract/track-record/signal-details.ts';
import { Result } from '#features/signals/web/performance/figures.tsx';

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
      {current?.ended_on === null && replaced.some(({ ended_on }) => ended_on !== null) && (
        <p className="mt-2 border-s-2 border-line-strong ps-3 text-sm">
          New or corrected data has reopened this signal. Until it ends again, the track record counts its
          earlier result.
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

function Summary({ summary: { status, result, isMark, explanation } }: { summary: DescribedOutcome }) {
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
function Evaluated({ summary: { status, result } }: { summary: DescribedOutcome }) {
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

type OrderType = 'buy' | 'sell';
type Step<Code extends EvaluationStep['code']> = Extract<EvaluationStep, { code: Code }>;

/** Explains one step of an evaluation in a sentence or two (docs/evaluation.md). */
export function describeStep(step: EvaluationStep, order: OrderType): string {
  switch (step.code) {
    case 'published':
      return describePublication(step, order);
    case 'waited':
      return `The entry price was not reached. ${describeRange(step)}`;
    case 'held':
      return `Neither the stop loss nor the next target was reached. ${describeRange(step)}`;
    case 'close_only':
      return 'Only the close is known, which proves neither an entry nor an exit.';
    case 'untraded':
      return 'No trades, so nothing could be filled.';
    case 'limit_locked':
      return 'The price was locked at a price limit, so orders do not count as filled.';
    case 'filled':
      return describeFill(step);
    case 'unproven':
      return `The prices of the day reach the entry, but part of them may be from before the publication, so the entry is not proven. ${describeRange(step)} Close ${formatRupees(step.close)}.`;
    case 'stop_hit':
      return describeStop(step);
    case 'target_hit':
      return step.at === 'open'
        ? `The open was at or past TP${step.target}: this part of the position exits at the open, ${formatRupees(step.price)}.`
        : `TP${step.target} reached: this part of the position exits at ${formatRupees(step.price)}.`;
    case 'target_not_counted':
      return `TP${step.target} was reached on this day, but does not count: ${NOT_COUNTED[step.because]}`;
    case 'several_paths':
      return `The prices of the day do not show what happened first, or whether an order at the price that was touched was filled. All possibilities are followed, and the worst result counts. ${describeRange(step)}`;
    case 'dividend_paid':
      return `A sell pays the cash dividend of ${formatRupees(step.amount)} per share.`;
    case 'dividend_subtracted':
      return `The next previous close is lower by the cash dividend of ${formatRupees(step.amount)} per share: no prices are missing.`;
    case 'trading_ended':
      return `No trades on 20 trading days, so the position ends at the worse of the stop loss and the last close of ${formatRupees(step.last_close)}: ${formatRupees(step.price)}. A holder could not sell at that price.`;
    case 'prices_missing':
      return describeMissing(step);
    case 'not_measurable':
      return `Depending on what happened after the publication on the first day, the result is between ${formatR(step.worst)} and ${formatR(step.best)} R. It counts neither as a gain nor as a loss.`;
    case 'stop_moved':
      return `The stop loss moves from ${formatRupees(step.from)} to ${formatRupees(step.to)}, from this day on.`;
    case 'stop_move_ignored':
      return `The change of the stop loss from ${formatRupees(step.from)} to ${formatRupees(step.to)} does not count: only moves toward profit do.`;
    case 'adjusted':
      return `${step.is_implied ? 'The previous close shows a payout that is not stored. The worse result counts, here with it' : 'Bonus, right or split'}: all levels are multiplied by ${step.factor}. Entry ${formatRupees(step.entry)}, stop loss ${formatRupees(step.stop)}, targets ${step.targets.map(formatRupees).join(', ')}.`;
    case 'exited_at_close':
      return `${EXITS[step.reason] ?? 'The position ends.'} What is left exits at the close, ${formatRupees(step.price)}.`;
    case 'expired':
    case 'canceled':
      return NO_FILLS[step.reason] ?? 'The entry was not filled.';
  }
}

const formatR = (value: string) => formatSigned(Number(value).toFixed(2));

const describeRange = ({ low, high }: { low: Price; high: Price }) =>
  low === high ? `Price ${formatRupees(low)}.` : `Low ${formatRupees(low)}, high ${formatRupees(high)}.`;

function describePublication(
  { order_kind, reference_close, in_session }: Step<'published'>,
  order: OrderType,
): string {
  // A limit order waits for a better price than the market's, a stop order for a worse one.
  const [better, worse] = order === 'buy' ? ['falls', 'rises'] : ['rises', 'falls'];
  const rule =
    order_kind === 'touch' && reference_close !== null
      ? 'Prices in the minute of the publication were on both sides of the entry price, so the entry can be a limit order or a stop order: both are followed.'
      : order_kind === 'touch'
        ? `There is no earlier ${in_session ? 'price of the day' : 'close'}, so the entry can be a limit order or a stop order: both are followed.`
        : `The ${in_session ? 'price' : 'close'} before was ${formatRupees(reference_close ?? '0')}, so the entry is a ${order_kind} order: it is filled when the price ${order_kind === 'limit' ? better : worse} to the entry price.`;
  return in_session
    ? `Published during the session: only prices after that count, and the bar of this day also contains earlier ones. ${rule}`
    : `Published before the session. ${rule}`;
}

const describeMissing = ({ last_close, previous_close }: Step<'prices_missing'>) =>
  last_close !== null && previous_close !== null
    ? `Prices of this day or of those after it are missing. The next prices name a previous close of ${formatRupees(previous_close)}, but the last close is ${formatRupees(last_close)}: the share was traded in between, or a payout is not stored. The evaluation continues when that is stored.`
    : 'Prices of this day or of those after it are missing, and the next prices do not show whether the share was traded in between. The evaluation waits for that.';

const describeFill = ({ at, price }: Step<'filled'>) =>
  ({
    entry: `Entry filled at the entry price, ${formatRupees(price)}.`,
    open: `The day opened at or past the entry price: filled at the open, ${formatRupees(price)}.`,
    close: `Entry filled at the close, ${formatRupees(price)}, because the bar does not show when the entry price was reached.`,
  })[at];

const describeStop = ({ at, level, price }: Step<'stop_hit'>) =>
  ({
    level: `Stop loss reached: everything that is left exits at ${formatRupees(price)}.`,
    open: `The day opened at or past the stop loss of ${formatRupees(level)}: everything that is left exits at the open, ${formatRupees(price)}.`,
    low: `The entry was filled at or past the stop loss of ${formatRupees(level)}: everything exits at the worst price of the day, ${formatRupees(price)}.`,
  })[at];

const NOT_COUNTED: Record<Step<'target_not_counted'>['because'], string> = {
  entry_bar: 'on the day of the entry only the stop loss counts.',
  stop_in_same_bar: 'the stop loss was reached on the same day, and the worse result counts.',
  published_in_session: 'the price may be from before the publication.',
};

const EXITS: Record<string, string> = {
  manual: 'The analyst closed the signal.',
  time: 'The time limit of the signal ends.',
  trading_ended: 'The symbol is no longer traded.',
  session_end: 'An intraday signal ends with its session.',
};

const NO_FILLS: Record<string, string> = {
  validity: 'The entry was not filled in time: the signal expires without a position.',
  unproven:
    'The signal ends, and the prices do not prove whether the entry was filled: neither a gain nor a loss.',
  no_prices: 'The signal ends without any price since its publication.',
  closed: 'The analyst closed the signal before its entry was filled.',
  stop_moved: 'The stop loss was moved to the entry price or past it before the entry was filled.',
};
