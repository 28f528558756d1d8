/** The current time, injected so that tests can set it. */
export interface Clock {
  now(): Date;
  /** It is moved on purpose, as by the demo and by tests, and need not agree with that of the database. */
  isInjected?: boolean;
}

export const systemClock: Clock = { now: () => new Date() };

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export function addMilliseconds(start: Date, durationMs: number): Date {
  return new Date(start.getTime() + durationMs);
}
