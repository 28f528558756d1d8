import Big from 'big.js';
import type { LocalDate } from '#contract/dates.ts';
import { type EntryReason, type EntryVerdict, getEntryPrice } from '#contract/signals/entry-verdict.ts';
import { calculateGain, type Levels } from '#contract/signals/levels.ts';
import { type Price, toPaisa } from '#contract/signals/price.ts';
import { isActiveState, type SignalState } from '#contract/signals/signal-state.ts';
import type { CachedClose } from '#server/domains/prices/prices.ts';
import type { SignalProgress } from './signal-state.ts';

interface Entry {
  /** The current ones. */
  levels: Levels;
  published: Pick<Levels, 'entry_price' | 'stop_loss'>;
  state: Pick<SignalState, 'kind'>;
  /** That of the last evaluation; `null` before the first one. */
  orderKind: NonNullable<SignalProgress['evaluation']>['orderKind'] | null;
  /** The trading day of the publication: earlier closes fill nothing. */
  firstDay: LocalDate;
  /** That of the signal's symbol. */
  lastClose: Pick<CachedClose, 'date' | 'close' | 'lastExDate'> | undefined;
  /** The share is suspended, delisted, renamed or merged. */
  isTradingStopped: boolean;
}

/** The last close is near a price if it is at most one of so many parts of the published risk away from it. */
const PARTS_OF_RISK = 4;

/** Judges whether a signal can still be entered, by the rules in docs/evaluation.md. Nothing else decides this. */
export function judgeEntry(entry: Entry): EntryVerdict {
  const { levels, lastClose } = entry;
  const reason = findReason(entry);
  // Before the first bar of its ex-date, a close is in prices of another share.
  const isCurrent = lastClose && (lastClose.lastExDate ?? '') <= lastClose.date;
  const verdict: EntryVerdict = {
    verdict: OPEN.includes(reason) ? 'open' : reason === 'past_entry' ? 'run_away' : 'not_open',
    reason,
    date: isCurrent ? lastClose.date : null,
    close: isCurrent ? lastClose.close : null,
    risk_percent: null,
    reward_to_risk: null,
  };
  const price = getEntryPrice({ entry_price: levels.entry_price, entry_verdict: verdict });
  return price === null ? verdict : { ...verdict, ...calculateRisk(levels, price) };
}

const OPEN: readonly EntryReason[] = ['order', 'near_entry', 'better_price'];

function findReason(entry: Entry): EntryReason {
  const { levels, published, state, firstDay, lastClose } = entry;
  if (!isActiveState(state)) return 'ended';
  if (entry.isTradingStopped) return 'not_traded';
  if (lastClose?.lastExDate && lastClose.lastExDate > firstDay) return 'not_comparable';
  const stop = calculateGain(levels, levels.stop_loss);
  if (stop >= 0) return 'stop_at_entry';

  const isFilled = state.kind === 'entered' || state.kind === 'target_hit';
  if (!lastClose || lastClose.date < firstDay) return isFilled ? 'no_close' : 'order';
  const close = calculateGain(levels, lastClose.close);
  const lastTarget = levels.target_points.at(-1);
  if (lastTarget !== undefined && close >= calculateGain(levels, lastTarget)) return 'last_target';
  if (!isFilled && isPlaceable(entry.orderKind, close, stop)) return 'order';

  const risk = Math.abs(toPaisa(published.entry_price) - toPaisa(published.stop_loss));
  const isNear = (distance: number) => distance * PARTS_OF_RISK <= risk;
  if (close <= stop) return 'stop_passed';
  if (isNear(Math.abs(close))) return 'near_entry';
  if (close > 0) return 'past_entry';
  return isNear(close - stop) ? 'near_stop' : 'better_price';
}

/**
 * Returns whether an order at the entry price would wait for the price: a limit order beyond the entry price, a stop order before it. An order
 * of which neither is known, at a close past the stop, is not placed. Distances are gains from the entry price.
 */
function isPlaceable(orderKind: Entry['orderKind'], close: number, stop: number): boolean {
  if (orderKind === 'limit') return close > 0;
  if (orderKind === 'stop') return close < 0;
  return close > stop;
}

function calculateRisk(levels: Levels, price: Price): Pick<EntryVerdict, 'risk_percent' | 'reward_to_risk'> {
  const entered = { ...levels, entry_price: price };
  const risk = new Big(-calculateGain(entered, levels.stop_loss));
  const lastTarget = levels.target_points.at(-1);
  const reward = lastTarget === undefined ? null : calculateGain(entered, lastTarget);
  return {
    risk_percent: risk.times(100).div(toPaisa(price)).toFixed(2, Big.roundHalfUp),
    reward_to_risk: reward === null ? null : new Big(reward).div(risk).toFixed(2, Big.roundHalfUp),
  };
}
