import { describe, expect, it } from 'vitest';
import { getClosureStatus } from './present-book-closure.ts';

const WEEK = { bcFrom: '2026-08-18', bcTo: '2026-08-25' };
const ONE_DAY = { bcFrom: '2026-08-18', bcTo: null };

const UPCOMING = { isActive: false, isUpcoming: true };
const ACTIVE = { isActive: true, isUpcoming: false };
const CLOSED = { isActive: false, isUpcoming: false };

describe('getClosureStatus', () => {
  it.each([
    ['upcoming on the day before', WEEK, '2026-08-17', UPCOMING],
    ['active on its first day', WEEK, '2026-08-18', ACTIVE],
    ['active on its last day', WEEK, '2026-08-25', ACTIVE],
    ['closed on the day after', WEEK, '2026-08-26', CLOSED],
    ['upcoming, without a last day, on the day before', ONE_DAY, '2026-08-17', UPCOMING],
    ['active, without a last day, on its first day', ONE_DAY, '2026-08-18', ACTIVE],
    ['closed, without a last day, on the day after its first day', ONE_DAY, '2026-08-19', CLOSED],
  ])('a closure is %s', (_, closure, today, status) => {
    expect(getClosureStatus(closure, today)).toEqual(status);
  });
});
