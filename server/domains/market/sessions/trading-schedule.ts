import { getWeekday, type LocalDate } from '#contract/dates.ts';

/** A continuous session in Karachi's time: `['09:32', '15:30']`. Pre-open and post-close are not part of it. */
export type Session = readonly [opens: string, closes: string];

/** The exchange's sessions from one date to another, both included. */
export interface TradingHours {
  from: LocalDate;
  /** `null` until further notice. */
  to: LocalDate | null;
  mondayToThursday: readonly [Session, ...Session[]];
  friday: readonly [Session, ...Session[]];
}

/**
 * The regular hours, then exceptions: of the entries that contain a date the last one applies. The exchange announces the
 * hours of Ramazan each year, and days with other hours, by notice. An exception of one date has equal `from` and `to`.
 */
export const TRADING_SCHEDULE: readonly TradingHours[] = [
  {
    from: '2000-01-01',
    to: null,
    mondayToThursday: [['09:32', '15:30']],
    friday: [
      ['09:17', '12:00'],
      ['14:32', '16:30'],
    ],
  },
  // Ramazan 1447.
  createRamazanHours('2026-02-19', '2026-03-20'),
  // Ramazan 1448. The dates depend on the sighting of the moon; review them with the exchange's notice.
  createRamazanHours('2027-02-09', '2027-03-10'),
];

/** Returns the hours of the notice for Ramazan 1445, which apply until the exchange announces others. */
function createRamazanHours(from: LocalDate, to: LocalDate): TradingHours {
  return { from, to, mondayToThursday: [['09:17', '14:00']], friday: [['09:17', '13:00']] };
}

const FRIDAY = 5;

/** Returns the sessions of a trading day. */
export function getSessions(
  date: LocalDate,
  schedule: readonly TradingHours[] = TRADING_SCHEDULE,
): readonly [Session, ...Session[]] {
  const hours = schedule.findLast(({ from, to }) => from <= date && (to === null || date <= to));
  if (!hours) throw new RangeError(`no trading hours for ${date}`);
  return getWeekday(date) === FRIDAY ? hours.friday : hours.mondayToThursday;
}
