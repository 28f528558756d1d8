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
import {
  DAYS_WITHOUT_TRADES,
  isLastClose,
  listPossibleCloses,
} from '#features/signals/server/track-record/evaluation/gaps.ts';
import { getBarsFrom } from './to-evaluated-signal.ts';

type Adjustment = EvaluatedAdjustment & { isConfirmed: boolean };

/** Unconfirmed adjustments of more ex-dates than this are read together: each date doubles the readings. */
const MAX_SEPARATE_DATES = 4;
const FACTOR_DECIMALS = 12;
/** So many previous closes that nothing explains are read as adjustments. */
const MAX_IMPLIED = 3;

/**
 * Evaluates a signal with and without each adjustment that is not confirmed or only implied by a previous close, and returns the worst
 * evaluation, with the adjustments that it applies (docs/evaluation.md, rule 21). While one of them is pending or open, it is the worst of
 * those, or of those that await prices: the signal ends when it has ended either way, so that neither an invented or withheld adjustment
 * nor a missing confirmation improves a result.
 */
export function evaluateReadings(
  signal: EvaluatedSignal,
  bars: readonly EvaluatedBar[],
  adjustments: readonly Adjustment[],
  options: EvaluationOptions,
): { evaluation: Evaluation; applied: readonly EvaluatedAdjustment[] } {
  const readings = listReadings(signal, bars, adjustments, options).map((applied) => ({
    evaluation: evaluateSignal(signal, bars, applied, options),
    applied,
  }));
  const unended = readings.filter(({ evaluation }) => evaluation.endedOn === null);
  const waiting = unended.filter(({ evaluation }) => evaluation.reason === 'prices_missing');
  const live = waiting.length > 0 ? waiting : unended;
  const worst = (live.length > 0 ? live : readings).reduce((lowest, each) =>
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

/** A doubt neither hides a loss nor makes a gain of what cannot be measured. */
const getResult = ({ evaluation: { state, bounds } }: { evaluation: Evaluation }) =>
  new Big(state === 'not_measurable' ? 0 : bounds.worst.rMultiple);

/** Lists the adjustments that may apply until a date: all that are confirmed, and any choice of the others that are not refuted. */
function listReadings(
  signal: EvaluatedSignal,
  bars: readonly EvaluatedBar[],
  stored: readonly Adjustment[],
  { pricesUntil, addTradingDays }: EvaluationOptions,
): (readonly EvaluatedAdjustment[])[] {
  const from = getBarsFrom(signal);
  const isDoubtful = ({ isConfirmed, exDate }: Adjustment) =>
    !isConfirmed && exDate > from && exDate <= pricesUntil;
  const adjustments = stored.filter(
    (each) => !(isDoubtful(each) && isRefuted(each, { bars, from, addTradingDays }, stored)),
  );
  const doubtful = adjustments.filter(isDoubtful);
  const dates = [...new Set(doubtful.map(({ exDate }) => exDate))];
  const groups = Map.groupBy(doubtful, ({ exDate }) => Math.min(dates.indexOf(exDate), MAX_SEPARATE_DATES));
  const choices = [...groups.values()].map((group): Adjustment[][] => [[], group]);
  const until = addTradingDays(signal.timeLimit.date, DAYS_WITHOUT_TRADES);
  const implied = listImplied(signal, { bars, until }, adjustments);
  for (const each of implied) {
    // Instead of what is stored of its date.
    const ofDate = choices.find((options) => options.flat().some(({ exDate }) => exDate === each.exDate));
    if (ofDate) ofDate.push([each]);
    else choices.push([[], [each]]);
  }
  if (choices.length === 0) return [adjustments];
  const all = [...adjustments, ...implied].sort((a, b) => compareText(a.exDate, b.exDate));
  const certain = adjustments.filter((each) => !doubtful.includes(each));
  return choices
    .reduce<Adjustment[][]>(
      (chosen, options) => chosen.flatMap((before) => options.map((option) => [...before, ...option])),
      [certain],
    )
    .map((applied) => all.filter((each) => applied.includes(each)));
}

/**
 * Returns whether the exchange shows that an adjustment does not exist: the previous close of the first bar since its ex-date is the close of
 * the trading day before. After days without a bar it could also be the adjusted close of one that is missing. Cash dividends prove
 * nothing here, because an invented one could be as large as a real bonus.
 */
function isRefuted(
  { exDate: date }: Adjustment,
  {
    bars,
    from,
    addTradingDays,
  }: Pick<EvaluationOptions, 'addTradingDays'> & { bars: readonly EvaluatedBar[]; from: LocalDate },
  adjustments: readonly Adjustment[],
): boolean {
  const index = bars.findIndex((bar) => bar.date >= date);
  const [last, bar] = [bars[index - 1], bars[index]];
  if (!last || !bar || last.date < from || last.volume === 0) return false;
  if (addTradingDays(last.date, 1) !== bar.date) return false;
  const between = adjustments.filter(
    ({ exDate, dividend }) => dividend === undefined && exDate > last.date && exDate <= bar.date,
  );
  const confirmed = between.filter(({ isConfirmed }) => isConfirmed);
  return isLastClose(bar, last, confirmed) === true && isLastClose(bar, last, between) === false;
}

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Lists the first adjustments that are not stored but follow from previous closes, from the first day of a signal on. */
function listImplied(
  signal: EvaluatedSignal,
  { bars, until }: { bars: readonly EvaluatedBar[]; until: LocalDate },
  adjustments: readonly Adjustment[],
): Adjustment[] {
  const from = getBarsFrom(signal);
  const implied: Adjustment[] = [];
  let last: EvaluatedBar | null = null;
  for (const bar of bars) {
    if (bar.date < from) continue;
    if (bar.date > until || implied.length === MAX_IMPLIED) break;
    if (last !== null && bar.previousClose !== last.close && bar.date >= signal.firstDate) {
      const factor = getImpliedFactor(bar, last, [...adjustments, ...implied]);
      if (factor !== null) implied.push({ exDate: bar.date, factor, isConfirmed: false, isImplied: true });
    }
    if (bar.volume !== 0) last = bar;
  }
  return implied;
}

/**
 * Returns by what the last close would have to be multiplied to be the previous close of a bar, or `null` if it is: as it is, less the cash
 * dividends in between, or after the adjustments. What an administrator has confirmed explains every previous close.
 */
function getImpliedFactor(
  bar: EvaluatedBar,
  last: EvaluatedBar,
  adjustments: readonly Adjustment[],
): string | null {
  if (bar.previousClose === null || isLastClose(bar, last, [])) return null;
  const between = adjustments.filter(({ exDate }) => exDate > last.date && exDate <= bar.date);
  const dividends = between.filter(({ dividend }) => dividend !== undefined);
  const isExplained =
    between.some((each) => each.isConfirmed && !dividends.includes(each)) ||
    [dividends, between].some((given) => isLastClose(bar, last, given));
  if (isExplained) return null;
  const [, withoutDividends] = listPossibleCloses(last, bar.date, dividends);
  return new Big(bar.previousClose).div(withoutDividends).toFixed(FACTOR_DECIMALS);
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
