import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { isActiveState } from '#features/signals/contract/signal-state.ts';
import type { PriceStatus, SignalType } from '#features/signals/contract/signal-types.ts';

export const TYPE_LABELS: Record<SignalType, string> = {
  intraday: 'Intraday',
  swing: 'Swing',
  investment: 'Investment',
};

export const ORDER_LABELS: Record<AdminSignal['order_type'], string> = { buy: 'Buy', sell: 'Sell' };

export const RISK_LABELS: Record<AdminSignal['risk_type'], string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
};

export const SHARIAH_LABELS: Record<AdminSignal['shariah_type'], string> = {
  Compliant: 'Compliant',
  'Non-Compliant': 'Non-Compliant',
  Unknown: 'Unknown',
};

export const PRICE_STATUS_LABELS: Record<PriceStatus, string> = {
  stop_passed: 'Stop passed at close',
  not_comparable: 'Not comparable: split, bonus or right since',
};

/** Returns whether the entry of a signal can still be filled, or its position is open. */
export const isActiveSignal = ({ state }: Pick<Signal, 'state'>): boolean => isActiveState(state);

/** Returns the options of a select in the order of the labels. */
export function toOptions<Value extends string>(
  labels: Record<Value, string>,
): { value: Value; label: string }[] {
  return Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));
}

/** The labels of the call status, which the analyst sets. */
export const STATUS_LABELS = { in_progress: 'Active', closed: 'Closed' } as const;
