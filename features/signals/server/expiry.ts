import { addDays, getStartOfDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import {
  getLastSessionEnd,
  getPreviousTradingDay,
  getSessionEnd,
  type TradingCalendar,
} from '#features/market/server/market.ts';
import { SIGNAL_TYPES, type SignalType } from '#features/signals/contract/signal-types.ts';
import type { signals } from './signals.tables.ts';

type SignalRow = typeof signals.$inferSelect;

/** The number of trading days, the first day included, on which the entry may be filled, and at whose end a position is closed. */
export const TERMS: Record<SignalType, { validity: number; limit: number; reason: 'session_end' | 'time' }> =
  {
    intraday: { validity: 1, limit: 1, reason: 'session_end' },
    swing: { validity: 10, limit: 60, reason: 'time' },
    investment: { validity: 20, limit: 250, reason: 'time' },
  };

/** Returns when a signal expires: an intraday signal at the end of its trading day, others never (`null`). */
export const getExpiry = (
  { signalType, createdAt }: Pick<SignalRow, 'signalType' | 'createdAt'>,
  calendar: TradingCalendar,
): Date | null => (canExpire(signalType) ? getSessionEnd(createdAt, calendar) : null);

/** Returns the trading day that a timestamp belongs to: today until the market closes, then the next one. */
export const getTradingDate = (timestamp: Date, calendar: TradingCalendar): LocalDate =>
  toKarachiDate(getSessionEnd(timestamp, calendar));

/** Returns whether a signal in progress has expired. A closed signal has a result and does not expire. */
export function isExpired(row: SignalRow, calendar: TradingCalendar, now: Date): boolean {
  const expiry = getExpiry(row, calendar);
  return row.callStatus === 'in_progress' && expiry !== null && expiry <= now;
}

/** Returns the timestamp before which signals were published whose trading days, the first one included, have ended. */
function getPublishedBefore(days: number, calendar: TradingCalendar, now: Date): Date {
  let date: LocalDate = toKarachiDate(getLastSessionEnd(now, calendar));
  for (let day = 1; day < days; day += 1) date = getPreviousTradingDay(date, calendar.holidays);
  return getSessionEnd(getStartOfDate(date), calendar);
}

/** The timestamps before which signals of a type were published whose validity, or time limit, has ended. */
export interface TermEnds {
  validity: Date;
  limit: Date;
}

export function getTermEnds(calendar: TradingCalendar, now: Date): Record<SignalType, TermEnds> {
  const entries = SIGNAL_TYPES.map((type) => {
    const { validity, limit } = TERMS[type];
    return [
      type,
      {
        validity: getPublishedBefore(validity, calendar, now),
        limit: getPublishedBefore(limit, calendar, now),
      },
    ] as const;
  });
  return Object.fromEntries(entries) as Record<SignalType, TermEnds>;
}

/** Prices that are missing for so many trading days after the last day of a signal are overdue. */
const OVERDUE_DAYS = 5;

/** Returns the timestamps before which signals were published whose prices are overdue. */
export function getOverdueEnds(calendar: TradingCalendar, now: Date): Record<SignalType, TermEnds> {
  let date = toKarachiDate(getLastSessionEnd(now, calendar));
  for (let day = 0; day < OVERDUE_DAYS; day += 1) date = getPreviousTradingDay(date, calendar.holidays);
  return getTermEnds(calendar, getSessionEnd(getStartOfDate(date), calendar));
}

/** A premium signal without a result is public so many days after the days of its time limit and those of a release. */
const GRACE_DAYS = 14;

/** Returns the last first days of the signals of each type that are public although they have not ended. */
export function getUnendedReleases(
  calendar: TradingCalendar,
  { now, releaseDays }: { now: Date; releaseDays: number },
): Record<SignalType, LocalDate> {
  const before = addDays(toKarachiDate(now), -releaseDays - GRACE_DAYS);
  const entries = SIGNAL_TYPES.map((type) => {
    let date = before;
    for (let day = 0; day < TERMS[type].limit; day += 1)
      date = getPreviousTradingDay(date, calendar.holidays);
    return [type, date] as const;
  });
  return Object.fromEntries(entries) as Record<SignalType, LocalDate>;
}

/** Returns whether the time limit of an open position, or the validity of an entry, has ended. */
export function hasTermEnded(
  { signalType, createdAt }: Pick<SignalRow, 'signalType' | 'createdAt'>,
  { isOpen, calendar, now }: { isOpen: boolean; calendar: TradingCalendar; now: Date },
): boolean {
  const { validity, limit } = TERMS[signalType];
  const days = isOpen ? limit : validity;
  // Most signals are younger than that in calendar days.
  if (addDays(toKarachiDate(createdAt), days - 1) > toKarachiDate(now)) return false;
  return createdAt < getPublishedBefore(days, calendar, now);
}

export const canExpire = (signalType: SignalType): boolean => signalType === 'intraday';
