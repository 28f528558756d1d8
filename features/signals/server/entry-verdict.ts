import Big from 'big.js';
import type { LocalDate } from '#core/contract/dates.ts';
import type { CachedClose } from '#features/market/server/prices/prices.ts';
import {
  type EntryReason,
  type EntryVerdict,
  getEntryPrice,
} from '#features/signals/contract/entry-verdict.ts';
import { calculateGain, isNear, type Levels } from '#features/signals/contract/levels/levels.ts';
import { type Price, toPaisa } from '#features/signals/contract/levels/price.ts';
import { isActiveState, type SignalState } from '#features/signals/contract/signal-state.ts';
import type { SignalProgress } from './track-record/outcomes/read-progress.ts';

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

/** A reward of less than one of so many parts of the risk is next to nothing. */
const PARTS_OF_REWARD = 10;

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
  const order = isNear(published, stop) ? 'near_stop' : 'order';
  if (!lastClose || lastClose.date < firstDay) return isFilled ? 'no_close' : order;
  const close = calculateGain(levels, lastClose.close);
  const lastTarget = levels.target_points.at(-1);
  const reward = lastTarget === undefined ? Infinity : calculateGain(levels, lastTarget) - close;
  if (reward <= 0) return 'last_target';
  if (!isFilled && isPlaceable(entry.orderKind, close, stop)) return order;

  const risk = close - stop;
  if (risk <= 0) return 'stop_passed';
  // A stop that has moved may be near an entry price at which the close is too.
  if (isNear(published, risk)) return 'near_stop';
  if (reward * PARTS_OF_REWARD < risk) return 'last_target';
  if (isNear(published, close)) return 'near_entry';
  return close > 0 ? 'past_entry' : 'better_price';
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
