import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHolidays } from '#features/market/server/trading-days.ts';
import { PUBLISHED_SCHEDULES, session } from '#tests/support/market/market.ts';
import { getLastSessionEnd, getSessionEnd } from './sessions.ts';

/** From notice PSX/N-89 of 20 January 2026, and Iqbal Day. */
const HOLIDAYS = toHolidays([
  '2026-02-05',
  '2026-03-20',
  '2026-03-23',
  '2026-05-01',
  '2026-08-14',
  '2026-11-09',
]);

/** The published hours, with a half day on Thursday 31 December 2026 and on a Friday. */
const CALENDAR = {
  holidays: HOLIDAYS,
  schedules: [
    ...PUBLISHED_SCHEDULES,
    {
      valid_from: '2026-12-31',
      valid_to: '2026-12-31',
      monday_to_thursday: [session('09:32', '12:00')],
      friday: [session('09:17', '12:00')],
    },
    {
      valid_from: '2026-08-07',
      valid_to: '2026-08-07',
      monday_to_thursday: [session('09:32', '12:00')],
      friday: [session('09:17', '11:30')],
    },
  ],
};

const at = (karachi: string) => new Date(`${karachi.replace(' ', 'T')}+05:00`);

describe('getSessionEnd', () => {
  it.each([
    ['in the session of a Monday', '2026-11-23 10:42:00', '2026-11-23 15:30:00'],
    ['in the session of a Thursday', '2026-11-26 15:29:59', '2026-11-26 15:30:00'],
    ['before the opening', '2026-11-24 07:00:00', '2026-11-24 15:30:00'],
    ['after midnight', '2026-11-24 00:05:00', '2026-11-24 15:30:00'],
    ['exactly at the close', '2026-11-24 15:30:00', '2026-11-25 15:30:00'],
    ['after the close', '2026-11-24 16:05:00', '2026-11-25 15:30:00'],
    ['after the close of a Thursday', '2026-11-26 20:00:00', '2026-11-27 16:30:00'],
    ['in the first session of a Friday', '2026-11-27 10:00:00', '2026-11-27 16:30:00'],
    ['in the break of a Friday', '2026-11-27 13:00:00', '2026-11-27 16:30:00'],
    ['in the second session of a Friday', '2026-11-27 16:00:00', '2026-11-27 16:30:00'],
    ['after the close of a Friday', '2026-11-27 16:30:00', '2026-11-30 15:30:00'],
    ['on a Saturday', '2026-11-21 10:42:00', '2026-11-23 15:30:00'],
    ['on a Sunday', '2026-11-22 10:42:00', '2026-11-23 15:30:00'],
    ['on a holiday', '2026-11-09 11:00:00', '2026-11-10 15:30:00'],
    ['on a holiday before a weekend', '2026-08-14 10:00:00', '2026-08-17 15:30:00'],
    ['after the close of the day before a holiday', '2026-08-13 18:00:00', '2026-08-17 15:30:00'],
    ['on the last regular day before Ramazan', '2026-02-18 15:00:00', '2026-02-18 15:30:00'],
    ['on the first day of Ramazan', '2026-02-19 10:00:00', '2026-02-19 13:30:00'],
    ['on a Friday of Ramazan', '2026-02-20 12:29:59', '2026-02-20 12:30:00'],
    ['after the close of a Friday of Ramazan', '2026-02-20 12:30:00', '2026-02-23 13:30:00'],
    [
      'after the last day of Ramazan, across Eid and Pakistan Day',
      '2026-03-19 14:00:00',
      '2026-03-24 15:30:00',
    ],
    ['on a half day', '2026-12-31 11:59:00', '2026-12-31 12:00:00'],
    ['after the close of a half day', '2026-12-31 12:00:00', '2027-01-01 16:30:00'],
    ['on a Friday that is a half day', '2026-08-07 10:00:00', '2026-08-07 11:30:00'],
    ['in the second session that a half day lacks', '2026-08-07 15:00:00', '2026-08-10 15:30:00'],
  ])('returns the end of the trading day %s', (_, timestamp, end) => {
    expect(getSessionEnd(at(timestamp), CALENDAR)).toEqual(at(end));
  });
});

describe('getLastSessionEnd', () => {
  it.each([
    ['before the close', '2026-11-24 15:29:59', '2026-11-23 15:30:00'],
    ['at the close', '2026-11-24 15:30:00', '2026-11-24 15:30:00'],
    ['in the break of a Friday', '2026-11-27 13:00:00', '2026-11-26 15:30:00'],
    ['on a Sunday', '2026-11-29 13:00:00', '2026-11-27 16:30:00'],
    ['on the day after a holiday', '2026-11-10 09:00:00', '2026-11-06 16:30:00'],
    ['after Ramazan and Eid', '2026-03-24 09:00:00', '2026-03-19 13:30:00'],
  ])('returns the end of the trading day before a timestamp %s', (_, timestamp, end) => {
    expect(getLastSessionEnd(at(timestamp), CALENDAR)).toEqual(at(end));
  });

  it('agrees with getSessionEnd for any two timestamps', () => {
    const timestamp = fc.date({
      min: at('2026-01-01 00:00:00'),
      max: at('2027-04-01 00:00:00'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(timestamp, timestamp, (published, now) => {
        const isExpired = getSessionEnd(published, CALENDAR) <= now;
        expect(published < getLastSessionEnd(now, CALENDAR)).toBe(isExpired);
      }),
    );
  });
});
