import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#contract/dates.ts';
import { getNextTradingDay, getSettlementDate, isTradingDay } from '#server/domains/market/market.ts';
import { dependsOnTentativeHoliday, estimateExDate, getExDate, toClosureStarts } from './ex-date.ts';

const HOLIDAYS = new Set([
  '2023-03-23',
  '2023-04-21',
  '2023-04-24',
  '2023-04-25',
  '2023-05-01',
  '2026-02-05',
  '2026-03-20',
  '2026-03-23',
  '2026-05-01',
  '2026-05-26',
  '2026-05-27',
  '2026-05-28',
  '2026-05-29',
  '2026-08-14',
  '2026-11-09',
  '2026-12-25',
]);

describe('estimateExDate', () => {
  it.each([
    ['Lucky Cement, one day after Independence Day', '2026-08-18', '2026-08-17', '2026-08-13'],
    ['Indus Motor, two days after Labour Day', '2023-05-04', '2023-05-02', '2023-04-28'],
    ['Highnoon, two days', '2023-04-19', '2023-04-17', '2023-04-14'],
    ['Lucky Cement of 2025, two days across a weekend', '2025-09-19', '2025-09-17', '2025-09-16'],
    ['Air Link, two days', '2025-11-04', '2025-10-31', '2025-10-30'],
    ['the last closure before T+1 settlement', '2026-02-10', '2026-02-06', '2026-02-04'],
    ['the first closure under T+1 settlement', '2026-02-11', '2026-02-10', '2026-02-09'],
    ['after Eid-ul-Fitr and Pakistan Day', '2026-03-25', '2026-03-24', '2026-03-19'],
    ['on the first day after Eid-ul-Fitr and Pakistan Day', '2026-03-24', '2026-03-19', '2026-03-18'],
    ['during Eid-ul-Azha', '2026-05-28', '2026-05-25', '2026-05-22'],
    ['after Eid-ul-Azha', '2026-06-02', '2026-06-01', '2026-05-25'],
    ['on a Monday', '2026-08-24', '2026-08-21', '2026-08-20'],
    ['on a Saturday', '2026-08-22', '2026-08-21', '2026-08-20'],
    ['on a Sunday', '2026-08-23', '2026-08-21', '2026-08-20'],
    ['after Iqbal Day', '2026-11-10', '2026-11-06', '2026-11-05'],
    ['after New Year', '2027-01-04', '2027-01-01', '2026-12-31'],
  ])(
    'calculates for %s: closure from %s, ex-date %s, last buying day %s',
    (_, bcFrom, exDate, lastBuyingDay) => {
      expect(estimateExDate(bcFrom, HOLIDAYS)).toEqual({ exDate, lastBuyingDay });
      expect(getExDate({ bcFrom, exDate }, HOLIDAYS)).toEqual({ exDate, lastBuyingDay });
    },
  );

  it('returns the last day whose trades settle before the closure, and the trading day after it, for any holidays', () => {
    const offset = fc.integer({ min: 0, max: 500 });
    const start = '2025-09-01';
    fc.assert(
      fc.property(fc.uniqueArray(offset, { maxLength: 120 }), offset, (closed, first) => {
        const holidays = new Set(closed.map((each) => addDays(start, each)));
        const bcFrom = addDays(start, first);
        const { exDate, lastBuyingDay } = estimateExDate(bcFrom, holidays);
        expect(isTradingDay(lastBuyingDay, holidays)).toBe(true);
        expect(getSettlementDate(lastBuyingDay, holidays) < bcFrom).toBe(true);
        expect(exDate).toBe(getNextTradingDay(lastBuyingDay, holidays));
        for (let date = addDays(lastBuyingDay, 1); date < bcFrom; date = addDays(date, 1)) {
          if (isTradingDay(date, holidays)) expect(getSettlementDate(date, holidays) >= bcFrom).toBe(true);
        }
      }),
    );
  });
});

describe('getExDate', () => {
  it.each([
    ['a published ex-date', '2026-11-17', { exDate: '2026-11-17', lastBuyingDay: '2026-11-16' }],
    [
      'a published ex-date on a Saturday',
      '2026-11-14',
      { exDate: '2026-11-14', lastBuyingDay: '2026-11-13' },
    ],
    ['none', null, { exDate: '2026-11-19', lastBuyingDay: '2026-11-18' }],
  ])('returns for a closure from 20 Nov 2026 with %s', (_, exDate, expected) => {
    expect(getExDate({ bcFrom: '2026-11-20', exDate }, HOLIDAYS)).toEqual(expected);
  });
});

