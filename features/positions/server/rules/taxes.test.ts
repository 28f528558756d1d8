import { describe, expect, it } from 'vitest';
import {
  buy,
  follow,
  type Given,
  makeBonus,
  makeClosure,
  sell,
} from '#tests/support/positions/follow-trades.ts';
import type { Correction } from './history.ts';
import { TAX_RULES } from './tax-rules.ts';
import { findTaxRule, reportTaxes } from './taxes.ts';

describe('taxes', () => {
  const SOLD_ON = '2026-11-28';

  // reference: the rates by date of purchase, of 28 Nov 2026
  it.each([
    ['2013-06-28', true, '0', '0', 'certain'],
    ['2021-03-01', true, '12.5', '12.5', 'certain'],
    ['2021-03-01', false, '25', '25', 'certain'],
    ['2022-07-01', true, '5', '5', 'certain'],
    ['2023-03-01', true, '7.5', '7.5', 'certain'],
    ['2023-03-01', false, '15', '15', 'certain'],
    ['2024-03-01', true, '10', '10', 'certain'],
    ['2024-03-01', false, '20', '20', 'certain'],
    ['2024-09-02', true, '15', '15', 'certain'],
    ['2024-09-02', false, '30', '30', 'certain'],
    ['2026-02-02', true, '15', '15', 'open'],
    ['2026-02-02', false, '15', '30', 'open'],
  ])(
    'of a share bought on %s, on the list: %s, are %s to %s percent (%s)',
    (acquiredOn, isOnList, low, high, certainty) => {
      const sources = { rules: TAX_RULES, isOnList };
      expect(findTaxRule({ kind: 'capital_gain', date: SOLD_ON, acquiredOn }, sources)).toMatchObject({
        ...{ rate_low: low, rate_high: high, certainty },
      });
    },
  );

  it.each([
    ['2023-07-04', '15'],
    ['2023-07-05', '12.5'],
    ['2024-07-04', '12.5'],
    ['2024-07-05', '10'],
    ['2028-07-04', '2.5'],
    ['2028-07-05', '0'],
  ])(
    'of a share bought on 4 Jul 2022 change after its anniversary: sold on %s at %s percent',
    (date, rate) => {
      const taxed = { kind: 'capital_gain', date, acquiredOn: '2022-07-04' } as const;
      expect(findTaxRule(taxed, { rules: TAX_RULES, isOnList: true })?.rate_low).toBe(rate);
    },
  );

  it('name one rule for every sale of every year', () => {
    for (let year = 2005; year <= 2026; year += 1)
      for (const month of ['01', '06', '07', '12'])
        for (const isOnList of [true, false]) {
          const acquiredOn = `${year}-${month}-15`;
          for (const date of [acquiredOn, '2026-06-30', '2026-07-01', '2033-01-01']) {
            const taxed = { kind: 'capital_gain', date, acquiredOn } as const;
            const found = TAX_RULES.filter((rule) => findTaxRule(taxed, { rules: [rule], isOnList }));
            expect(found.length, `${acquiredOn} ${date}`).toBe(1);
          }
        }
  });

  const shares = ['2021-03-01', '2023-03-01', '2024-03-01', '2026-02-02'];
  const given: Given = {
    trades: [...shares.map((date) => buy('LUCK', date, 100, '500.00')), sell('LUCK', SOLD_ON, 400, '600.00')],
  };
  const report = (
    { isOnList = true, ...rest }: Given,
    taxYear = '2026-27',
    entered = new Map<string, number>(),
  ) => {
    const { followed, pricer, history, taxes } = follow({ ...rest, isOnList });
    return reportTaxes(taxYear, { ...taxes, followed, pricer, names: history.names, entered });
  };

  it('of shares of four years that are sold today are estimated by lot, on and off the list', () => {
    const onList = report(given).capital_gains;
    expect(
      onList.lines.map(({ rule, gains, tax_low, tax_high }) => [rule?.id, gains, tax_low, tax_high]),
    ).toEqual([
      ['gain-2013-to-2022-on-list', '10000.00', '1250.00', '1250.00'],
      ['gain-2022-held-2-to-3-on-list', '10000.00', '1000.00', '1000.00'],
      ['gain-2022-held-3-to-4-on-list', '10000.00', '750.00', '750.00'],
      ['gain-since-2025-sold-since-2026-on-list', '10000.00', '1500.00', '1500.00'],
    ]);
    expect(onList).toMatchObject({ tax_low: '4500.00', tax_high: '4500.00', entered: null });
    expect(report({ ...given, isOnList: false }).capital_gains).toMatchObject({
      tax_low: '7500.00',
      tax_high: '9000.00',
    });
  });

  it('are those of the clearing company if the customer has entered them', () => {
    const { capital_gains } = report(given, '2026-27', new Map([['2026-27', 431_205]]));
    expect(capital_gains).toMatchObject({ tax_low: '4312.05', tax_high: '4312.05', entered: '4312.05' });
  });

  it('are less with losses of the year and of three years before, on the list only', () => {
    const losses: Given = {
      trades: [
        buy('HBL', '2024-08-01', 100, '200.00'),
        sell('HBL', '2025-05-05', 100, '50.00'),
        ...given.trades,
      ],
    };
    const { capital_gains } = report(losses);
    expect(capital_gains).toMatchObject({ set_off: '15000.00', carried_forward: '0.00' });
    // Against the rates of 15 and 12.5 %, or of 7.5 and 10 %.
    expect(capital_gains).toMatchObject({ tax_low: '2375.00', tax_high: '3250.00' });
    expect(report(losses, '2024-25').capital_gains).toMatchObject({
      ...{ tax_low: '0.00', set_off: '0.00', carried_forward: '15000.00' },
    });
    const onlyLosses = { trades: losses.trades.slice(0, 2) };
    for (const [year, carried_forward] of [
      ['2025-26', '15000.00'],
      ['2026-27', '15000.00'],
      ['2027-28', '0.00'],
    ] as const)
      expect(report(onlyLosses, year).capital_gains).toMatchObject({ lines: [], carried_forward });
    expect(report({ ...losses, isOnList: false }).capital_gains).toMatchObject({
      set_off: '0.00',
      tax_low: '7500.00',
    });
  });

  it('of bonus shares are a tenth of their value on the first day of the closure', () => {
    const { bonus, income } = report({
      trades: [buy('LUCK', '2026-01-05', 100, '800.00')],
      closures: [makeBonus('10', { exDate: '2026-08-17', bcFrom: '2026-08-18' })],
      prices: new Map([
        [
          'LUCK',
          [
            { date: '2026-08-17', close: 80_000 },
            { date: '2026-08-18', close: 81_050 },
          ],
        ],
      ]),
    });
    expect(bonus).toEqual({ value: '8105.00', tax_low: '810.50', tax_high: '810.50' });
    expect(income).toMatchObject([
      { kind: 'bonus', date: '2026-08-18', shares: 10, base: '8105.00', rule: 'bonus' },
    ]);
  });

  it('of a dividend belong to the year in which it was received', () => {
    const closures = [makeClosure('50% (F)', { exDate: '2026-06-25', rupeesPerShare: '5.00' })];
    const dividend: Given = { trades: [buy('LUCK', '2026-01-05', 100, '800.00')], closures };
    expect(report(dividend, '2025-26').dividends).toEqual({
      gross: '500.00',
      tax_low: '75.00',
      tax_high: '75.00',
    });
    const corrections: [string, Correction][] = [['closure:1:cash:0', { receivedOn: '2026-07-20' }]];
    expect(report({ ...dividend, corrections }, '2025-26').dividends.gross).toBe('0.00');
    expect(report({ ...dividend, corrections }, '2026-27')).toMatchObject({
      dividends: { gross: '500.00' },
      tax_years: ['2026-27'],
    });
  });
});
