import Big from 'big.js';
import { toKarachiDate } from '#core/contract/dates.ts';
import { getLastSessionEnd, type TradingCalendar } from '#features/market/server/market.ts';
import type { CachedClose } from '#features/market/server/prices/prices.ts';
import type { SignalState } from '#features/signals/contract/signal-state.ts';
import { getEndKind } from '#features/signals/contract/track-record/summarize-outcome.ts';
import { getTradingDate, hasTermEnded } from './expiry.ts';
import type { SignalWithProgress } from './signals.queries.ts';
import type { SignalProgress } from './track-record/outcomes/read-progress.ts';
import { getRisk, isNotFilled, isOverrideCounted } from './track-record/performance/signal-result.ts';

interface StateContext {
  calendar: TradingCalendar;
  now: Date;
  /** That of the signal's symbol. */
  lastClose: Pick<CachedClose, 'date'> | undefined;
  /** The published levels. */
  published: { entry_price: string; stop_loss: string };
  costUnits: number;
}

/** Computes the state of a signal, by the precedence in docs/evaluation.md. */
export function computeState(
  row: SignalWithProgress,
  { calendar, now, lastClose, published, costUnits }: StateContext,
): SignalState {
  const { evaluation, decision, mark } = row.progress;
  const nothing = { targets_hit: 0, r_multiple: null, as_of: null, is_old: false, reason: null };
  if (row.deletedAt !== null) return { ...nothing, kind: 'deleted', as_of: toKarachiDate(row.deletedAt) };
  if (decision?.kind === 'void') return { ...nothing, kind: 'voided', reason: decision.reason };
  if (decision)
    return {
      ...nothing,
      kind: 'overridden',
      r_multiple: roundR(getShownR(evaluation, decision, { risk: getRisk(published), costUnits })),
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
  if (evaluation?.reason === 'prices_missing')
    return { ...nothing, kind: 'awaiting_prices', as_of: mark?.date ?? null, is_old: true };
  if (row.callStatus === 'closed' || hasTermEnded(row, { isOpen, calendar, now }))
    return { ...nothing, kind: 'awaiting_prices', as_of: closedOn };
  const active = computeActiveState(evaluation, mark);
  const asOf = active.as_of ?? closedOn;
  const lastSession = toKarachiDate(getLastSessionEnd(now, calendar));
  const is_old = firstDay <= lastSession && (asOf === null || asOf < lastSession);
  return { ...nothing, ...active, as_of: asOf, is_old };
}

/** Returns the result that counts, before costs. A signal without a measurable one shows what was entered. */
function getShownR(
  evaluation: SignalProgress['evaluation'],
  decision: NonNullable<SignalProgress['decision']>,
  costs: Parameters<typeof isOverrideCounted>[2],
): string | null {
  const isMeasured = evaluation?.state === 'closed' || (evaluation && isNotFilled(evaluation));
  if (!isMeasured || isOverrideCounted(evaluation, decision, costs)) return decision.rMultiple;
  return evaluation.rMultiple;
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
