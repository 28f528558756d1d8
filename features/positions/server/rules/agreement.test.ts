import { xirr } from '@webcarrot/xirr';
import { expect, it } from 'vitest';
import { addDays } from '#core/contract/dates.ts';
import {
  findCloseNaively,
  followNaively,
  growNaively,
  type NaivePositions,
  taxIncomeNaively,
  taxNaively,
} from '#tests/support/positions/naive-positions.ts';
import {
  makePositions,
  type RandomHistory,
  type Revision,
} from '#tests/support/positions/random-positions.ts';
import { findRejectedSale, followHistory } from './follow-history.ts';
import type { History, HistoryTrade, ShareAction } from './history.ts';
import { type Flow, findRate, listFlows } from './returns.ts';
import { TAX_RULES } from './tax-rules.ts';
import { reportTaxes } from './taxes.ts';
import { createNames } from './to-actions.ts';
import { createPricer, listWeeklyPoints, weightByTime } from './value-history.ts';

/** `npm run test:positions` sets 10,000. */
const HISTORIES = Number(process.env.POSITION_HISTORIES ?? 200);

const counts: Record<string, number> = {};
const count = (name: string, size = 1) => {
  counts[name] = (counts[name] ?? 0) + size;
};

it(`agrees with the naive model on ${HISTORIES} random histories`, { timeout: 900_000 }, () => {
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const random = makePositions(seed);
    let history = enterTrades(random, seed);
    compare(history, random, `seed ${seed}`);
    for (const [index, revision] of random.revisions.entries()) {
      history = revise(history, revision, `seed ${seed}, revision ${index}`);
      compare(history, random, `seed ${seed}, revision ${index}`);
    }
  }
  // Every case occurs, so that the agreement is about all of them.
  expect(Object.keys(counts).sort()).toEqual([
    'cash in lieu',
    'closings',
    'dividends',
    'excess sales',
    'growths',
    'lots',
    'rates',
    'rejected',
    'several rates',
    'taxes',
    'taxes on bonus shares',
    'taxes on dividends',
  ]);
  if (process.env.POSITION_HISTORIES) console.info(`${HISTORIES} histories agree`, counts);
});

/** Enters the trades one after the other, as a customer does; those that sell too much are rejected. */
function enterTrades({ proposed, actions, changes, until }: RandomHistory, seed: number): History {
  let history: History = { trades: [], actions, names: createNames(changes), until };
  for (const trade of proposed) {
    const next = { ...history, trades: [...history.trades, trade] };
    if (isAccepted(history, next, `seed ${seed}, trade ${trade.id}`)) history = next;
    else count('rejected');
  }
  return history;
}

function isAccepted(before: History, after: History, label: string): boolean {
  const rejected = findRejectedSale(before, after);
  const [old, naive] = [followNaively(before).excess, followNaively(after).excess];
  const isMore = [...naive].some(([id, shares]) => shares > (old.get(id) ?? 0));
  expect(rejected !== null, label).toBe(isMore);
  return rejected === null;
}

function revise(history: History, revision: Revision, label: string): History {
  const mapActions = (change: (action: ShareAction) => ShareAction[]) => ({
    ...history,
    actions: history.actions.flatMap((action) =>
      'key' in revision && action.key === revision.key ? change(action) : [action],
    ),
  });
  const mapTrades = (change: (trade: HistoryTrade) => HistoryTrade[]) => {
    const next = {
      ...history,
      trades: history.trades.flatMap((trade) =>
        'id' in revision && trade.id === revision.id ? change(trade) : [trade],
      ),
    };
    return isAccepted(history, next, label) ? next : history;
  };
  switch (revision.kind) {
    case 'move':
      return mapActions((action) => [{ ...action, exDate: revision.exDate }]);
    case 'withdraw':
      return mapActions(() => []);
    case 'correct':
      return mapActions((action) => [{ ...action, correction: revision.correction }]);
    case 'edit':
      return mapTrades((trade) => [{ ...trade, shares: revision.shares, date: revision.date }]);
    case 'delete':
      return mapTrades(() => []);
  }
}

function compare(history: History, { prices }: RandomHistory, label: string): void {
  const followed = followHistory(history);
  const naive = followNaively(history);
  const bySymbol = (a: { company: string }, b: { company: string }) =>
    a.company < b.company ? -1 : Number(a.company > b.company);
  expect(
    followed.lots.map(({ company, purchase, shares, cost }) => ({
      company,
      date: purchase.openedOn,
      shares,
      cost,
    })),
    label,
  ).toEqual(naive.lots.toSorted(bySymbol));
  expect(
    followed.closings.map(({ company, purchase, closedOn, shares, proceeds, cost }) => ({
      company,
      openedOn: purchase.openedOn,
      closedOn,
      shares,
      proceeds,
      cost,
    })),
    label,
  ).toEqual(naive.closings);
  expect(
    followed.entries.flatMap(({ action, company, state, sharesBefore, gross }) =>
      action.kind === 'cash' && state === 'applied' && sharesBefore > 0
        ? [{ company, exDate: action.exDate, shares: sharesBefore, gross }]
        : [],
    ),
    label,
  ).toEqual(naive.dividends);
  expect(
    new Map(followed.excess.map(({ tradeId, shares, held }) => [tradeId, shares - held])),
    label,
  ).toEqual(naive.excess);
  expect(followed.cashInLieu, label).toBe(naive.cashInLieu);
  count('lots', naive.lots.length);
  count('closings', naive.closings.length);
  count('dividends', naive.dividends.length);
  count('excess sales', naive.excess.size);
  count('cash in lieu', Number(naive.cashInLieu > 0));
  compareTaxes(history, prices, { followed, naive }, label);
  compareValues(history, prices, { followed, naive }, label);
}

