import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Config } from '#core/server/config/config.ts';
import { findCompany } from '#features/market/server/market.ts';
import { toPaisa } from '#features/signals/contract/levels/price.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import type { TermEnds } from '#features/signals/server/expiry.ts';
import type { DecisionRow } from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import {
  type Counted,
  type CountedOutcome,
  type RUnits,
  UNITS_PER_R,
} from '#features/signals/server/track-record/statistics/calculate-statistics.ts';
import { getEndedOn } from './release.ts';
import type { ResultRow } from './results.queries.ts';

/** A signal that was evaluated. */
export interface SignalResult {
  id: string;
  /** The sequence of the last outcome. */
  sequence: number;
  symbol: string;
  signalType: SignalType;
  side: 'buy' | 'sell';
  sector: string | null;
  analyst: string | null;
  publishedAtMs: number;
  publishedOn: LocalDate;
  isDeleted: boolean;
  evaluation: Evaluated;
  /** What an administrator entered instead; `null` without it. */
  override: Evaluated | null;
  /** The worse of both, which the statistics count. */
  counted: Evaluated;
  /** The decision of an administrator that applies. */
  decision: ResultRow['decision'];
  /** It was voided before it could first have been filled, which removes it from the figures (`free-voids.ts`). */
  isFreeVoid: boolean;
  /** The date on which the result ended, whether by the evaluation or by a decision; `null` while it is pending or open. */
  endedOn: LocalDate | null;
  /** The first such date by any evaluation, which decides the release. */
  firstEndedOn: LocalDate | null;
  /** The costs in hundredths of a percent. */
  costUnits: number;
}

/** A result, as evaluated or as an administrator entered it. */
interface Evaluated
  extends Pick<ResultRow, 'state' | 'reason' | 'fillDate' | 'fillPrice' | 'exitedOn' | 'endedOn'> {
  r: RUnits | null;
  costInR: RUnits;
  /** In hundredths of a percent. */
  percentUnits: number | null;
  /** The results of the worst and the best price path of a signal that has ended. */
  worstR: RUnits | null;
  bestR: RUnits | null;
  barsHeld: number;
}

/** Returns the result of a stored row. `isFreeVoid` is false until `listFreeVoids` has found it. */
export function toSignalResult(
  row: ResultRow,
  { analyst, costUnits }: Pick<Config, 'analyst' | 'costUnits'>,
): SignalResult {
  const { id, sequence, symbol, signalType, side, publishedAtMs, isDeleted, decision, firstEndedOn } = row;
  const decided = decision && { kind: decision.kind, decidedAt: new Date(decision.decidedAtMs) };
  const evaluation = toEvaluation(row, costUnits);
  const override = toOverride(row, evaluation, costUnits);
  return {
    id,
    sequence,
    symbol,
    signalType,
    side,
    // Results are remembered, so that imported sectors, which change, do not count.
    sector: row.sector ?? findCompany(symbol)?.sector ?? null,
    analyst: row.isFromBeforeAnalysts ? analyst.name : row.analystName,
    publishedAtMs,
    publishedOn: toKarachiDate(new Date(publishedAtMs)),
    isDeleted,
    evaluation,
    override,
    counted:
      override && decision && isOverrideCounted(row, decision, { risk: row.risk, costUnits })
        ? override
        : evaluation,
    decision,
    isFreeVoid: false,
    endedOn: getEndedOn(row, decided),
    firstEndedOn: getEndedOn({ endedOn: firstEndedOn }, decided),
    costUnits,
  };
}

function toEvaluation(
  { state, reason, fillDate, fillPrice, exitedOn, endedOn, ...row }: ResultRow,
  costUnits: number,
): Evaluated {
  return {
    state,
    reason,
    fillDate,
    fillPrice,
    exitedOn,
    endedOn,
    r: toUnits(row.rMultiple),
    costInR: toCostInR(fillPrice, row.risk, costUnits),
    percentUnits: toPercentUnits(row.percent),
    worstR: toUnits(row.worstRMultiple),
    bestR: toUnits(row.bestRMultiple),
    barsHeld: row.barsHeld ?? 0,
  };
}

function toOverride(
  { decision, risk }: ResultRow,
  evaluation: Evaluated,
  costUnits: number,
): Evaluated | null {
  if (decision?.kind !== 'override' || decision.exitDate === null) return null;
  const { fillPrice, exitDate, rMultiple, percent } = decision;
  return {
    ...evaluation,
    state: 'closed',
    reason: 'manual',
    fillDate: evaluation.fillDate ?? exitDate,
    fillPrice,
    exitedOn: exitDate,
    endedOn: exitDate,
    r: toUnits(rMultiple),
    costInR: toCostInR(fillPrice, risk, costUnits),
    percentUnits: toPercentUnits(percent),
  };
}

const toUnits = (r: string | null): RUnits | null =>
  r === null ? null : Math.round(Number(r) * UNITS_PER_R);

const toPercentUnits = (percent: string | null) =>
  percent === null ? null : Math.round(Number(percent) * 100);

/** Returns the cost per share in R: a hundredth of a percent is a ten-thousandth, like the units of R. */
const toCostInR = (fillPrice: number | null, risk: string | number, costUnits: number): RUnits =>
  Math.round(((fillPrice ?? 0) * costUnits) / Number(risk));

const getResultAfterCosts = ({ r, costInR }: Pick<Evaluated, 'r' | 'costInR'>): RUnits => (r ?? 0) - costInR;

/**
 * Returns whether the result that an administrator entered counts: only if it is worse after costs than the evaluated one, which is zero
 * without a fill. A signal that cannot be measured is in no figure, whatever is entered.
 */
