const DEFAULT_BASE_MS = 1_500;
const MAX_MS = 15_000;

/**
 * Returns the delay before the next attempt to connect: it doubles with each failure, and a random half of it keeps clients
 * from reconnecting together. `baseMs` is the server's `retry`.
 */
export function getReconnectDelay(
  failures: number,
  baseMs: number | null,
  random: () => number = Math.random,
): number {
  const delay = Math.min((baseMs ?? DEFAULT_BASE_MS) * 2 ** failures, MAX_MS);
  return delay / 2 + (delay / 2) * random();
}
