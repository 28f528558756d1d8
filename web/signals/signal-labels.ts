import type { AdminSignal } from '#contract/signals/signal-body.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';

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

/** Returns the options of a select in the order of the labels. */
export function toOptions<Value extends string>(
  labels: Record<Value, string>,
): { value: Value; label: string }[] {
  return Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));
}
