import { type LocalDate, toKarachiDate } from '#contract/dates.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { getLastSessionEnd, getSessionEnd, type TradingCalendar } from '#server/domains/market/market.ts';
import type { signals } from './signals.tables.ts';

type SignalRow = typeof signals.$inferSelect;

/** Returns when a signal expires: an intraday signal at the end of its trading day, others never (`null`). */
export const getExpiry = (
  { signalType, createdAt }: Pick<SignalRow, 'signalType' | 'createdAt'>,
  calendar: TradingCalendar,
): Date | null => (canExpire(signalType) ? getSessionEnd(createdAt, calendar) : null);

/** Returns the trading day that a timestamp belongs to: today until the market closes, then the next one. */
export const getTradingDate = (timestamp: Date, calendar: TradingCalendar): LocalDate =>
  toKarachiDate(getSessionEnd(timestamp, calendar));

/** Returns when the first of these signals expires; `null` if none does. */
export function getNextExpiry(
  rows: readonly Parameters<typeof getExpiry>[0][],
  calendar: TradingCalendar,
): Date | null {
  const expiries = rows.flatMap((row) => getExpiry(row, calendar) ?? []);
  return expiries.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** Returns whether a signal in progress has expired. A closed signal has a result and does not expire. */
export function isExpired(row: SignalRow, calendar: TradingCalendar, now: Date): boolean {
  const expiry = getExpiry(row, calendar);
  return row.callStatus === 'in_progress' && expiry !== null && expiry <= now;
}

/** Returns the timestamp before which published intraday signals have expired, for queries. */
export const getExpiredBefore = (now: Date, calendar: TradingCalendar): Date =>
  getLastSessionEnd(now, calendar);

export const canExpire = (signalType: SignalType): boolean => signalType === 'intraday';
