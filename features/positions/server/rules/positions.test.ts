import { describe, expect, it } from 'vitest';
import { COMPANY_CHANGES } from '#features/market/server/market.ts';
import {
  buy,
  follow,
  type Given,
  makeBonus,
  makeClosure,
  sell,
} from '#tests/support/positions/follow-trades.ts';
import { parseQuotient } from './amounts.ts';
import { describeRejectedSale, findRejectedSale } from './follow-history.ts';
import type { Correction, HistoryTrade, PriceSeries } from './history.ts';
import { listSymbolChanges, type OwnAction, toActions } from './to-actions.ts';

describe('lots', () => {
  it('sells the earliest shares first, with the costs of purchase and sale', () => {
    const { positions } = follow({
      trades: [
        buy('LUCK', '2026-01-05', 100, '800.00', { costs: 120, signalId: 'signal' }),
        buy('LUCK', '2026-02-10', 50, '840.00', { costs: 63 }),
        sell('LUCK', '2026-03-16', 120, '900.00', { costs: 162 }),
      ],
      prices: new Map([
        [
          'LUCK',
          [
            { date: '2026-11-26', close: 91_000 },
            { date: '2026-11-27', close: 90_500 },
          ],
        ],
      ]),
    });
    expect(positions.closed).toEqual([
      {
        ...{ symbol: 'LUCK', opened_on: '2026-01-05', closed_on: '2026-03-16', shares: 100 },
        ...{
          proceeds: '89865.00',
          cost: '80120.00',
          realized: '9745.00',
          signal_id: 'signal',
          r_multiple: '1.95',
        },
      },
      {
        ...{ symbol: 'LUCK', opened_on: '2026-02-10', closed_on: '2026-03-16', shares: 20 },
        ...{ proceeds: '17973.00', cost: '16825.20', realized: '1147.80', signal_id: null, r_multiple: null },
      },
    ]);
    expect(positions.holdings).toEqual([
      {
        ...{ symbol: 'LUCK', shares: 30, cost: '25237.80', average_cost: '841.26' },
        ...{ close: '905.00', close_date: '2026-11-27', is_close_adjusted: false, value: '27150.00' },
        ...{
          unrealized: '1912.20',
          unrealized_fraction: '0.075767',
          day_change: '-150.00',
          share_of_value: '1.000000',
        },
        lots: [{ date: '2026-02-10', shares: 30, cost: '25237.80', signal_id: null }],
      },
    ]);
    expect(positions.totals).toEqual({
      ...{ cost: '25237.80', value: '27150.00', unrealized: '1912.20', realized: '10892.80' },
      ...{ income_gross: '0.00', day_change: '-150.00', cash_in_lieu: '0.00' },
    });
  });

  it('loses no paisa when a lot is sold share by share', () => {
    const trades = [
      buy('LUCK', '2026-01-05', 3, '33.3333', { costs: 0 }),
      ...['2026-01-06', '2026-01-07', '2026-01-08'].map((date) => sell('LUCK', date, 1, '40.00')),
    ];
    const { positions } = follow({ trades });
    expect(positions.closed.map(({ cost }) => cost)).toEqual(['33.33', '33.34', '33.33']);
    expect(positions.totals.realized).toBe('20.00');
  });

  it('sells shares that were bought on the same day, in whatever order they were entered', () => {
    const sale = sell('LUCK', '2026-01-05', 10, '41.00');
    const { followed, positions } = follow({ trades: [sale, buy('LUCK', '2026-01-05', 10, '40.00')] });
    expect(followed.excess).toEqual([]);
    expect(positions.totals.realized).toBe('10.00');
  });

  it('takes shares that are transferred to another account without a gain', () => {
    const { positions } = follow({
      trades: [
        buy('LUCK', '2021-05-03', 100, '600.00', { kind: 'opening' }),
        buy('LUCK', '2026-01-05', 50, '800.00'),
        sell('LUCK', '2026-02-02', 120, '900.00', { kind: 'transfer' }),
      ],
    });
    expect(positions.closed).toEqual([]);
    expect(positions.holdings[0]?.lots).toEqual([
      { date: '2026-01-05', shares: 30, cost: '24000.00', signal_id: null },
    ]);
  });

  it('ignores what is later than the date', () => {
    const trades = [buy('LUCK', '2026-01-05', 10, '40.00'), sell('LUCK', '2026-03-02', 10, '50.00')];
    const { positions } = follow({ trades, until: '2026-03-01' });
    expect(positions).toMatchObject({ as_of: '2026-03-01', closed: [], holdings: [{ shares: 10 }] });
  });
});

