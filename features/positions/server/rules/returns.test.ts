import { describe, expect, it } from 'vitest';
import { addDays } from '#core/contract/dates.ts';
import { toAmount } from './amounts.ts';
import { followHistory } from './follow-history.ts';
import type { ClosePoint, HistoryTrade } from './history.ts';
import { calculateReturns, type Flow, findRate, getTaxYear } from './returns.ts';
import { createHistory, type HistorySources } from './to-actions.ts';
import { createPricer, listWeeklyPoints } from './value-history.ts';

const toFlows = (...flows: [date: string, amount: number][]): Flow[] =>
  flows.map(([date, amount]) => ({ date, amount }));

describe('the money-weighted return', () => {
  it('is that of the example in the documentation of spreadsheets', () => {
    const rate = findRate(
      toFlows(
        ['2008-01-01', -10_000],
        ['2008-03-01', 2_750],
        ['2008-10-30', 4_250],
        ['2009-02-15', 3_250],
        ['2009-04-01', 2_750],
      ),
    );
    expect(rate).toMatchObject({ rate: expect.closeTo(0.373362535, 8) });
  });

  it.each([
    ['a loss of almost everything', toFlows(['2025-01-01', -1_000], ['2026-01-01', 1]), -0.999],
    ['a gain within days', toFlows(['2026-11-20', -1_000], ['2026-11-23', 1_050]), 1.05 ** (365 / 3) - 1],
    ['no gain', toFlows(['2025-01-01', -1_000], ['2025-06-01', -500], ['2026-03-01', 1_500]), 0],
  ])('is found for %s', (_, flows, expected) => {
    const rate = findRate(flows);
    expect('rate' in rate ? rate.rate / (expected || 1) : null).toBeCloseTo(expected === 0 ? 0 : 1, 9);
  });

  it('says that there are several rates', () => {
    const start = '2023-01-01';
    const flows = toFlows([start, -100], [addDays(start, 365), 230], [addDays(start, 730), -132]);
    expect(findRate(flows)).toEqual({ problem: 'several_roots' });
  });

  it('says that there are several rates, also if they are close together', () => {
    const start = '2023-01-01';
    const flows = toFlows([start, -100_000], [addDays(start, 365), 223_000], [addDays(start, 730), -124_320]);
    expect(findRate(flows)).toEqual({ problem: 'several_roots' });
  });

  it('says that there is no rate', () => {
    const start = '2023-01-01';
    const flows = toFlows([start, -100], [addDays(start, 365), 230], [addDays(start, 730), -140]);
    expect(findRate(flows)).toEqual({ problem: 'no_root' });
    expect(findRate(toFlows([start, -100]))).toEqual({ problem: 'no_root' });
    expect(findRate([])).toEqual({ problem: 'no_payments' });
  });
});

let lastId = 0;
function trade(side: 'buy' | 'sell', date: string, shares: number, price: string, costs = 0): HistoryTrade {
  lastId += 1;
  const amount = toAmount(shares, price);
  return {
    id: lastId,
    symbol: 'LUCK',
    side,
    kind: 'trade',
    date,
    shares,
    amount,
    costs: costs * 100,
    signalId: null,
  };
}

const makeSeries = (...points: [date: string, close: number][]): ClosePoint[] =>
  points.map(([date, close]) => ({ date, close: close * 100 }));

function prepare(
  trades: HistoryTrade[],
  closes: ClosePoint[],
  { until = '2026-06-30', ...rest }: Partial<HistorySources> = {},
) {
  const history = createHistory({
    ...{ closures: [], changes: [], corrections: new Map(), ownActions: new Map() },
    ...rest,
    ...{ trades, until },
  });
  const { movements } = followHistory(history);
  const pricer = createPricer(new Map([['LUCK', closes]]), history);
  const indices = [
    ['KSE100', makeSeries(['2025-01-01', 1_000], ['2025-07-01', 1_200], ['2026-06-30', 1_500])],
    ['KMI30', []],
  ] as const;
  return {
    movements,
    pricer,
    calculate: (period: string) => calculateReturns(period, { movements, pricer, asOf: until, indices }),
  };
}