describe('toClosureStarts', () => {
  it.each([
    ['a week', { from: '2026-11-23', to: '2026-11-27' }, { from: '2026-11-24', to: '2026-11-30' }],
    ['a Friday', { from: '2026-11-27', to: '2026-11-27' }, { from: '2026-11-28', to: '2026-11-30' }],
    [
      'the day before Independence Day',
      { from: '2026-08-13', to: '2026-08-13' },
      { from: '2026-08-14', to: '2026-08-17' },
    ],
    ['a Saturday', { from: '2026-08-22', to: '2026-08-22' }, { from: '2026-08-25', to: '2026-08-24' }],
    [
      'a day with T+2 settlement',
      { from: '2025-09-17', to: '2025-09-17' },
      { from: '2025-09-19', to: '2025-09-19' },
    ],
    ['only a start', { from: '2026-11-23' }, { from: '2026-11-24', to: undefined }],
    ['only an end', { to: '2026-11-23' }, { from: undefined, to: '2026-11-24' }],
  ])('returns the starts for %s', (_, range, starts) => {
    expect(toClosureStarts(range, HOLIDAYS)).toEqual(starts);
  });

  it('contains exactly the closures whose estimated ex-date is in the range, for any holidays', () => {
    const offset = fc.integer({ min: 0, max: 500 });
    const start = '2025-09-01';
    fc.assert(
      fc.property(
        fc.uniqueArray(offset, { maxLength: 120 }),
        offset,
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: -5, max: 40 }),
        (closed, first, length, distance) => {
          const holidays = new Set(closed.map((each) => addDays(start, each)));
          const range = { from: addDays(start, first), to: addDays(start, first + length) };
          const bcFrom = addDays(range.from, distance);
          const starts = toClosureStarts(range, holidays);
          const { exDate } = estimateExDate(bcFrom, holidays);
          const isStartWithin = `${starts.from}` <= bcFrom && bcFrom <= `${starts.to}`;
          expect(isStartWithin).toBe(range.from <= exDate && exDate <= range.to);
        },
      ),
    );
  });
});

describe('dependsOnTentativeHoliday', () => {
  const TENTATIVE = new Set([
    '2026-05-26',
    '2026-05-27',
    '2026-05-28',
    '2026-05-29',
    '2026-06-24',
    '2026-06-25',
  ]);

  it.each([
    ['during Eid-ul-Azha', '2026-05-28', true],
    // A filing shows only that the announcement system was open.
    ['on a tentative day on which a filing was seen', '2026-05-29', true],
    ['after Eid-ul-Azha', '2026-06-02', true],
    ['just before Ashura', '2026-06-24', true],
    ['after Ashura', '2026-06-26', true],
    ['a day before Eid, which may come a day early', '2026-05-26', true],
    ['in the week before Eid', '2026-05-21', false],
    ['after a certain holiday', '2026-08-18', false],
    ['a week after Eid', '2026-06-09', false],
  ])('returns for a closure %s, from %s: %s', (_, bcFrom, expected) => {
    const { lastBuyingDay } = estimateExDate(bcFrom, HOLIDAYS);
    expect(dependsOnTentativeHoliday(lastBuyingDay, bcFrom, TENTATIVE)).toBe(expected);
  });

  it('marks every closure whose estimate changes when a tentative holiday is dropped or moves by a day', () => {
    const day = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(day, day, fc.constantFrom(-1, 0, 1), (holiday, first, shift) => {
        const tentative = addDays('2026-05-01', holiday);
        const bcFrom = addDays('2026-05-01', first);
        const current = new Set([...HOLIDAYS, tentative]);
        const changed = new Set(HOLIDAYS);
        if (shift !== 0) changed.add(addDays(tentative, shift));
        const estimate = estimateExDate(bcFrom, current);
        if (JSON.stringify(estimate) === JSON.stringify(estimateExDate(bcFrom, changed))) return;
        expect(dependsOnTentativeHoliday(estimate.lastBuyingDay, bcFrom, new Set([tentative]))).toBe(true);
      }),
    );
  });
});