describe('the gain of the day', () => {
  const prices: PriceSeries = new Map([
    [
      'LUCK',
      [
        { date: '2026-11-26', close: 80_000 },
        { date: '2026-11-27', close: 82_000 },
      ],
    ],
    [
      'HALT',
      [
        { date: '2025-02-28', close: 5_000 },
        { date: '2025-03-01', close: 6_000 },
      ],
    ],
  ]);

  it('is since the close before, or since a purchase on the day, and none of a share that was not traded', () => {
    const trades = [
      buy('LUCK', '2026-01-05', 100, '700.00'),
      buy('LUCK', '2026-11-27', 50, '815.00', { costs: 10 }),
      buy('HALT', '2024-01-05', 1_000, '40.00'),
    ];
    const { positions } = follow({ trades, prices });
    expect(positions.holdings).toMatchObject([
      { symbol: 'HALT', close: '60.00', day_change: null },
      { symbol: 'LUCK', day_change: '2240.00' },
    ]);
    expect(positions.totals.day_change).toBe('2240.00');
  });

  it('leaves out shares that were bought after the last close', () => {
    const trades = [buy('LUCK', '2026-01-05', 100, '700.00'), buy('LUCK', '2026-11-30', 1_000, '820.00')];
    const { positions } = follow({ trades, prices, until: '2026-11-30' });
    expect(positions.totals.day_change).toBe('2000.00');
  });

  it('is not known a week after the last close', () => {
    const trades = [buy('LUCK', '2026-01-05', 100, '700.00')];
    expect(follow({ trades, prices, until: '2026-12-05' }).positions.totals.day_change).toBeNull();
    expect(follow({ trades, prices, until: '2026-12-04' }).positions.totals.day_change).toBe('2000.00');
  });
});

describe('sales of more than is held', () => {
  const trades = [buy('LUCK', '2026-01-05', 100, '800.00'), sell('LUCK', '2026-03-16', 60, '900.00')];
  const check = (before: HistoryTrade[], after: HistoryTrade[]) =>
    findRejectedSale(follow({ trades: before }).history, follow({ trades: after }).history);

  it('are rejected with the number that is held on their date', () => {
    const sale = sell('LUCK', '2026-02-02', 101, '900.00');
    const rejected = check(trades, [...trades, sale]);
    expect(rejected).toEqual({
      tradeId: sale.id,
      symbol: 'LUCK',
      date: '2026-02-02',
      shares: 101,
      held: 100,
    });
    expect(rejected && describeRejectedSale(rejected, true)).toBe(
      'You held 100 shares of LUCK on 2 Feb 2026. Short sales are not supported.',
    );
  });

  it('are rejected if they make a later sale one', () => {
    const rejected = check(trades, [...trades, sell('LUCK', '2026-02-02', 41, '900.00')]);
    expect(rejected && describeRejectedSale(rejected, false)).toBe(
      'Your sale of 60 shares of LUCK on 16 Mar 2026 would exceed the 59 that you held then.',
    );
    expect(check(trades, [...trades, sell('LUCK', '2026-02-02', 40, '900.00')])).toBeNull();
  });

  it('are rejected when a purchase before them is deleted', () => {
    expect(check(trades, trades.slice(1))).toMatchObject({ shares: 60, held: 0 });
  });

  it('are kept if a corporate action that was revised makes them one, without a purchase in any figure', () => {
    const bonus = makeBonus('20', { exDate: '2026-02-02' });
    const all = [buy('LUCK', '2026-01-05', 100, '800.00'), sell('LUCK', '2026-03-16', 120, '900.00')];
    expect(follow({ trades: all, closures: [bonus] }).followed.excess).toEqual([]);
    const { followed, positions } = follow({ trades: all, closures: [{ ...bonus, exDate: '2026-06-01' }] });
    expect(followed.excess).toMatchObject([{ shares: 120, held: 100 }]);
    expect(positions).toMatchObject({ excess_sales: 1, closed: [{ shares: 100, proceeds: '90000.00' }] });
    const other = buy('LUCK', '2026-07-01', 5, '700.00');
    const { history } = follow({ trades: all });
    expect(findRejectedSale(history, { ...history, trades: [...all, other] })).toBeNull();
  });
});