describe('returns', () => {
  const closes = makeSeries(
    ['2025-01-01', 100],
    ['2025-07-01', 110],
    ['2025-12-31', 121],
    ['2026-06-30', 121],
  );

  it('weight time without the money that came later', () => {
    const { calculate } = prepare(
      [trade('buy', '2025-01-01', 100, '100.00'), trade('buy', '2025-07-01', 1_000, '110.00')],
      closes,
    );
    expect(calculate('all')).toMatchObject({
      ...{
        period: 'all',
        from: '2025-01-01',
        until: '2026-06-30',
        time_weighted: '0.210000',
        xirr_problem: null,
      },
      ...{ index: { code: 'KSE100', change: '0.500000' }, indices: [{ code: 'KSE100' }], unpriced: [] },
      periods: ['2026', '2025', '2025-26', '2024-25'],
    });
  });

  it('count what was paid, and what was received for all shares, with costs', () => {
    const { calculate } = prepare(
      [trade('buy', '2025-01-01', 100, '98.00', 200), trade('sell', '2025-07-01', 100, '115.00', 500)],
      closes,
    );
    const { time_weighted, until, index, xirr } = calculate('all');
    expect([time_weighted, until, index.change]).toEqual(['0.100000', '2025-07-01', '0.200000']);
    expect(Number(xirr)).toBeCloseTo(1.1 ** (365 / 181) - 1, 6);
  });

  it('begin a period with the value at the close before it', () => {
    const { calculate } = prepare([trade('buy', '2025-01-01', 100, '50.00')], closes);
    expect(calculate('2025-26')).toMatchObject({
      from: '2025-06-30',
      until: '2026-06-30',
      time_weighted: '0.210000',
    });
    expect(calculate('2026')).toMatchObject({
      from: '2025-12-31',
      until: '2026-06-30',
      time_weighted: '0.000000',
      xirr: '0.000000',
    });
    expect(calculate('2019')).toMatchObject({
      from: null,
      xirr: null,
      xirr_problem: 'no_payments',
      time_weighted_problem: 'no_payments',
    });
  });

  it('are shown with dividends and without', () => {
    const { calculate } = prepare([trade('buy', '2025-01-01', 100, '100.00')], closes, {
      closures: [
        {
          ...{
            eventKey: '1',
            symbol: 'LUCK',
            exDate: '2025-07-01',
            bcFrom: '2025-07-02',
            isExDateEstimated: false,
          },
          ...{ payout: '110% (F)', faceValue: '10.00', parts: [], isPayoutUnderstood: true },
          ...{ rupeesPerShare: '11.00', revisions: null },
        },
      ],
    });
    const { time_weighted, xirr, without_dividends } = calculate('all');
    expect([time_weighted, without_dividends.time_weighted]).toEqual(['0.331000', '0.210000']);
    expect(Number(xirr)).toBeGreaterThan(Number(without_dividends.xirr));
  });

  it('add the gain of shares that were bought and sold on the same day', () => {
    const trades = [
      trade('buy', '2025-01-01', 100, '100.00'),
      trade('buy', '2025-07-01', 50, '108.00'),
      trade('sell', '2025-07-01', 150, '112.00'),
    ];
    // 100 shares for 11,200, and 200 more than 50 cost.
    expect(prepare(trades, closes).calculate('all').time_weighted).toBe('0.140000');
  });

  it('say which prices are missing', () => {
    const { calculate } = prepare([trade('buy', '2025-01-01', 100, '100.00')], []);
    expect(calculate('all')).toMatchObject({
      ...{ xirr: null, xirr_problem: 'no_prices', time_weighted: null, time_weighted_problem: 'no_prices' },
      unpriced: ['LUCK'],
    });
  });

  it('say that nothing was paid for what is held', () => {
    const gift = { ...trade('buy', '2025-01-01', 100, '0.00'), kind: 'allotment' as const };
    expect(prepare([gift], closes).calculate('all')).toMatchObject({
      xirr_problem: 'no_root',
      time_weighted_problem: 'no_base',
    });
  });
});

describe('the chart', () => {
  it('has the value and the money put in on Fridays, and on the last date', () => {
    const { movements, pricer } = prepare(
      [trade('buy', '2026-11-04', 100, '100.00', 50), trade('sell', '2026-11-17', 40, '130.00')],
      makeSeries(['2026-11-06', 101], ['2026-11-16', 120]),
      { until: '2026-11-24' },
    );
    expect(listWeeklyPoints(movements, pricer, '2026-11-24')).toEqual([
      { date: '2026-11-06', value: 1_010_000, putIn: 1_005_000 },
      { date: '2026-11-13', value: 1_010_000, putIn: 1_005_000 },
      { date: '2026-11-20', value: 720_000, putIn: 485_000 },
      { date: '2026-11-24', value: 720_000, putIn: 485_000 },
    ]);
  });

  it('has no value without a close, and no points without trades', () => {
    const bought = [trade('buy', '2026-11-04', 1, '100.00')];
    const { movements, pricer } = prepare(bought, [], { until: '2026-11-05' });
    expect(listWeeklyPoints(movements, pricer, '2026-11-05')).toEqual([
      { date: '2026-11-05', value: null, putIn: 10_000 },
    ]);
    expect(listWeeklyPoints([], pricer, '2026-11-05')).toEqual([]);
  });
});

it.each([
  ['2026-06-30', '2025-26'],
  ['2026-07-01', '2026-27'],
  ['2000-01-01', '1999-00'],
])('%s is in the tax year %s', (date, taxYear) => {
  expect(getTaxYear(date)).toBe(taxYear);
});
