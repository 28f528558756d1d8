import { isNear } from '#contract/signals/levels.ts';
import { toPaisa } from '#contract/signals/price.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { getComparableClose } from '#web/signals/price-levels/comparable-close.ts';

/** Why a trader should look at a signal in progress, most urgent first. */
const ATTENTION = [
  'stop_passed',
  'near_stop',
  'near_target',
  'open',
  'near_entry',
  'waiting',
  'missed',
] as const;
export type Attention = (typeof ATTENTION)[number];

type WatchedSignal = Pick<
  Signal,
  | 'id'
  | 'entry_price'
  | 'stop_loss'
  | 'target_points'
  | 'published_levels'
  | 'last_close'
  | 'price_status'
  | 'state'
>;

/** Returns why a signal in progress needs attention, by its state and its last close. */
export function getAttention(signal: WatchedSignal): Attention {
  const { kind, targets_hit } = signal.state;
  if (signal.price_status === 'stop_passed') return 'stop_passed';
  if (kind === 'entry_missed') return 'missed';
  if (kind === 'waiting') return isCloseNear(signal, signal.entry_price) ? 'near_entry' : 'waiting';
  if (isCloseNear(signal, signal.stop_loss)) return 'near_stop';
  return isCloseNear(signal, signal.target_points[targets_hit]) ? 'near_target' : 'open';
}

/** Orders signals by what needs attention first; those that the user has entered come before all others. */
export const orderByAttention = <S extends WatchedSignal>(
  signals: readonly S[],
  entered: readonly string[],
): S[] => signals.toSorted((a, b) => getRank(a, entered) - getRank(b, entered));

const getRank = (signal: WatchedSignal, entered: readonly string[]) =>
  ATTENTION.indexOf(getAttention(signal)) - (entered.includes(signal.id) ? ATTENTION.length : 0);

function isCloseNear(signal: WatchedSignal, level: string | undefined): boolean {
  const close = getComparableClose(signal)?.close;
  if (close === undefined || level === undefined) return false;
  return isNear(signal.published_levels, toPaisa(close) - toPaisa(level));
}
