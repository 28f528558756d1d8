import { describe, expect, it } from 'vitest';
import { PUBLISHED_SCHEDULES, session } from '#tests/support/market/market.ts';
import { findChangedPastDate } from './schedules.ts';
import { orderSchedules, type TradingHours } from './sessions.ts';

const DATES = { from: '2026-01-01', today: '2026-11-23' };

const make = (valid_from: string, valid_to: string | null): TradingHours => ({
  valid_from,
  valid_to,
  monday_to_thursday: [session('10:00', '12:00')],
  friday: [session('10:00', '12:00')],
});

const addTo = (schedule: TradingHours) =>
  findChangedPastDate(PUBLISHED_SCHEDULES, orderSchedules([...PUBLISHED_SCHEDULES, schedule]), DATES);

describe('findChangedPastDate', () => {
  it.each([
    ['hours from today', make('2026-11-23', '2026-11-23'), null],
    ['hours from tomorrow until further notice', make('2026-11-24', null), null],
    ['hours of the last trading day', make('2026-11-20', '2026-11-22'), '2026-11-20'],
    ['hours of a weekend', make('2026-11-21', '2026-11-22'), null],
    ['hours that ended', make('2026-05-01', '2026-05-04'), '2026-05-04'],
    ['regular hours that began', make('2026-11-01', null), '2026-11-20'],
    ['hours before the compared dates', make('2025-01-01', '2025-12-31'), null],
    ['hours that Ramazan overrides', make('2026-02-01', '2026-03-20'), '2026-02-18'],
  ])('compares %s', (_, schedule, expected) => {
    expect(addTo(schedule)).toBe(expected);
  });
});