function compareTaxes(
  history: History,
  prices: RandomHistory['prices'],
  { followed, naive }: { followed: ReturnType<typeof followHistory>; naive: NaivePositions },
  label: string,
): void {
  const pricer = createPricer(prices, history);
  const closeOn = (company: string, date: string) => findCloseNaively(prices, history, company, date);
  const format = (taxes: readonly (number | null)[]) =>
    taxes.map((tax) => (tax === null ? null : (tax / 100).toFixed(2)));
  for (const isOnList of [true, false]) {
    const sources = { rules: TAX_RULES, isOnList, dividendClasses: new Map(), followed, pricer };
    const report = (year: string) =>
      reportTaxes(year, { ...sources, names: history.names, entered: new Map() });
    for (const [year, taxes] of taxNaively(naive.closings, TAX_RULES, isOnList)) {
      const { tax_low, tax_high } = report(year).capital_gains;
      expect([tax_low, tax_high], `${label}, ${year}, ${isOnList}`).toEqual(format(taxes));
      count('taxes', Number(taxes[1] > 0));
    }
    const income = taxIncomeNaively(naive, TAX_RULES, { isOnList, closeOn });
    for (const [year, taxes] of income.dividend) {
      const { tax_low, tax_high } = report(year).dividends;
      expect([tax_low, tax_high], `${label}, dividends of ${year}, ${isOnList}`).toEqual(format(taxes));
      count('taxes on dividends');
    }
    for (const [year, taxes] of income.bonus) {
      const { tax_low, tax_high } = report(year).bonus;
      expect([tax_low, tax_high], `${label}, bonuses of ${year}, ${isOnList}`).toEqual(format(taxes));
      count('taxes on bonus shares');
    }
  }
}

function compareValues(
  history: History,
  prices: RandomHistory['prices'],
  { followed, naive }: { followed: ReturnType<typeof followHistory>; naive: NaivePositions },
  label: string,
): void {
  const pricer = createPricer(prices, history);
  const closeOn = (company: string, date: string) => findCloseNaively(prices, history, company, date);
  const { until } = history;
  for (const company of new Set(naive.lots.map((lot) => lot.company)))
    expect(pricer.find(company, until)?.close ?? null, label).toBe(closeOn(company, until));
  const weighted = weightByTime(followed.movements, pricer, { from: null, until });
  for (const hasDividends of [true, false]) {
    const growth = growNaively(naive, { closeOn, until, hasDividends });
    if ('growth' in weighted) {
      const own = weighted.growth[hasDividends ? 'withDividends' : 'withoutDividends'];
      expect(Math.abs(own - (growth ?? Number.NaN)), label).toBeLessThanOrEqual(
        1e-9 * Math.max(1, Math.abs(own)),
      );
      count('growths');
    } else if (weighted.problem !== 'no_payments') expect(growth, `${label} ${weighted.problem}`).toBeNull();
  }
  for (const hasDividends of [true, false]) {
    const listed = listFlows(followed.movements, pricer, { from: null, until, hasDividends });
    if ('flows' in listed) compareRates(listed.flows, label);
  }
  const points = listWeeklyPoints(followed.movements, pricer, until);
  const value = naive.lots.reduce(
    (sum, { company, shares }) => sum + shares * (closeOn(company, until) ?? 0),
    0,
  );
  const last = points.at(-1);
  if (last && last.value !== null) expect(last.value, label).toBe(value);
  for (const [index, point] of points.slice(0, -2).entries())
    expect(points[index + 1]?.date, label).toBe(addDays(point.date, 7));
}

/** Compares the rate with that of a library, which finds only some, and does not say if there are several. */
function compareRates(flows: readonly Flow[], label: string): void {
  const found = findRate(flows);
  if ('problem' in found && found.problem === 'several_roots') count('several rates');
  if ('rate' in found) expect(Math.abs(getValue(flows, found.rate)), label).toBeLessThan(1e-6);
  const expected = findByLibrary(flows);
  if (expected === null || ('problem' in found && found.problem === 'several_roots')) return;
  const rate = 'rate' in found ? found.rate : Number.NaN;
  expect(Math.abs(rate - expected), `${label}: ${rate}, ${expected}`).toBeLessThanOrEqual(
    1e-6 * Math.max(1, expected),
  );
  count('rates');
}

function findByLibrary(flows: readonly Flow[]): number | null {
  try {
    const rate = xirr(flows.map(({ date, amount }) => ({ date: new Date(date), amount })));
    return Number.isFinite(rate) && Math.abs(getValue(flows, rate)) < 1e-9 ? rate : null;
  } catch {
    return null;
  }
}

/** Returns the value of payments at a rate, as a part of the sum of what each is worth. */
function getValue(flows: readonly Flow[], rate: number): number {
  const start = Date.parse(flows[0]?.date ?? '');
  const values = flows.map(
    ({ date, amount }) => amount / (1 + rate) ** ((Date.parse(date) - start) / 86_400_000 / 365),
  );
  const size = values.reduce((sum, value) => sum + Math.abs(value), 0);
  return values.reduce((sum, value) => sum + value, 0) / size;
}
