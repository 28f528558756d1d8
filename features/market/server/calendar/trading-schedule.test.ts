import { describe, expect, it } from 'vitest';
import { PUBLISHED_SCHEDULES, session } from '#tests/support/market/market.ts';
import { getSessions, orderSchedules, type TradingHours } from './sessions.ts';

/** Hours that are recognized by their opening. */
const make = (opens: string, valid_from: string, valid_to: string | null): TradingHours => ({
  valid_from,
  valid_to,
  monday_to_thursday: [session(opens, '15:00')],
  friday: [session(opens, '15:00')],
});

const REGULAR = make('09:00', '2000-01-01', null);
const LATER_REGULAR = make('09:10', '2027-02-15', null);
const RAMAZAN = make('09:20', '2027-02-09', '2027-03-10');
const HALF_DAY = make('09:30', '2027-02-20', '2027-02-20');
const FIRST_DAY = make('09:40', '2027-02-09', '2027-02-09');

describe('getSessions', () => {
  it('a Friday has two sessions, and one in Ramazan', () => {
    expect(getSessions('2026-11-27', PUBLISHED_SCHEDULES)).toEqual([
      { pre_open: '09:00', opens: '09:17', closes: '12:00' },
      { pre_open: '14:15', opens: '14:32', closes: '16:30' },
    ]);
    expect(getSessions('2026-02-20', PUBLISHED_SCHEDULES)).toEqual([
      { pre_open: '09:00', opens: '09:17', closes: '12:30' },
    ]);
  });

  it.each([
    ['2021-04-28', '10:17', '14:00'],
    ['2021-04-29', '09:17', '12:30'],
    ['2021-04-30', '09:17', '11:30'],
    ['2022-04-15', '10:17', '13:00'],
    ['2022-04-18', '09:17', '13:30'],
    ['2022-04-22', '09:17', '12:30'],
    ['2026-02-19', '09:17', '13:30'],
  ])(
    'the hours of Ramazan change when the exchange changes them: on %s from %s to %s',
    (date, opens, closes) => {
      expect(getSessions(date, PUBLISHED_SCHEDULES)).toEqual([expect.objectContaining({ opens, closes })]);
    },
  );

  it.each([
    ['the regular hours before any other', '2027-02-08', '09:00'],
    ['an exception on its first date', '2027-02-10', '09:20'],
    ['an exception although regular hours begin later', '2027-02-16', '09:20'],
    ['the exception that begins later', '2027-02-20', '09:30'],
    ['the shorter of two exceptions that begin together', '2027-02-09', '09:40'],
    ['an exception on its last date', '2027-03-10', '09:20'],
    ['the later regular hours after an exception', '2027-03-11', '09:10'],
  ])('applies %s', (_, date, opens) => {
    const schedules = [HALF_DAY, FIRST_DAY, REGULAR, RAMAZAN, LATER_REGULAR];
    for (const given of [schedules, schedules.toReversed()])
      expect(getSessions(date, orderSchedules(given))[0]?.opens).toBe(opens);
  });

  it('a date has no sessions before the first schedule', () => {
    expect(() => getSessions('1999-12-31', PUBLISHED_SCHEDULES)).toThrow('no trading hours for 1999-12-31');
  });
});
