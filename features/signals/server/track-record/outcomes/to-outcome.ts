import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { EVALUATOR_VERSION } from '#features/signals/server/track-record/evaluation/evaluate-signal.ts';
import type {
  EvaluatedBar,
  Evaluation,
  EvaluationStep,
  IntradayBar,
  TradedBar,
} from '#features/signals/server/track-record/evaluation/evaluation.ts';
import type { OutcomeRow } from './outcomes.queries.ts';

/** The outcome of an evaluation, as it is stored (`OutcomeRow`). */
type EvaluatedOutcome = Omit<
  OutcomeRow,
  'signalId' | 'sequence' | 'evaluatedAt' | 'pricesUntil' | 'referenceAdjustments' | 'inputs' | 'isCorrected'
>;

/**
 * Returns what is stored of an evaluation with the bars of the symbol: of these only those on which an order was filled. The mark of an
 * open signal, and the bars that it was held, are not stored.
 */
export function toOutcome(evaluation: Evaluation, bars: readonly EvaluatedBar[]): EvaluatedOutcome {
  const { state, reason, orderKind, referenceClose, fill, exits, targetsHit, rMultiple, percent, steps } =
    evaluation;
  const { bounds, isMeasurable, endedOn } = evaluation;
  const isFinal = endedOn !== null;
  const { worst, best } = bounds;
  return {
    evaluatorVersion: EVALUATOR_VERSION,
    state,
    reason,
    orderKind,
    referenceClose,
    fillDate: fill?.date ?? null,
    fillPrice: fill?.price ?? null,
    exits,
    targetsHit,
    rMultiple,
    percent,
    worstRMultiple: isFinal ? worst.rMultiple : null,
    bestRMultiple: isFinal ? best.rMultiple : null,
    bestPath: isFinal && best.rMultiple !== worst.rMultiple ? best : null,
    isMeasurable,
    barsHeld: state === 'closed' ? evaluation.barsHeld : null,
    endedOn,
    steps,
    bars: selectTradedBars(evaluation, bars),
  };
}

/** A position in a symbol that is no longer traded ends on a date without a bar. */
function selectTradedBars({ fill, exits }: Evaluation, bars: readonly EvaluatedBar[]): TradedBar[] {
  const dates = new Set([...(fill ? [fill.date] : []), ...exits.map((exit) => exit.date)]);
  return bars
    .filter(({ date }) => dates.has(date))
    .map(({ date, open, high, low, close, volume, intraday = [] }) => ({
      ...{ date, open, high, low, close, volume },
      intraday: intraday.length > 0 ? digestIntraday(intraday) : null,
    }));
}

/** Returns the SHA-256 of the prices of a day as they are stored (`intraday_prices`), unless some are from after the close. */
const digestIntraday = (intraday: readonly IntradayBar[]): string =>
  createHash('sha256')
    .update(JSON.stringify(intraday.map(({ at, open, high, low, close }) => [at, open, high, low, close])))
    .digest('hex');

/** Returns whether two outcomes differ in more than the bars on which nothing happened. */
export const isDifferentOutcome = (before: EvaluatedOutcome, after: EvaluatedOutcome): boolean =>
  !isDeepStrictEqual(toComparable(before), toComparable(after));

function toComparable(outcome: EvaluatedOutcome): object {
  const { state, reason, orderKind, referenceClose, fillDate, fillPrice, exits, targetsHit } = outcome;
  const { rMultiple, percent, barsHeld, endedOn, steps } = outcome;
  const { worstRMultiple, bestRMultiple, bestPath, isMeasurable } = outcome;
  const order = { orderKind, referenceClose, fillDate, fillPrice, exits, targetsHit };
  const result = { state, reason, rMultiple, percent, barsHeld, endedOn };
  const bounds = { worstRMultiple, bestRMultiple, bestPath, isMeasurable };
  return { ...order, ...result, ...bounds, events: steps.filter(isEvent) };
}

/** Several bars without an event are one step, which grows with each bar. */
const isEvent = (step: EvaluationStep) => !('until' in step);
