import { expect, it } from 'vitest';
import { PUBLISHED_SCHEDULES } from '#tests/support/market/market.ts';
import { getSessionTime } from './sessions.ts';

// Monday 09:32 to 15:30; Friday 09:17 to 12:00 and 14:32 to 16:30; 20 Feb 2026 is a Friday in Ramazan, 09:17 to 12:30.
it.each([
  ['2026-11-16', 0, '09:32'],
  ['2026-11-16', 0.5, '12:31'],
  ['2026-11-16', 0.999, '15:29'],
  ['2026-11-20', 0.25, '10:27'],
  ['2026-11-20', 0.58, '11:59'],
  ['2026-11-20', 0.581, '14:32'],
  ['2026-11-20', 0.999, '16:29'],
  ['2026-02-20', 0.999, '12:29'],
])('returns the time on %s after a share of %d: %s', (date, share, time) => {
  expect(getSessionTime(date, share, { schedules: PUBLISHED_SCHEDULES })).toEqual(
    new Date(`${date}T${time}:00+05:00`),
  );
});

it.each([
  ['before the open', '2026-11-20T09:17:00+05:00', null],
  ['in the first session', '2026-11-20T09:47:00+05:00', '09:32'],
  ['in the break', '2026-11-20T13:00:00+05:00', '10:38'],
  ['in the second session', '2026-11-20T14:35:00+05:00', '10:40'],
])('counts only the session time until a time %s', (_, until, time) => {
  const expected = time === null ? null : new Date(`2026-11-20T${time}:00+05:00`);
  expect(
    getSessionTime('2026-11-20', 0.5, { schedules: PUBLISHED_SCHEDULES, until: new Date(until) }),
  ).toEqual(expected);
});
