import { describe, expect, it } from 'vitest';
import {
  getPreviousTradingDay,
  getSettlementDate,
  getSettlementDays,
  isTradingDay,
  toHolidays,
} from '#features/market/server/trading-days.ts';

/** From notice PSX/N-89 of 20 January 2026, February to May. */
const HOLIDAYS = toHolidays(['2026-02-05', '2026-03-20', '2026-03-23', '2026-05-01']);

describe('isTradingDay', () => {
  it.each([
    ['2026-03-19', true],
    ['2026-03-20', false],
    ['2026-03-21', false],
    ['2026-03-22', false],
    ['2026-03-23', false],
    ['2026-03-24', true],
  ])('returns for %s: %s', (date, expected) => {
    expect(isTradingDay(date, HOLIDAYS)).toBe(expected);
  });

  it('finds the previous trading day across weekends and holidays', () => {
    expect(getPreviousTradingDay('2026-03-24', HOLIDAYS)).toBe('2026-03-19');
    expect(getPreviousTradingDay('2026-03-21', HOLIDAYS)).toBe('2026-03-19');
    expect(getPreviousTradingDay('2026-03-19', HOLIDAYS)).toBe('2026-03-18');
  });
});

describe('settlement', () => {
  it('takes two days before 9 February 2026 and one day since', () => {
    expect(getSettlementDays('2026-02-06')).toBe(2);
    expect(getSettlementDays('2026-02-09')).toBe(1);
  });

  it.each([
    ['two days', '2026-01-20', '2026-01-22'],
    ['two days across a holiday and a weekend', '2026-02-04', '2026-02-09'],
    ['two days for the last trade of the old cycle', '2026-02-06', '2026-02-10'],
    ['one day for the first trade of the new cycle', '2026-02-09', '2026-02-10'],
    ['one day', '2026-02-10', '2026-02-11'],
    ['one day across Eid and Pakistan Day', '2026-03-19', '2026-03-24'],
    ['one day across a long weekend', '2026-04-30', '2026-05-04'],
  ])('takes %s: a trade on %s settles on %s', (_, tradeDate, date) => {
    expect(getSettlementDate(tradeDate, HOLIDAYS)).toBe(date);
  });

  const BANKS = ['2021-07-01', '2022-01-03', '2026-02-19', '2026-07-01', '2027-01-01'];

  it.each([
    ['of the day before a day before a bank holiday, under T+2', '2021-06-29', '2021-07-02'],
    ['of the day before a bank holiday, under T+2', '2021-06-30', '2021-07-02'],
    ['of the bank holiday itself, under T+2', '2021-07-01', '2021-07-05'],
    ['across a weekend and a bank holiday', '2021-12-30', '2022-01-04'],
    ['of the last day of 2021', '2021-12-31', '2022-01-04'],
    ['of the day before the first of Ramazan', '2026-02-18', '2026-02-20'],
    ['of the first of Ramazan, with those of the next day', '2026-02-19', '2026-02-23'],
    ['of the day after the first of Ramazan', '2026-02-20', '2026-02-23'],
    ['of the day before 1 July', '2026-06-30', '2026-07-02'],
    ['of 1 July', '2026-07-01', '2026-07-03'],
    ['of the last day of 2026', '2026-12-31', '2027-01-04'],
    ['of New Year', '2027-01-01', '2027-01-05'],
  ])('on a bank holiday waits for the next day: a trade %s, %s, settles on %s', (_, tradeDate, date) => {
    expect(getSettlementDate(tradeDate, toHolidays([], BANKS))).toBe(date);
  });

  it('follows the notice of the clearing company instead of the rule', () => {
    const holidays = toHolidays([], [], [['2026-02-18', '2026-02-20']]);
    expect(getSettlementDate('2026-02-18', holidays)).toBe('2026-02-20');
    expect(getSettlementDate('2026-02-19', holidays)).toBe('2026-02-20');
  });
});
