import { addDays, type LocalDate, toKarachiDate } from '#contract/dates.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';

interface Releasable {
  signalType: SignalType;
  /** The date on which the signal ended, or `null` while it is pending or open. */
  endedOn: LocalDate | null;
}

/**
 * Returns whether a result is public. Intraday signals are public from the start. Of premium signals nothing is, neither in lists
 * nor in numbers, until some days after their end.
 */
export const isReleased = (
  signal: Releasable,
  { now, releaseDays }: { now: Date; releaseDays: number },
): boolean => {
  if (signal.signalType === 'intraday') return true;
  return signal.endedOn !== null && addDays(signal.endedOn, releaseDays) <= toKarachiDate(now);
};
