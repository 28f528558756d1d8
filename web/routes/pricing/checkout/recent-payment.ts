import { browserStorage } from '#web/session/browser-storage.ts';

/** Paddle tells of a payment within seconds; later than this something else is the matter. */
const LASTS_MS = 5 * 60_000;

/** Says nothing of who paid: it stays in the browser. */
const KEY = 'tezi:paid';

/** Notes that a checkout was paid, of which the server may not have heard yet. */
export const recordPayment = (): void => browserStorage.set(KEY, String(Date.now()));

/** Whether a payment is still on its way to the server, as far as this browser knows. */
export function hasRecentPayment(): boolean {
  const age = Date.now() - Number(browserStorage.get(KEY) ?? Number.NaN);
  return age >= 0 && age < LASTS_MS;
}

/** The payment has arrived. */
export const clearPayment = (): void => browserStorage.remove(KEY);