export function isOverrideCounted(
  evaluation: Pick<ResultRow, 'state' | 'reason' | 'rMultiple' | 'fillPrice'>,
  override: Pick<ResultRow, 'rMultiple' | 'fillPrice'>,
  { risk, costUnits }: { risk: string | number; costUnits: number },
): boolean {
  const isClosed = evaluation.state === 'closed';
  if (!isClosed && !isNotFilled(evaluation)) return false;
  const getResult = ({ rMultiple, fillPrice }: typeof override) =>
    (toUnits(rMultiple) ?? 0) - toCostInR(fillPrice, risk, costUnits);
  return getResult(override) < (isClosed ? getResult(evaluation) : 0);
}

/** Returns the distance between the published entry price and stop loss, in paisa. */
export const getRisk = (levels: { entry_price: string; stop_loss: string }): number =>
  Math.abs(toPaisa(levels.entry_price) - toPaisa(levels.stop_loss));

/** Returns whether the prices show that the entry was not filled. */
export const isNotFilled = ({ state, reason }: Pick<Evaluated, 'state' | 'reason'>): boolean =>
  (state === 'expired' || state === 'canceled') && reason !== 'unproven' && reason !== 'no_prices';

/** Returns the result after costs that counts; `null` if the signal is not closed, or in no figure. */
export const getClosedResult = ({ counted, isFreeVoid }: SignalResult): RUnits | null =>
  counted.state === 'closed' && !isFreeVoid ? getResultAfterCosts(counted) : null;

/** Returns the outcome of a signal after costs, as the statistics count it. */
export function toCountedOutcome(signal: SignalResult, context: CountingContext): CountedOutcome {
  if (signal.isFreeVoid) return { kind: 'voided' };
  const { override, decision } = signal;
  return {
    ...countResult(signal, context),
    ...(decision?.kind === 'void' ? { isVoided: true } : {}),
    ...(override ? { overriddenR: getResultAfterCosts(override) } : {}),
  };
}

interface CountingContext {
  mark: string | undefined;
  index: IndexHistory;
  isClosed: boolean;
  termEnds: TermEnds;
  /** The same some trading days ago. */
  overdueEnds: TermEnds;
}

function countResult(signal: SignalResult, context: CountingContext): Counted {
  const { mark, index, isClosed, termEnds, overdueEnds } = context;
  const { counted, costUnits } = signal;
  const { state, reason, percentUnits, barsHeld } = counted;
  const term = state === 'open' ? 'limit' : 'validity';
  const hasEnded = (ends: TermEnds) => signal.publishedAtMs < ends[term].getTime();
  const isAwaiting = (state === 'open' || state === 'pending') && (isClosed || hasEnded(termEnds));
  if (isAwaiting || reason === 'prices_missing')
    return { kind: 'awaiting_prices', isOverdue: hasEnded(overdueEnds) };
  switch (state) {
    case 'closed':
      return {
        kind: 'closed',
        r: getResultAfterCosts(counted),
        percentUnits: (percentUnits ?? 0) - costUnits,
        indexPercentUnits: compareWithIndex(signal, index)?.percentUnits ?? null,
        barsHeld,
      };
    case 'open':
      return mark === undefined
        ? { kind: 'pending' }
        : { kind: 'open', r: Math.round(Number(mark) * UNITS_PER_R) - counted.costInR };
    case 'pending':
      return { kind: 'pending' };
    case 'not_measurable':
      return { kind: 'unproven', worstR: counted.worstR, bestR: counted.bestR };
    default:
      if (reason === 'unproven') return { kind: reason, worstR: null, bestR: null };
      return { kind: reason === 'no_prices' ? reason : 'not_filled' };
  }
}

/** The values of the index, and their dates in order. */
export interface IndexHistory {
  values: ReadonlyMap<LocalDate, number>;
  dates: readonly LocalDate[];
}

export const toIndexHistory = (values: ReadonlyMap<LocalDate, number>): IndexHistory => ({
  values,
  dates: [...values.keys()].sort(),
});

/** A close before a fill is at most so many days old: holidays are shorter. */
const MAX_INDEX_AGE_DAYS = 14;

export interface IndexComparison {
  from: LocalDate;
  /** In hundredths of a point, like `end`. */
  start: number;
  end: number;
  /** In hundredths of a percent. The sign of a sell is reversed. */
  percentUnits: number;
}

/**
 * Compares a position with the index from the last close before the fill to the close of the last exit. Returns `null` without values,
 * for a position within one day, because the index has no value at its fill, and for a result that an administrator entered, because the
 * date of its fill is not stored.
 */
export function compareWithIndex(
  { side, counted, override }: Pick<SignalResult, 'side' | 'counted' | 'override'>,
  { values, dates }: IndexHistory,
): IndexComparison | null {
  const { fillDate, exitedOn } = counted;
  if (counted === override || fillDate === null || exitedOn === null || fillDate === exitedOn) return null;
  const from = dates[countBefore(dates, fillDate) - 1];
  if (from === undefined || from < addDays(fillDate, -MAX_INDEX_AGE_DAYS)) return null;
  const [start, end] = [values.get(from), values.get(exitedOn)];
  if (start === undefined || end === undefined) return null;
  const change = side === 'buy' ? end - start : start - end;
  return { from, start, end, percentUnits: Math.round((change / start) * 10_000) };
}

function countBefore(dates: readonly LocalDate[], date: LocalDate): number {
  let [low, high] = [0, dates.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((dates[middle] as LocalDate) < date) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the decision if it applies: the last one of a signal, unless it withdraws the one before. */
export const toDecision = (
  row: DecisionRow | undefined,
): (DecisionRow & { kind: 'override' | 'void' }) | null =>
  row && row.kind !== 'withdraw' ? { ...row, kind: row.kind } : null;
