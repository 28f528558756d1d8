import { getStartOfDate, toKarachiDate } from '#core/contract/dates.ts';
import { addMilliseconds, DAY } from '#core/server/platform/clock.ts';
import type { BillingInterval } from '#features/billing/contract/subscriptions.ts';

/** How long access outlasts a paid period that the customer may renew. */
export const LOCAL_GRACE_MS = 3 * DAY;
/** The days before the end on which customers are reminded to renew, the last one first. */
export const REMINDER_DAYS = [1, 3, 7] as const;

export interface PaidPeriod {
  startsAt: Date;
  endsAt: Date;
}

/** Returns the period of a payment: from its confirmation, or from the end of the access that the customer has. */
export function getPaidPeriod(
  confirmedAt: Date,
  accessEnd: Date | null,
  interval: BillingInterval,
): PaidPeriod {
  const startsAt = accessEnd && accessEnd > confirmedAt ? accessEnd : confirmedAt;
  return { startsAt, endsAt: addInterval(startsAt, interval) };
}

/** Adds a month or a year of the calendar in Karachi. A day that the month does not have becomes its last one. */
function addInterval(start: Date, interval: BillingInterval): Date {
  const date = toKarachiDate(start);
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const months = month - 1 + (interval === 'year' ? 12 : 1);
  const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  const end = new Date(Date.UTC(year, months, Math.min(day, lastDay))).toISOString().slice(0, 10);
  const timeMs = start.getTime() - getStartOfDate(date).getTime();
  return addMilliseconds(getStartOfDate(end), timeMs);
}

/**
 * Moves the periods that have not started after another one was removed: each starts at the end of the access before it, at the earliest now.
 * A period that has started stays as it is.
 */
export function closeGap<Period extends PaidPeriod & { interval: BillingInterval }>(
  periods: readonly Period[],
  { now, otherAccessEnd }: { now: Date; otherAccessEnd: Date | null },
): Period[] {
  let accessEnd = otherAccessEnd;
  const keep = (end: Date) => {
    if (!accessEnd || end > accessEnd) accessEnd = end;
  };
  const inOrder = periods.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return inOrder.map((period) => {
    const moved =
      period.startsAt <= now ? period : { ...period, ...getPaidPeriod(now, accessEnd, period.interval) };
    keep(moved.endsAt);
    return moved;
  });
}

/** Returns the days of the reminder that is due before this end; `null` for none. A late server sends only the last one. */
export function getDueReminder(endsAt: Date, now: Date): (typeof REMINDER_DAYS)[number] | null {
  if (endsAt <= now) return null;
  return REMINDER_DAYS.find((days) => endsAt <= addMilliseconds(now, days * DAY)) ?? null;
}
