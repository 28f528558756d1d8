import { browserStorage } from '#core/web/session/browser-storage.ts';

/** Paddle usually reports a payment within seconds. */
const RECENT_MS = 5 * 60_000;

const KEY = 'tezi:paid';

/** Records a completed checkout that the server may not know of yet. */
export const recordPayment = (): void => browserStorage.set(KEY, String(Date.now()));

/** Returns whether this browser has recently paid and the subscription has not appeared yet. */
export function hasRecentPayment(): boolean {
  const age = Date.now() - Number(browserStorage.get(KEY) ?? Number.NaN);
  return age >= 0 && age < RECENT_MS;
}

export const clearPayment = (): void => browserStorage.remove(KEY);
