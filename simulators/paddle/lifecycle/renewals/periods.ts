import type { ITimePeriod } from '@paddle/paddle-node-sdk';
import type { Period } from '#simulators/paddle/state/state.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the period of one cycle from a timestamp. Months and years end on the anchor day, or on the last day of a shorter
 * month: 31 January, 28 February, 31 March.
 */
export function makePeriod(startsAt: string, cycle: ITimePeriod, anchorDay: number): Period {
  return { starts_at: startsAt, ends_at: getPeriodEnd(startsAt, cycle, anchorDay) };
}

/** Returns the day of the month in UTC. */
export const getAnchorDay = (timestamp: string) => new Date(timestamp).getUTCDate();

function getPeriodEnd(startsAt: string, { interval, frequency }: ITimePeriod, anchorDay: number): string {
  const digitsBelowMs = /\.\d{3}(\d{3})Z$/.exec(startsAt)?.[1] ?? '000';
  const end = new Date(startsAt);
  if (interval === 'day' || interval === 'week') {
    end.setTime(end.getTime() + frequency * (interval === 'week' ? 7 : 1) * DAY_MS);
  } else {
    const months = frequency * (interval === 'year' ? 12 : 1);
    end.setUTCDate(1);
    end.setUTCMonth(end.getUTCMonth() + months);
    end.setUTCDate(Math.min(anchorDay, countDaysInMonth(end)));
  }
  return end.toISOString().replace('Z', `${digitsBelowMs}Z`);
}

function countDaysInMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
