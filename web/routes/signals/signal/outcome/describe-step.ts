import { formatSigned } from '#contract/format-signed.ts';
import { formatRupees, type Price } from '#contract/signals/price.ts';
import type { EvaluationStep } from '#contract/track-record/signal-details.ts';

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
    case 'trading_ended':
      return `No trades on 20 trading days, so the position ends at the worse of the stop loss and the last close of ${formatRupees(step.last_close)}: ${formatRupees(step.price)}.`;
    case 'not_measurable':
      return `Depending on what happened after the publication on the first day, the result is between ${formatR(step.worst)} and ${formatR(step.best)} R. It counts neither as a gain nor as a loss.`;
    case 'stop_moved':
      return `The stop loss moves from ${formatRupees(step.from)} to ${formatRupees(step.to)}, from this day on.`;
    case 'stop_move_ignored':
      return `The change of the stop loss from ${formatRupees(step.from)} to ${formatRupees(step.to)} does not count: only moves toward profit do.`;
    case 'adjusted':
      return `Bonus, right or split: all levels are multiplied by ${step.factor}. Entry ${formatRupees(step.entry)}, stop loss ${formatRupees(step.stop)}, targets ${step.targets.map(formatRupees).join(', ')}.`;
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
    order_kind === 'touch'
      ? 'There is no earlier close, so the entry is filled on a day whose range contains the entry price.'
      : `The close before was ${formatRupees(reference_close ?? '0')}, so the entry is a ${order_kind} order: it is filled when the price ${order_kind === 'limit' ? better : worse} to the entry price.`;
  return in_session
    ? `Published during the session: only prices after that count, and the bar of this day also contains earlier ones. ${rule}`
    : `Published before the session. ${rule}`;
}

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
