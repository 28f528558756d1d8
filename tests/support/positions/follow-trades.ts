import { toAmount } from '#features/positions/server/rules/amounts.ts';
import { followHistory } from '#features/positions/server/rules/follow-history.ts';
import type {
  Correction,
  HistoryTrade,
  PriceSeries,
  SymbolChange,
} from '#features/positions/server/rules/history.ts';
import { presentEntries, summarizePositions } from '#features/positions/server/rules/summarize.ts';
import { TAX_RULES } from '#features/positions/server/rules/tax-rules.ts';
import {
  type AnnouncedClosure,
  createHistory,
  type OwnAction,
} from '#features/positions/server/rules/to-actions.ts';
import { createPricer } from '#features/positions/server/rules/value-history.ts';

let lastId = 0;

/** `buy('LUCK', '2025-01-10', 100, '1500.00', 250)`: costs are rupees. */
const makeTrade =
  (side: 'buy' | 'sell') =>
  (
    symbol: string,
    date: string,
    shares: number,
    price: string,
    { costs = 0, ...rest }: Partial<HistoryTrade> = {},
  ): HistoryTrade => {
    lastId += 1;
    const amount = toAmount(shares, price);
    return {
      id: lastId,
      symbol,
      side,
      kind: 'trade',
      date,
      shares,
      amount,
      costs: costs * 100,
      signalId: null,
      ...rest,
    };
  };
export const buy = makeTrade('buy');
export const sell = makeTrade('sell');

export function makeClosure(
  payout: string,
  closure: Partial<AnnouncedClosure> & { exDate: string },
): AnnouncedClosure {
  return {
    eventKey: '1',
    symbol: 'LUCK',
    isExDateEstimated: false,
    bcFrom: closure.exDate,
    payout,
    faceValue: '10.00',
    parts: [],
    isPayoutUnderstood: true,
    rupeesPerShare: null,
    revisions: null,
    ...closure,
  };
}

export const makeBonus = (percent: string, closure: Partial<AnnouncedClosure> & { exDate: string }) =>
  makeClosure(`${percent}% (B)`, { parts: [{ kind: 'bonus', percent, premiumPerShare: null }], ...closure });

export interface Given {
  trades: HistoryTrade[];
  closures?: AnnouncedClosure[];
  changes?: SymbolChange[];
  corrections?: [string, Correction][];
  own?: [string, OwnAction][];
  removed?: string[];
  until?: string;
  prices?: PriceSeries;
  isOnList?: boolean;
}

/** Follows a history until the day of the tests, with all that is presented of it. */
export function follow({
  trades,
  closures = [],
  changes = [],
  corrections = [],
  own = [],
  removed = [],
  until = '2026-11-28',
  prices = new Map(),
  isOnList = true,
}: Given) {
  const history = createHistory({
    ...{ trades, closures, changes, until, removed: new Set(removed) },
    ...{ corrections: new Map(corrections), ownActions: new Map(own) },
  });
  const followed = followHistory(history);
  const pricer = createPricer(prices, history);
  const taxes = { rules: TAX_RULES, isOnList, dividendClasses: new Map() };
  const positions = summarizePositions(followed, {
    history,
    pricer,
    taxes,
    risks: new Map([['signal', 5_000]]),
  });
  return {
    history,
    followed,
    pricer,
    positions,
    taxes,
    entries: presentEntries(followed.entries, { history, pricer }),
  };
}
