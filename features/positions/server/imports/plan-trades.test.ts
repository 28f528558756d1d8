import { expect, it } from 'vitest';
import { addDays, type LocalDate } from '#core/contract/dates.ts';
import { createChangedHistory } from '#features/positions/server/read-history.ts';
import { parseQuotient, toAmount } from '#features/positions/server/rules/amounts.ts';
import { findRejectedSale } from '#features/positions/server/rules/follow-history.ts';
import type { HistoryTrade } from '#features/positions/server/rules/history.ts';
import type { HistorySources, OwnAction } from '#features/positions/server/rules/to-actions.ts';
import { planTrades } from './plan-trades.ts';

const FIRST = '2026-01-01';
const UNTIL = '2026-03-31';

/** Returns numbers from 0 to below `limit`, the same in each run. */
function createRandom(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * limit);
  };
}

function makeCase(seed: number, hasMerger: boolean) {
  const next = createRandom(seed * 7_919 + 1);
  const makeTrades = (count: number, firstId: number) =>
    Array.from({ length: count }, (_, index): HistoryTrade => {
      const shares = 1 + next(20);
      const side = next(2) === 0 ? 'buy' : 'sell';
      const symbol = next(3) === 0 ? 'HUBC' : 'LUCK';
      const date = addDays(FIRST, next(60));
      return {
        ...{ id: firstId + index, symbol, side, kind: 'trade', date, shares },
        ...{ amount: toAmount(shares, '10'), costs: 0, signalId: null },
      };
    });
  const toAction = (kind: OwnAction['kind'], exDate: LocalDate): OwnAction => ({
    ...{ symbol: 'LUCK', kind, exDate, amount: '30', ratio: parseQuotient('2', '7'), successor: 'HUBC' },
  });
  const kinds: OwnAction['kind'][] = hasMerger ? ['bonus', 'merger'] : ['bonus', 'split', 'bonus'];
  const sources: HistorySources = {
    trades: makeTrades(next(12), 1),
    closures: [],
    changes: [],
    corrections: new Map(),
    ownActions: new Map(
      kinds.map((kind, index) => [`own:${index}`, toAction(kind, addDays(FIRST, next(60)))] as const),
    ),
    until: UNTIL,
  };
  const added = makeTrades(next(14), 1_000);
  const rows = added.map(({ id, symbol, side, kind, date, shares }) => ({
    line: id,
    text: '',
    record: {
      ...{ symbol, companyName: symbol },
      values: { side, kind, date, shares, price: '11.00', costs: '0.00', note: null },
    },
  }));
  const plan = planTrades(rows, { sources, earlier: [], hasCompany: () => true, today: UNTIL });
  const accepted = new Set(plan.rows.flatMap(({ status, line }) => (status === 'new' ? line : [])));
  const purchases = added.filter(({ side }) => side === 'buy');
  const follow = (sales: readonly HistoryTrade[]) =>
    createChangedHistory(sources, { removed: new Set(), added: [...purchases, ...sales] });
  return { added, accepted, follow };
}

it('accepts the new sales that can be made one after the other', () => {
  let rejected = 0;
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const { added, accepted, follow } = makeCase(seed, false);
    const sales: HistoryTrade[] = [];
    const inOrder = added
      .filter(({ side }) => side === 'sell')
      .sort((a, b) => a.date.localeCompare(b.date) || a.id - b.id);
    for (const sale of inOrder)
      if (findRejectedSale(follow([]), follow([...sales, sale])) === null) sales.push(sale);
    const expected = sales.map(({ id }) => id);
    const found = inOrder.flatMap(({ id }) => (accepted.has(id) ? id : []));
    expect(found, `case ${seed}`).toEqual(expected);
    rejected += inOrder.length - found.length;
  }
  expect(rejected).toBeGreaterThan(1_000);
});

it('lets stored sales of a merged company be possible', () => {
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const { added, accepted, follow } = makeCase(seed, true);
    const sales = added.filter(({ id, side }) => side === 'sell' && accepted.has(id));
    expect(findRejectedSale(follow([]), follow(sales)), `case ${seed}`).toBeNull();
  }
});
