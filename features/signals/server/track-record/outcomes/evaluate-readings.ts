import Big from 'big.js';
import type { LocalDate } from '#core/contract/dates.ts';
import { evaluateSignal } from '#features/signals/server/track-record/evaluation/evaluate-signal.ts';
import type {
  EvaluatedAdjustment,
  EvaluatedBar,
  EvaluatedSignal,
  Evaluation,
  EvaluationOptions,
} from '#features/signals/server/track-record/evaluation/evaluation.ts';
import { getBarsFrom } from './to-evaluated-signal.ts';

type Adjustment = EvaluatedAdjustment & { isConfirmed: boolean };

/** Unconfirmed adjustments of more ex-dates than this are read together: each date doubles the readings. */
const MAX_SEPARATE_DATES = 4;

/**
 * Evaluates a signal with and without each adjustment that is not confirmed, and returns the worst evaluation, with the adjustments that it
 * applies (docs/evaluation.md, rule 21). While one of them is pending or open, it is the worst of those: the signal ends when it has ended
 * either way, so that neither an invented adjustment nor a missing confirmation improves a result.
 */
export function evaluateReadings(
  signal: EvaluatedSignal,
  bars: readonly EvaluatedBar[],
  adjustments: readonly Adjustment[],
  options: EvaluationOptions,
): { evaluation: Evaluation; applied: readonly EvaluatedAdjustment[] } {
  const readings = listReadings(adjustments, { from: getBarsFrom(signal), until: options.pricesUntil }).map(
    (applied) => ({ evaluation: evaluateSignal(signal, bars, applied, options), applied }),
  );
  const live = readings.filter(({ evaluation }) => evaluation.endedOn === null);
  // A result that can be measured either way does not become unmeasurable by an adjustment that is not confirmed.
  const measured = readings.filter(({ evaluation }) => evaluation.state !== 'not_measurable');
  const ended = measured.length > 0 ? measured : readings;
  const worst = (live.length > 0 ? live : ended).reduce((lowest, each) =>
    getResult(each).lt(getResult(lowest)) ? each : lowest,
  );
  if (live.length > 0) return worst;
  // What decided between the readings is known once the last of them has ended.
  const getLast = (dates: (LocalDate | null)[]) =>
    dates
      .filter((date) => date !== null)
      .sort()
      .at(-1) ?? null;
  const endedOn = getLast(readings.map(({ evaluation }) => evaluation.endedOn));
  const waitedUntil = getLast(readings.map(({ evaluation }) => evaluation.waitedUntil));
  return { ...worst, evaluation: { ...worst.evaluation, endedOn, waitedUntil } };
}

const getResult = ({ evaluation }: { evaluation: Evaluation }) => new Big(evaluation.bounds.worst.rMultiple);

/** Lists the adjustments that may apply between two dates: all that are confirmed, and any choice of the others. */
function listReadings(
  adjustments: readonly Adjustment[],
  { from, until }: { from: LocalDate; until: LocalDate },
): (readonly EvaluatedAdjustment[])[] {
  const doubtful = adjustments.filter(
    (each) => !each.isConfirmed && each.exDate > from && each.exDate <= until,
  );
  const dates = [...new Set(doubtful.map(({ exDate }) => exDate))];
  if (dates.length === 0) return [adjustments];
  const groupOf = (exDate: LocalDate) => Math.min(dates.indexOf(exDate), MAX_SEPARATE_DATES);
  const groups = Math.min(dates.length, MAX_SEPARATE_DATES + 1);
  return Array.from({ length: 2 ** groups }, (_, choice) =>
    adjustments.filter((each) => !doubtful.includes(each) || (choice >> groupOf(each.exDate)) % 2 === 1),
  );
}

/** Returns the adjustments that an evaluation used to bring the reference close into the prices of the first day; `null` without any. */
export function listReferenceAdjustments(
  signal: EvaluatedSignal,
  bars: readonly EvaluatedBar[],
  applied: readonly EvaluatedAdjustment[],
): { date: LocalDate; factor: string }[] | null {
  const { firstDate } = signal;
  const before = bars.findLast(({ date }) => date < firstDate && date >= getBarsFrom(signal));
  const used = applied.filter(
    ({ exDate, factor }) => before && exDate > before.date && exDate <= firstDate && !new Big(factor).eq(1),
  );
  return used.length === 0 ? null : used.map(({ exDate: date, factor }) => ({ date, factor }));
}
