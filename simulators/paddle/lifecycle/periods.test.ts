import { describe, expect, it } from 'vitest';
import { makePeriod } from '#simulators/paddle/lifecycle/subscriptions.ts';

const MONTH = { interval: 'month', frequency: 1 } as const;
const YEAR = { interval: 'year', frequency: 1 } as const;

describe('makePeriod', () => {
  it('ends periods on the last day of a short month and on the anchor day afterwards', () => {
    const ends: string[] = [];
    let start = '2027-01-31T10:37:59.556997Z';
    for (let month = 0; month < 4; month += 1) {
      start = makePeriod(start, MONTH, 31).ends_at;
      ends.push(start);
    }
    expect(ends).toEqual([
      '2027-02-28T10:37:59.556997Z',
      '2027-03-31T10:37:59.556997Z',
      '2027-04-30T10:37:59.556997Z',
      '2027-05-31T10:37:59.556997Z',
    ]);
  });

  it.each([
    ['2028-02-29T00:00:00.000000Z', YEAR, 29, '2029-02-28T00:00:00.000000Z'],
    ['2031-02-28T00:00:00.000000Z', YEAR, 29, '2032-02-29T00:00:00.000000Z'],
    ['2026-12-15T23:59:59.000001Z', MONTH, 15, '2027-01-15T23:59:59.000001Z'],
    ['2026-12-28T06:00:00.000000Z', { interval: 'day', frequency: 7 }, 28, '2027-01-04T06:00:00.000000Z'],
    ['2026-12-28T06:00:00.000000Z', { interval: 'week', frequency: 2 }, 28, '2027-01-11T06:00:00.000000Z'],
  ] as const)('ends a period from %s by its cycle and anchor day', (start, cycle, anchorDay, end) => {
    expect(makePeriod(start, cycle, anchorDay).ends_at).toBe(end);
  });
});
