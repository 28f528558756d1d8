import { calculatePaisaLimits } from '#contract/signals/price-limits.ts';
import type { EvaluatedBar, UnusableReason } from './evaluation.ts';

export type PricedBar = EvaluatedBar & { open: number; high: number; low: number };

/** Returns why a bar fills nothing and hits nothing, or `null` for a usable bar. */
export function getUnusableReason(bar: EvaluatedBar, previousClose: number | null): UnusableReason | null {
  if (bar.volume === 0) return 'untraded';
  if (!hasRange(bar)) return 'close_only';
  return isLimitLocked(bar, previousClose) ? 'limit_locked' : null;
}

export const hasRange = (bar: EvaluatedBar): bar is PricedBar =>
  bar.open !== null && bar.high !== null && bar.low !== null;

function isLimitLocked({ date, open, high, low, close }: PricedBar, previousClose: number | null): boolean {
  if (open !== close || high !== close || low !== close) return false;
  if (previousClose === null) return true;
  const { lower, upper } = calculatePaisaLimits(previousClose, date);
  return close >= upper || close <= lower;
}
