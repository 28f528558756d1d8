import type { LocalDate } from '#contract/dates.ts';
import type { EvaluatedBar, UnusableReason } from './evaluation.ts';

/** Since this date the limit is 10 %, before it was 7.5 %. */
const WIDER_LIMITS_SINCE = '2024-07-22';
const RUPEE = 100;

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
  const { lower, upper } = getPriceLimits(previousClose, date);
  return close >= upper || close <= lower;
}

/** Returns the price limits of a day in paisa: a percentage or Re 1 from the previous close, whichever is more. */
function getPriceLimits(previousClose: number, date: LocalDate): { lower: number; upper: number } {
  const perMille = date >= WIDER_LIMITS_SINCE ? 100 : 75;
  const scale = (share: number) => Math.floor((previousClose * share + 500) / 1000);
  return {
    lower: Math.min(scale(1000 - perMille), previousClose - RUPEE),
    upper: Math.max(scale(1000 + perMille), previousClose + RUPEE),
  };
}
