import { expect, it } from 'vitest';
import { longDay } from './long-date.ts';

it.each([
  ['2026-08-18', 'Tuesday, Aug 18th, 2026'],
  ['2026-11-23', 'Monday, Nov 23rd, 2026'],
  ['2026-01-01', 'Thursday, Jan 1st, 2026'],
  ['2026-05-02', 'Saturday, May 2nd, 2026'],
  ['2026-06-11', 'Thursday, Jun 11th, 2026'],
  ['2026-06-12', 'Friday, Jun 12th, 2026'],
  ['2026-06-13', 'Saturday, Jun 13th, 2026'],
  ['2026-06-21', 'Sunday, Jun 21st, 2026'],
  ['2026-07-22', 'Wednesday, Jul 22nd, 2026'],
  ['2028-02-29', 'Tuesday, Feb 29th, 2028'],
  ['2026-12-31', 'Thursday, Dec 31st, 2026'],
  ['2026-09-04', 'Friday, Sep 4th, 2026'],
])('%s is %s', (day, heading) => {
  expect(longDay(day)).toBe(heading);
});
