import { expect, it } from 'vitest';
import type { FollowedResult } from '#features/signals/server/signals.ts';
import { toAmount } from './amounts.ts';
import { followHistory } from './follow-history.ts';
import { compareFollowed, sumFollowed } from './following.ts';
import type { HistoryTrade } from './history.ts';
import { createHistory, type HistorySources } from './to-actions.ts';
import { createPricer } from './value-history.ts';

let lastId = 0;
function trade(
  side: 'buy' | 'sell',
  date: string,
  shares: number,
  price: string,
  { costs = 0, signalId = null }: { costs?: number; signalId?: string | null } = {},
): HistoryTrade {
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
    signalId,
  };
}

/** Entry at Rs. 800, stop at Rs. 760, ended at Rs. 880: 2 R, and 1.92 R after costs of 0.4 %. */
const RECORD: FollowedResult = {
  risk: 4_000,
  result: { filledOn: '2026-09-07', fillPrice: 80_000, endedOn: '2026-09-21', r: 2, costs: 320 },
};

function compare(
  trades: HistoryTrade[],
  {
    record = RECORD,
    planned,
    ...sources
  }: { record?: FollowedResult | null; planned?: number } & Partial<HistorySources> = {},
) {
  const history = createHistory({
    ...{ closures: [], changes: [], corrections: new Map(), ownActions: new Map(), until: '2026-11-28' },
    ...sources,
    trades,
  });
  const prices = new Map([['LUCK', [{ date: '2026-11-27', close: 83_000 }]]]);
  return compareFollowed({
    followed: followHistory(history, { hasChosenLots: true }),
    ...{ trades, names: history.names, pricer: createPricer(prices, history), asOf: history.until },
    records: new Map(record ? [['signal', record]] : []),
    plannedShares: new Map(planned ? [['signal', planned]] : []),
  });
}

const followed = (...args: Parameters<typeof trade>) =>
  trade(args[0], args[1], args[2], args[3], { ...args[4], signalId: 'signal' });

it('explains a difference by the entry, the shares, the exit and the costs', () => {
  const [result] = compare(
    [
      followed('buy', '2026-09-08', 50, '810.00', { costs: 100 }),
      trade('sell', '2026-09-16', 50, '860.00', { costs: 120 }),
    ],
    { planned: 80 },
  );
  expect(result).toEqual({
    ...{ signal_id: 'signal', symbol: 'LUCK' },
    record: {
      ...{ r_multiple: '1.92', is_final: true, rupees: '6144.00' },
      ...{ filled_on: '2026-09-07', ended_on: '2026-09-21' },
    },
    mine: {
      ...{ r_multiple: '1.14', is_final: true, rupees: '2280.00', shares: 50, planned_shares: 80 },
      ...{ opened_on: '2026-09-08', closed_on: '2026-09-16' },
    },
    causes: [
      { cause: 'later_entry', r_multiple: '-0.25', rupees: '-500.00' },
      { cause: 'fewer_shares', r_multiple: '0.00', rupees: '-2304.00' },
      { cause: 'earlier_exit', r_multiple: '-0.50', rupees: '-1000.00' },
      { cause: 'costs', r_multiple: '-0.03', rupees: '-60.00' },
    ],
  });
});

it('attributes prices of the same days to the price, and later ones to a later exit', () => {
  const [result] = compare([
    followed('buy', '2026-09-07', 100, '799.00', { costs: 200 }),
    trade('sell', '2026-09-21', 60, '878.00'),
    trade('sell', '2026-10-05', 40, '900.00', { costs: 120 }),
  ]);
  expect(result?.causes).toEqual([
    { cause: 'other_price', r_multiple: '-0.01', rupees: '-20.00' },
    { cause: 'later_exit', r_multiple: '0.20', rupees: '800.00' },
  ]);
  expect(result?.mine).toMatchObject({ rupees: '8460.00', r_multiple: '2.12' });
});

it('values shares that are held at the last close', () => {
  const [result] = compare([followed('buy', '2026-09-07', 100, '800.00', { costs: 320 })]);
  expect(result?.mine).toMatchObject({ is_final: false, rupees: '2680.00', closed_on: null });
  expect(result?.causes).toEqual([{ cause: 'still_open', r_multiple: '-1.25', rupees: '-5000.00' }]);
});

it('takes the shares of the signal for a sale that ends it, also if others were bought earlier', () => {
  const trades = [
    trade('buy', '2020-01-06', 100, '400.00'),
    followed('buy', '2026-09-07', 100, '800.00', { costs: 320 }),
  ];
  const [open] = compare([...trades, trade('sell', '2026-09-21', 100, '880.00')]);
  expect(open?.mine).toMatchObject({ is_final: false });
  const [ended] = compare([...trades, followed('sell', '2026-09-21', 100, '880.00')]);
  expect(ended?.mine).toMatchObject({ is_final: true, rupees: '7680.00', r_multiple: '1.92' });
});

it('counts the shares that were bought after a bonus has made more of them', () => {
  const [result] = compare(
    [
      followed('buy', '2026-09-07', 100, '800.00', { costs: 320 }),
      trade('sell', '2026-09-21', 110, '800.00'),
    ],
    {
      closures: [
        {
          ...{
            eventKey: '1',
            symbol: 'LUCK',
            exDate: '2026-09-14',
            bcFrom: '2026-09-15',
            isExDateEstimated: false,
          },
          ...{
            payout: '10% (B)',
            faceValue: '10.00',
            isPayoutUnderstood: true,
            rupeesPerShare: null,
            revisions: null,
          },
          parts: [{ kind: 'bonus', percent: '10', premiumPerShare: null }],
        },
      ],
    },
  );
  expect(result?.mine).toMatchObject({ rupees: '7680.00', r_multiple: '1.92', shares: 100 });
  expect(result?.causes).toEqual([]);
});

it('shows only the own result of a signal that the customer may not read, or that was not filled', () => {
  const trades = [followed('buy', '2026-09-07', 100, '800.00'), trade('sell', '2026-09-21', 100, '880.00')];
  expect(compare(trades, { record: null })).toMatchObject([
    { record: null, mine: { r_multiple: null, rupees: '8000.00' }, causes: [] },
  ]);
  const unfilled = { ...RECORD, result: null };
  expect(compare(trades, { record: unfilled })).toMatchObject([
    { record: null, mine: { r_multiple: '2.00' }, causes: [] },
  ]);
});

it('adds up the signals with both results', () => {
  const results = [
    ...compare([followed('buy', '2026-09-07', 50, '800.00'), trade('sell', '2026-09-21', 50, '880.00')], {
      planned: 100,
    }),
    ...compare([followed('buy', '2026-09-07', 1, '800.00')], { record: null }),
  ];
  expect(sumFollowed(results, 7)).toEqual({
    ...{ followed: 2, published: 7, compared: 1 },
    ...{ record_r: '1.92', mine_r: '2.00', record_rupees: '7680.00', mine_rupees: '4000.00' },
  });
});
