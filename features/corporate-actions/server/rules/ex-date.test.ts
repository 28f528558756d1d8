import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#core/contract/dates.ts';
import {
  getNextTradingDay,
  getSettlementDate,
  isTradingDay,
  toHolidays,
} from '#features/market/server/trading-days.ts';
import {
  dependsOnTentativeHoliday,
  estimateExDate,
  explainDates,
  getExDate,
  toClosureStarts,
} from './ex-date.ts';

const EXCHANGE = [
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
];
const BANKS = ['2026-02-19', '2026-07-01', '2027-01-01'];
const HOLIDAYS = toHolidays(EXCHANGE, BANKS);

const start = '2025-09-01';
const offset = fc.integer({ min: 0, max: 500 });
const days = (maxLength: number) => fc.uniqueArray(offset, { maxLength });
/** Holidays of the exchange and of banks, and settlement dates that may contradict each other. */
const anyHolidays = fc
  .tuple(days(120), days(60), fc.array(fc.tuple(offset, fc.integer({ min: 1, max: 10 })), { maxLength: 60 }))
  .map(([exchange, banks, settlements]) =>
    toHolidays(
      exchange.map((each) => addDays(start, each)),
      banks.map((each) => addDays(start, each)),
      settlements.map(([trade, later]) => [addDays(start, trade), addDays(start, trade + later)] as const),
    ),
  );

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
    ['Thal, after the first of Ramazan', '2026-02-23', '2026-02-19', '2026-02-18'],
    ['on the Saturday after the first of Ramazan', '2026-02-21', '2026-02-19', '2026-02-18'],
    ['Habib Bank', '2026-03-17', '2026-03-16', '2026-03-13'],
    ['on 1 July', '2026-07-01', '2026-06-30', '2026-06-29'],
    ['after 1 July', '2026-07-02', '2026-06-30', '2026-06-29'],
    ['two days after 1 July', '2026-07-03', '2026-07-01', '2026-06-30'],
    ['on the Monday after New Year', '2027-01-04', '2026-12-31', '2026-12-30'],
    ['on the Tuesday after New Year', '2027-01-05', '2027-01-01', '2026-12-31'],
  ])(
    'calculates for %s: closure from %s, ex-date %s, last buying day %s',
    (_, bcFrom, exDate, lastBuyingDay) => {
      expect(estimateExDate(bcFrom, HOLIDAYS)).toEqual({ exDate, lastBuyingDay });
      expect(getExDate({ bcFrom, exDate }, HOLIDAYS)).toEqual({ exDate, lastBuyingDay });
    },
  );

  it('returns the last day whose trades settle before the closure, and the trading day after it, for any holidays', () => {
    fc.assert(
      fc.property(anyHolidays, offset, (holidays, first) => {
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
    fc.assert(
      fc.property(
        anyHolidays,
        offset,
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: -5, max: 40 }),
        (holidays, first, length, distance) => {
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
      fc.property(day, day, fc.constantFrom(-1, 0, 1), fc.boolean(), (holiday, first, shift, isBank) => {
        const tentative = addDays('2026-05-01', holiday);
        const bcFrom = addDays('2026-05-01', first);
        const add = (date: string) =>
          isBank ? toHolidays(EXCHANGE, [...BANKS, date]) : toHolidays([...EXCHANGE, date], BANKS);
        const current = add(tentative);
        const changed = shift === 0 ? HOLIDAYS : add(addDays(tentative, shift));
        const estimate = estimateExDate(bcFrom, current);
        if (JSON.stringify(estimate) === JSON.stringify(estimateExDate(bcFrom, changed))) return;
        expect(dependsOnTentativeHoliday(estimate.lastBuyingDay, bcFrom, new Set([tentative]))).toBe(true);
      }),
    );
  });
});

describe('explainDates', () => {
  const day = (date: string, name: string, is_tentative = false) => ({
    date,
    name,
    is_tentative,
    notice: null,
  });
  const exchange = [day('2026-08-14', 'Independence Day'), day('2027-02-05', 'Kashmir Day', true)];
  const banks = [day('2026-02-19', 'First of Ramazan'), day('2026-08-14', 'Bank holiday')];
  const settlements = [
    ['2026-02-18', '2026-02-20'],
    ['2026-02-19', '2026-02-23'],
  ] as const;
  const toMap = (of: typeof banks) => new Map(of.map((each) => [each.date, each]));
  const holidays = {
    ...toHolidays(
      exchange.map(({ date }) => date),
      banks.map(({ date }) => date),
      settlements,
    ),
    exchangeDays: toMap(exchange),
    bankDays: toMap(banks),
    tentative: new Set(['2027-02-05']),
    notices: new Map(settlements.map(([date]) => [date, 'Notice 7'])),
  };
  const explain = (bcFrom: string, exDate: string | null = null) => {
    const closure = { bcFrom, exDate };
    return explainDates(closure, getExDate(closure, holidays), holidays);
  };

  it.each([
    ['an ordinary week', '2026-11-26', null, []],
    ['a holiday', '2026-08-18', null, ['Fri 14 Aug 2026: Independence Day, no trading']],
    [
      'a bank holiday with a notice',
      '2026-02-23',
      null,
      [
        'Thu 19 Feb 2026: First of Ramazan, no settlement',
        'Trades of 18 Feb 2026 settle on 20 Feb 2026 (Notice 7)',
        'Trades of 19 Feb 2026 settle on 23 Feb 2026 (Notice 7)',
      ],
    ],
    ['a published ex-date', '2026-02-23', '2026-02-20', []],
    [
      'a tentative holiday on the first day',
      '2027-02-05',
      null,
      ['Fri 5 Feb 2027: Kashmir Day, no trading (expected, not confirmed)'],
    ],
  ])('names the days that move the dates for %s', (_, bcFrom, exDate, reasons) => {
    expect(explain(bcFrom, exDate)).toEqual(reasons);
  });
});
