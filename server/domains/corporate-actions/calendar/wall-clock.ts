import type { ICalLuxonDateTimeStub } from 'ical-generator';

/**
 * A day and time as they stand on the wall, for the calendar to write down as they are. A `Date` would be read by the
 * clock of the machine that the server runs on.
 */
export function wallClock(day: string, time = '00:00:00'): ICalLuxonDateTimeStub {
  const clock: ICalLuxonDateTimeStub = {
    isValid: true,
    zone: { type: 'iana' },
    setZone: () => clock,
    toFormat: (format) => (format === 'yyyyLLdd' ? day.replaceAll('-', '') : time.replaceAll(':', '')),
    toJSDate: () => new Date(`${day}T${time}Z`),
    toJSON: () => `${day}T${time}`,
  };
  return clock;
}
