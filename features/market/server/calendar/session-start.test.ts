import { describe, expect, it } from 'vitest';
import { toHolidays } from '#features/market/server/trading-days.ts';
import { PUBLISHED_SCHEDULES } from '#tests/support/market/market.ts';
import { getNextSessionStart } from './sessions.ts';

/** Iqbal Day. */
const CALENDAR = { holidays: toHolidays(['2026-11-09']), schedules: PUBLISHED_SCHEDULES };

const at = (karachi: string) => new Date(`${karachi.replace(' ', 'T')}+05:00`);

describe('getNextSessionStart', () => {
  it.each([
    ['before the opening of a Monday', '2026-11-23 07:00:00', '2026-11-23 09:32:00'],
    ['exactly at the opening', '2026-11-23 09:32:00', '2026-11-24 09:32:00'],
    ['in a session', '2026-11-23 10:42:00', '2026-11-24 09:32:00'],
    ['after midnight', '2026-11-24 00:05:00', '2026-11-24 09:32:00'],
    ['in the break of a Friday', '2026-11-27 13:00:00', '2026-11-27 14:32:00'],
    ['after the close of a Friday', '2026-11-27 17:00:00', '2026-11-30 09:32:00'],
    ['on a Sunday', '2026-11-22 10:42:00', '2026-11-23 09:32:00'],
    ['before a holiday after a weekend', '2026-11-06 18:00:00', '2026-11-10 09:32:00'],
    ['in Ramazan', '2026-02-19 07:00:00', '2026-02-19 09:17:00'],
  ])('returns the next opening %s', (_, timestamp, start) => {
    expect(getNextSessionStart(at(timestamp), CALENDAR)).toEqual(at(start));
  });
});