describe('corporate actions', () => {
  it('split five shares for one with the cost of before (LUCK, 28 Apr 2025)', () => {
    const { positions } = follow({
      trades: [
        buy('LUCK', '2025-01-10', 100, '1500.00', { costs: 250 }),
        sell('LUCK', '2025-06-02', 250, '350.00', { costs: 100 }),
      ],
      closures: [makeClosure('Stock split 5:1', { exDate: '2025-04-28', isPayoutUnderstood: false })],
    });
    expect(positions.closed).toMatchObject([
      { shares: 250, proceeds: '87400.00', cost: '75125.00', realized: '12275.00' },
    ]);
    expect(positions.holdings).toMatchObject([{ shares: 250, cost: '75125.00', average_cost: '300.50' }]);
  });

  it('divide a close from before the split by what one share became', () => {
    const { positions } = follow({
      trades: [buy('LUCK', '2025-01-10', 100, '1500.00')],
      closures: [makeClosure('Stock split 5:1', { exDate: '2025-04-28', isPayoutUnderstood: false })],
      prices: new Map([['LUCK', [{ date: '2025-04-18', close: 162_003 }]]]),
      until: '2025-04-28',
    });
    expect(positions.holdings).toMatchObject([
      { close: '324.01', is_close_adjusted: true, value: '162005.00' },
    ]);
  });

  it('spread the cost over a bonus, and pay its fraction in cash', () => {
    const given: Given = {
      trades: [buy('LUCK', '2026-01-05', 100, '800.00'), buy('LUCK', '2026-02-02', 55, '820.00')],
      closures: [makeBonus('10', { exDate: '2026-08-17', bcFrom: '2026-08-18' })],
      prices: new Map([
        [
          'LUCK',
          [
            { date: '2026-08-17', close: 80_001 },
            { date: '2026-08-18', close: 81_000 },
          ],
        ],
      ]),
      until: '2026-08-31',
    };
    const { positions, entries } = follow(given);
    expect(positions.holdings).toMatchObject([
      {
        ...{ shares: 170, cost: '125100.00', average_cost: '735.88' },
        lots: [
          { date: '2026-01-05', shares: 110, cost: '80000.00' },
          { date: '2026-02-02', shares: 60, cost: '45100.00' },
        ],
      },
    ]);
    expect(entries).toMatchObject([
      {
        ...{ key: 'closure:1:bonus:0', state: 'applied', shares_before: 155, shares_change: 15 },
        ...{ fraction: '0.5000', cash_in_lieu: '400.01', is_cash_estimated: true },
      },
    ]);
    const corrected = follow({ ...given, corrections: [['closure:1:bonus:0', { cashInLieu: 38_000 }]] });
    expect(corrected.entries).toMatchObject([{ cash_in_lieu: '380.00', is_cash_estimated: false }]);
    expect(corrected.positions.totals.cash_in_lieu).toBe('380.00');
    const received = follow({ ...given, corrections: [['closure:1:bonus:0', { shares: 16 }]] });
    expect(received.positions.holdings).toMatchObject([{ shares: 171 }]);
  });

  it('consolidate shares, and close those that are too few for a whole one', () => {
    const closures = [
      makeClosure('Consolidation of shares 10:1', { exDate: '2026-03-02', isPayoutUnderstood: false }),
    ];
    const trades = [
      buy('LUCK', '2026-01-05', 4, '10.00'),
      buy('LUCK', '2026-01-06', 21, '11.00'),
      buy('LUCK', '2026-01-07', 5, '12.00'),
    ];
    expect(follow({ trades, closures }).positions.holdings).toMatchObject([
      {
        shares: 3,
        lots: [
          { date: '2026-01-06', shares: 2, cost: '271.00' },
          { date: '2026-01-07', shares: 1, cost: '60.00' },
        ],
      },
    ]);
    const corrections: [string, Correction][] = [['closure:1:split:0', { cashInLieu: 3_900 }]];
    const { positions } = follow({ trades: trades.slice(0, 1), closures, corrections });
    expect(positions).toMatchObject({
      holdings: [],
      closed: [{ shares: 4, proceeds: '39.00', cost: '40.00', realized: '-1.00' }],
      totals: { cash_in_lieu: '0.00' },
    });
  });

  it('offer a right, which lapses or is a lot of the day on which it was paid', () => {
    const given: Given = {
      trades: [buy('CEPB', '2013-03-01', 155, '20.00')],
      closures: [
        makeClosure('25% right at premium of Rs. 10', {
          ...{ symbol: 'CEPB', exDate: '2013-03-26', bcFrom: '2013-03-28' },
          parts: [{ kind: 'right', percent: '25', premiumPerShare: '10.00' }],
        }),
      ],
    };
    const key = 'closure:1:right:0';
    const offered = follow(given);
    expect(offered.entries).toMatchObject([{ state: 'offered', right: { price: '20.00', shares: 38 } }]);
    expect(offered.positions.holdings).toMatchObject([{ shares: 155, cost: '3100.00' }]);
    const lapsed = follow({ ...given, corrections: [[key, { decision: 'lapsed' }]] });
    expect(lapsed.entries).toMatchObject([{ state: 'lapsed', shares_change: 0 }]);
    expect(lapsed.positions.holdings).toMatchObject([{ shares: 155, cost: '3100.00' }]);
    const taken = { decision: 'taken', shares: 38, date: '2013-05-06', amount: 76_000, costs: 100 } as const;
    expect(follow({ ...given, corrections: [[key, taken]] }).positions.holdings[0]?.lots).toMatchObject([
      { date: '2013-03-01', shares: 155 },
      { date: '2013-05-06', shares: 38, cost: '761.00' },
    ]);
  });

  it('pay a dividend for the shares of the last buying day (LUCK, closure 18 Aug 2026)', () => {
    const dividend = makeClosure('250% (F)', {
      exDate: '2026-08-17',
      bcFrom: '2026-08-18',
      rupeesPerShare: '25.00',
    });
    const trades = [
      buy('LUCK', '2026-08-13', 100, '800.00'),
      buy('LUCK', '2026-08-17', 40, '790.00'),
      sell('LUCK', '2026-08-17', 60, '780.00'),
    ];
    const { positions } = follow({ trades, closures: [dividend] });
    expect(positions.income).toEqual([
      {
        ...{ key: 'closure:1:cash:0', symbol: 'LUCK', ex_date: '2026-08-17', shares: 100 },
        ...{ gross: '2500.00', withholding: '375.00', net: '2125.00', received_on: null },
        ...{ is_estimated: true, rule: 'dividend-ordinary-since-2026-on-list' },
      },
    ]);
    const offList = follow({ trades, closures: [dividend], isOnList: false }).positions.income;
    expect(offList).toMatchObject([{ withholding: '750.00', net: '1750.00' }]);
    const entered = { withholding: 37_501, receivedOn: '2026-10-02' };
    const corrected = follow({ trades, closures: [dividend], corrections: [['closure:1:cash:0', entered]] });
    expect(corrected.positions.income).toMatchObject([
      { withholding: '375.01', net: '2124.99', received_on: '2026-10-02', is_estimated: false, rule: null },
    ]);
  });

  it('pay a dividend for other shares when its closure moves, and say what was announced before', () => {
    const trades = [buy('LUCK', '2026-08-03', 100, '800.00'), buy('LUCK', '2026-08-24', 50, '790.00')];
    const announced = makeClosure('250% (F)', {
      exDate: '2026-08-17',
      bcFrom: '2026-08-18',
      rupeesPerShare: '25.00',
    });
    expect(follow({ trades, closures: [announced] }).positions.income).toMatchObject([
      { shares: 100, gross: '2500.00' },
    ]);
    const moved = {
      ...announced,
      ...{ exDate: '2026-09-14', bcFrom: '2026-09-15' },
      revisions: [{ bcFrom: '2026-08-18', payout: '250% (F)' }],
    };
    const { positions, entries } = follow({ trades, closures: [moved] });
    expect(positions.income).toMatchObject([{ ex_date: '2026-09-14', shares: 150, gross: '3750.00' }]);
    expect(entries[0]?.earlier).toEqual([{ bc_from: '2026-08-18', payout: '250% (F)' }]);
    expect(follow({ trades }).positions.income).toEqual([]);
    const { positions: before } = follow({ trades, closures: [moved], until: '2026-09-01' });
    expect(before).toMatchObject({
      income: [],
      expected_income: [{ ex_date: '2026-09-14', gross: '3750.00' }],
    });
  });

  it('do not concern shares of which the customer says so', () => {
    const { positions, entries } = follow({
      trades: [buy('LUCK', '2026-01-05', 100, '800.00')],
      closures: [makeBonus('10', { exDate: '2026-08-17' })],
      corrections: [['closure:1:bonus:0', { decision: 'ignored' }]],
    });
    expect(entries).toMatchObject([{ state: 'ignored', shares_change: 0 }]);
    expect(positions.holdings).toMatchObject([{ shares: 100 }]);
  });

  it('are added by the customer if the product misses them', () => {
    const own: OwnAction = {
      symbol: 'LUCK',
      kind: 'split',
      exDate: '2026-08-17',
      ratio: parseQuotient('1', '2'),
    };
    const { positions, entries } = follow({
      trades: [buy('LUCK', '2026-01-05', 101, '800.00')],
      own: [['own:1', own]],
    });
    expect(positions.holdings).toMatchObject([{ shares: 50 }]);
    expect(entries).toMatchObject([{ is_own: true, fraction: '0.5000' }]);
  });

  it('name a trade that seems to be the same bonus again', () => {
    const again = buy('LUCK', '2026-10-05', 10, '0.00', { kind: 'allotment' });
    const { entries } = follow({
      trades: [buy('LUCK', '2026-01-05', 100, '800.00'), again],
      closures: [makeBonus('10', { exDate: '2026-08-17' })],
    });
    expect(entries).toMatchObject([{ possible_duplicate: 'trade' }]);
  });

  it('name an entry of the customer that seems to be the same bonus again, until one is ignored', () => {
    const given: Given = {
      trades: [buy('LUCK', '2026-01-05', 100, '800.00')],
      closures: [makeBonus('10', { exDate: '2026-06-02' })],
      own: [['own:1', { symbol: 'LUCK', kind: 'bonus', exDate: '2026-06-01', amount: '10' }]],
    };
    expect(follow(given).entries).toMatchObject([
      { possible_duplicate: 'action' },
      { possible_duplicate: 'action' },
    ]);
    const ignored = follow({ ...given, corrections: [['own:1', { decision: 'ignored' }]] });
    expect(ignored.entries).toMatchObject([{ possible_duplicate: null }, { possible_duplicate: null }]);
    expect(ignored.positions.holdings).toMatchObject([{ shares: 110 }]);
  });

  it('do not apply if an administrator has removed the adjustment of prices, unless the customer has corrected them', () => {
    const given: Given = {
      trades: [buy('LUCK', '2026-01-05', 100, '800.00')],
      closures: [makeBonus('10', { exDate: '2026-06-02' })],
      removed: ['closure:1:0'],
    };
    expect(follow(given).entries).toMatchObject([{ state: 'ignored', shares_change: 0 }]);
    const corrected = follow({ ...given, corrections: [['closure:1:bonus:0', { shares: 10 }]] });
    expect(corrected.positions.holdings).toMatchObject([{ shares: 110 }]);
  });

  it.each([
    ['Stock split 5:1', ['split']],
    ['50% (F) (D), Stock split 5:1', ['split', 'unclear']],
    ['Consolidation of shares 10:1', ['split']],
    ['20% and consolidation of shares 10:1', ['split', 'unclear']],
  ])('of %j are %j if the payout is not understood', (payout, kinds) => {
    const closure = makeClosure(payout, { exDate: '2026-08-17', isPayoutUnderstood: false });
    expect(toActions(closure).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('cost the announced price for a right that was taken without one', () => {
    const { positions } = follow({
      trades: [buy('CEPB', '2013-03-01', 100, '20.00')],
      closures: [
        makeClosure('25% right at premium of Rs. 10', {
          ...{ symbol: 'CEPB', exDate: '2013-03-26', bcFrom: '2013-03-28' },
          parts: [{ kind: 'right', percent: '25', premiumPerShare: '10.00' }],
        }),
      ],
      corrections: [['closure:1:right:0', { decision: 'taken', shares: 25 }]],
    });
    expect(positions.holdings[0]?.lots[1]).toMatchObject({ shares: 25, cost: '500.00' });
  });

  it('are read from the parts of a payout', () => {
    const closure = makeClosure('200%(F) 10%(B) 25% right at premium of Rs. 15', {
      exDate: '2026-08-17',
      rupeesPerShare: '20.00',
      parts: [
        { kind: 'cash', percent: '200', premiumPerShare: null },
        { kind: 'bonus', percent: '10', premiumPerShare: null },
        { kind: 'right', percent: '25', premiumPerShare: '15.00' },
      ],
    });
    expect(toActions(closure)).toMatchObject([
      { key: 'closure:1:cash:0', kind: 'cash', ratio: { numerator: 2_000, denominator: 1 } },
      { key: 'closure:1:bonus:0', kind: 'bonus', ratio: { numerator: 1, denominator: 10 } },
      { key: 'closure:1:right:0', kind: 'right', ratio: { numerator: 1, denominator: 4 }, price: 2_500 },
    ]);
    const unclear = makeClosure('See the notice', { exDate: '2026-08-17', isPayoutUnderstood: false });
    expect(toActions(unclear)).toMatchObject([{ kind: 'unclear' }]);
    expect(toActions(makeClosure('NIL', { exDate: '2026-08-17' }))).toEqual([]);
  });
});

describe('companies with other symbols', () => {
  const changes = listSymbolChanges(COMPANY_CHANGES, new Map());

  it('are one holding under the name of the date', () => {
    const trades = [
      buy('SHEL', '2024-10-01', 100, '150.00'),
      buy('WAFI', '2025-03-03', 50, '180.00'),
      sell('WAFI', '2025-04-01', 120, '190.00'),
    ];
    const { positions, entries } = follow({ trades, changes });
    expect(positions).toMatchObject({ holdings: [{ symbol: 'WAFI', shares: 30 }], excess_sales: 0 });
    expect(positions.closed.map(({ symbol, opened_on }) => [symbol, opened_on])).toEqual([
      ['WAFI', '2024-10-01'],
      ['WAFI', '2025-03-03'],
    ]);
    expect(entries).toMatchObject([
      { kind: 'rename', symbol: 'SHEL', successor: 'WAFI', ex_date: '2025-01-01' },
    ]);
    expect(follow({ trades, changes, until: '2024-12-31' }).positions.holdings).toMatchObject([
      { symbol: 'SHEL', shares: 100 },
    ]);
    const corrections: [string, Correction][] = [['symbol:SHEL', { decision: 'ignored' }]];
    expect(follow({ trades, changes, corrections }).positions).toMatchObject({ excess_sales: 1 });
  });

  it('are exchanged in a merger, with the dates and the cost of the lots', () => {
    const { positions, entries } = follow({
      trades: [
        buy('FFBL', '2023-05-02', 1_000, '12.00'),
        buy('FFC', '2024-01-02', 100, '110.00'),
        buy('FFBL', '2024-06-03', 100, '30.00'),
      ],
      changes,
    });
    expect(entries).toMatchObject([
      {
        kind: 'merger',
        state: 'applied',
        shares_before: 1_100,
        shares_change: 256 - 1_100,
        fraction: '0.4103',
      },
    ]);
    expect(positions.holdings).toMatchObject([
      {
        ...{ symbol: 'FFC', shares: 356, cost: '26000.00' },
        lots: [
          { date: '2023-05-02', shares: 233, cost: '12000.00' },
          { date: '2024-01-02', shares: 100 },
          { date: '2024-06-03', shares: 23, cost: '3000.00' },
        ],
      },
    ]);
  });

  it('wait for the ratio of a merger that is not known', () => {
    const trades = [buy('ENGRO', '2024-01-02', 100, '300.00')];
    const { positions, entries } = follow({ trades, changes });
    expect(entries).toMatchObject([{ state: 'needs_ratio', successor: 'ENGROH', shares_change: 0 }]);
    expect(positions.holdings).toMatchObject([{ symbol: 'ENGRO', shares: 100 }]);
    const corrections: [string, Correction][] = [['symbol:ENGRO', { ratio: parseQuotient('2', '1') }]];
    expect(follow({ trades, changes, corrections }).positions.holdings).toMatchObject([
      { symbol: 'ENGROH', shares: 200, cost: '30000.00' },
    ]);
  });

  it('follow the entry of an administrator instead of the table', () => {
    const edits = new Map([['SHEL', { status: 'listed', successor: null, date: null }]]);
    expect(listSymbolChanges(COMPANY_CHANGES, edits).some(({ from }) => from === 'SHEL')).toBe(false);
  });
});
