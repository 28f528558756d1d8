import Big from 'big.js';
import { type LocalDate, toKarachiDate } from '#contract/dates.ts';
import type { SignalState } from '#contract/signals/signal-state.ts';
import { getEndKind } from '#contract/track-record/describe-outcome.ts';
import type { EvaluationReason, EvaluationState } from '#contract/track-record/signal-details.ts';
import { getLastSessionEnd, type TradingCalendar } from '#server/domains/market/market.ts';
import type { CachedClose } from '#server/domains/prices/prices.ts';
import { getTradingDate, hasTermEnded } from './expiry.ts';
import type { SignalRow } from './signals.queries.ts';

/** What the track record says about a signal: the last evaluation, and the decision of an administrator that applies. */
export interface SignalProgress {
  evaluation: {
    state: EvaluationState;
    reason: EvaluationReason | null;
    orderKind: 'limit' | 'stop' | 'touch';
    targetsHit: number;
    rMultiple: string | null;
    endedOn: LocalDate | null;
  } | null;
  /** The open position at its last close. */
  mark: { date: LocalDate; rMultiple: string } | null;
  decision: {
    kind: 'override' | 'void';
    reason: string;
    rMultiple: string | null;
    exitDate: LocalDate | null;
  } | null;
}

interface StateContext {
  calendar: TradingCalendar;
  now: Date;
  /** That of the signal's symbol. */
  lastClose: Pick<CachedClose, 'date'> | undefined;
}

/** Computes the state of a signal, by the precedence in docs/evaluation.md. */
export function computeState(
  row: SignalRow,
  progress: SignalProgress | undefined,
  { calendar, now, lastClose }: StateContext,
): SignalState {
  const { evaluation = null, decision = null } = progress ?? {};
  const nothing = { targets_hit: 0, r_multiple: null, as_of: null, is_old: false, reason: null };
  if (row.deletedAt !== null) return { ...nothing, kind: 'deleted', as_of: toKarachiDate(row.deletedAt) };
  if (decision?.kind === 'void') return { ...nothing, kind: 'voided', reason: decision.reason };
  if (decision)
    return {
      ...nothing,
      kind: 'overridden',
      r_multiple: roundR(decision.rMultiple),
      as_of: decision.exitDate,
      reason: decision.reason,
    };
  if (evaluation && evaluation.endedOn !== null)
    return {
      ...nothing,
      kind: getEndKind(evaluation),
      targets_hit: evaluation.targetsHit,
      r_multiple: roundR(evaluation.rMultiple),
      as_of: evaluation.endedOn,
    };
  const firstDay = getTradingDate(row.createdAt, calendar);
  const closedOn = lastClose && lastClose.date >= firstDay ? lastClose.date : null;
  const isOpen = evaluation?.state === 'open';
  if (row.callStatus === 'closed' || hasTermEnded(row, { isOpen, calendar, now }))
    return { ...nothing, kind: 'awaiting_prices', as_of: closedOn };
  const active = computeActiveState(evaluation, progress?.mark ?? null);
  const asOf = active.as_of ?? closedOn;
  const lastSession = toKarachiDate(getLastSessionEnd(now, calendar));
  const is_old = firstDay <= lastSession && (asOf === null || asOf < lastSession);
  return { ...nothing, ...active, as_of: asOf, is_old };
}

function computeActiveState(
  evaluation: SignalProgress['evaluation'],
  mark: SignalProgress['mark'],
): Pick<SignalState, 'kind' | 'targets_hit' | 'r_multiple' | 'as_of'> {
  if (evaluation?.state !== 'open') {
    const kind = evaluation?.reason === 'entry_missed' ? 'entry_missed' : 'waiting';
    return { kind, targets_hit: 0, r_multiple: null, as_of: null };
  }
  const { targetsHit } = evaluation;
  return {
    kind: targetsHit > 0 ? 'target_hit' : 'entered',
    targets_hit: targetsHit,
    r_multiple: roundR(mark?.rMultiple ?? null),
    as_of: mark?.date ?? null,
  };
}

/** Rounds half away from zero, like the evaluation. */
export function roundR(value: string | null): string | null {
  if (value === null) return null;
  const rounded = new Big(value).round(2, Big.roundHalfUp);
  return rounded.eq(0) ? '0.00' : rounded.toFixed(2);
}
