import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Config } from '#core/server/config/config.ts';
import { findCompany } from '#features/market/server/market.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import type { TermEnds } from '#features/signals/server/expiry.ts';
import type { DecisionRow } from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import {
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
  /** The decision of an administrator that applies. */
  decision: ResultRow['decision'];
  /** The date on which the result ended, whether by the evaluation or by a decision; `null` while it is pending or open. */
  endedOn: LocalDate | null;
  costInR: RUnits;
  /** The costs in hundredths of a percent. */
  costUnits: number;
}

/** The last evaluation, or what an administrator decided instead. */
interface Evaluated
  extends Pick<ResultRow, 'state' | 'reason' | 'fillDate' | 'fillPrice' | 'exitedOn' | 'endedOn'> {
  r: RUnits | null;
  /** In hundredths of a percent. */
  percentUnits: number | null;
  /** The results of the worst and the best price path of a signal that has ended. */
  worstR: RUnits | null;
  bestR: RUnits | null;
  barsHeld: number;
}

/** Returns the result of a stored row. */
export function toSignalResult(
  row: ResultRow,
  { analyst, costUnits }: Pick<Config, 'analyst' | 'costUnits'>,
): SignalResult {
  const { id, sequence, symbol, signalType, side, publishedAtMs, isDeleted, decision } = row;
  const evaluation = toEvaluation(row);
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
    decision,
    endedOn: getEndedOn(row, decision && { kind: decision.kind, decidedAt: new Date(decision.decidedAtMs) }),
    // The cost per share in R: a hundredth of a percent is a ten-thousandth, like the units of R.
    costInR: Math.round(((evaluation.fillPrice ?? 0) * costUnits) / Number(row.risk)),
    costUnits,
  };
}

/** Returns the last evaluation, or the result that an administrator entered instead. */
function toEvaluation({ decision, barsHeld, ...row }: ResultRow): SignalResult['evaluation'] {
  const isOverridden =
    decision?.kind === 'override' && decision.exitPrice !== null && decision.exitDate !== null;
  const { rMultiple, percent } = isOverridden ? decision : row;
  const result = {
    r: toUnits(rMultiple),
    percentUnits: percent === null ? null : Math.round(Number(percent) * 100),
    worstR: toUnits(row.worstRMultiple),
    bestR: toUnits(row.bestRMultiple),
    barsHeld: barsHeld ?? 0,
  };
  if (!isOverridden) {
    const { state, reason, fillDate, fillPrice, exitedOn, endedOn } = row;
    return { state, reason, fillDate, fillPrice, exitedOn, endedOn, ...result };
  }
  const { fillPrice, exitDate: endedOn } = decision;
  return {
    state: 'closed',
    reason: 'manual',
    fillDate: row.fillDate ?? endedOn,
    fillPrice,
    exitedOn: endedOn,
    endedOn,
    ...result,
  };
}

const toUnits = (r: string | null): RUnits | null =>
  r === null ? null : Math.round(Number(r) * UNITS_PER_R);

/** Returns the evaluated result of a closed signal after costs; `null` if it is not closed, or if an administrator has decided. */
export const getClosedResult = ({ evaluation, decision, costInR }: SignalResult): RUnits | null =>
  evaluation.state === 'closed' && decision === null ? (evaluation.r ?? 0) - costInR : null;

/** Returns the outcome of a signal after costs, as the statistics count it. */
export function toCountedOutcome(
  signal: SignalResult,
  {
    mark,
    index,
    isClosed,
    termEnds,
  }: { mark: string | undefined; index: IndexHistory; isClosed: boolean; termEnds: TermEnds },
): CountedOutcome {
  const { evaluation, decision, costInR, costUnits } = signal;
  if (decision?.kind === 'void') return { kind: 'voided' };
  const { state, reason, percentUnits, barsHeld } = evaluation;
  if (decision) return { kind: 'overridden', r: (evaluation.r ?? 0) - costInR };
  switch (state) {
    case 'closed':
      return {
        kind: 'closed',
        r: getClosedResult(signal) ?? 0,
        percentUnits: (percentUnits ?? 0) - costUnits,
        indexPercentUnits: compareWithIndex(signal, index)?.percentUnits ?? null,
        barsHeld,
      };
    case 'open':
      if (isClosed || signal.publishedAtMs < termEnds.limit.getTime()) return { kind: 'awaiting_prices' };
      return mark === undefined
        ? { kind: 'pending' }
        : { kind: 'open', r: Math.round(Number(mark) * UNITS_PER_R) - costInR };
    case 'pending':
      return {
        kind: isClosed || signal.publishedAtMs < termEnds.validity.getTime() ? 'awaiting_prices' : 'pending',
      };
    case 'not_measurable':
      return { kind: 'unproven', worstR: evaluation.worstR, bestR: evaluation.bestR };
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
 * Compares a position with the index from the last close before the fill to the close of the last exit. Returns `null` without values, and
 * for a position within one day, because the index has no value at its fill.
 */
export function compareWithIndex(
  { side, evaluation: { fillDate, exitedOn } }: Pick<SignalResult, 'side' | 'evaluation'>,
  { values, dates }: IndexHistory,
): IndexComparison | null {
  if (fillDate === null || exitedOn === null || fillDate === exitedOn) return null;
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
