import type { ITimePeriod } from '@paddle/paddle-node-sdk';
import type { Period } from '#simulators/paddle/state/state.ts';

const DAY_MS = 86_400_000;

/**
 * The period that begins at an instant and is one cycle long. Months and years end on the anchor's day of the month, or
 * on the last day of a month that is too short for it: 31 January, 28 February, 31 March.
 */
export function periodFrom(startsAt: string, cycle: ITimePeriod, anchorDay: number): Period {
  return { starts_at: startsAt, ends_at: endOf(startsAt, cycle, anchorDay) };
}

/** The day of the month that an instant is on, in UTC. */
export const anchorDayOf = (instant: string) => new Date(instant).getUTCDate();

function endOf(startsAt: string, { interval, frequency }: ITimePeriod, anchorDay: number): string {
  const digitsBelowMs = /\.\d{3}(\d{3})Z$/.exec(startsAt)?.[1] ?? '000';
  const end = new Date(startsAt);
  if (interval === 'day' || interval === 'week') {
    end.setTime(end.getTime() + frequency * (interval === 'week' ? 7 : 1) * DAY_MS);
  } else {
    const months = frequency * (interval === 'year' ? 12 : 1);
    end.setUTCDate(1);
    end.setUTCMonth(end.getUTCMonth() + months);
    end.setUTCDate(Math.min(anchorDay, daysInMonth(end)));
  }
  return end.toISOString().replace('Z', `${digitsBelowMs}Z`);
}

function daysInMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
