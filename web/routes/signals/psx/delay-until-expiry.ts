import type { Signal } from '#contract/signals/signal.ts';
import { isOpenSignal } from '#web/signals/signal-labels.ts';

/** Delays the request after an expiry, so that a fast clock of the browser does not cause many requests. */
const MARGIN_MS = 15_000;

/** Browsers run timers of more than 24 days at once, which a slow clock of the browser would cause again and again. */
const MAX_DELAY_MS = 3_600_000;

/** Returns the delay until the next signal expires, at most an hour; `false` if none expires. */
export function getDelayUntilExpiry(
  signals: readonly Pick<Signal, 'call_status' | 'is_expired' | 'expires_at'>[],
  now: number,
): number | false {
  const expiries = signals
    .filter(isOpenSignal)
    .flatMap(({ expires_at }) => (expires_at === null ? [] : Date.parse(expires_at)));
  if (expiries.length === 0) return false;
  return Math.min(Math.max(Math.min(...expiries) - now, 0) + MARGIN_MS, MAX_DELAY_MS);
}
