import type { LocalDate } from '#core/contract/dates.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { listClosuresOf } from '#features/corporate-actions/server/corporate-actions.ts';
import type { Holidays } from '#features/market/server/market.ts';
import { listRemovedAdjustments } from '#features/market/server/prices/prices.ts';
import type { ActionCorrection, OwnAction } from '#features/positions/contract/actions.ts';
import { readStoredPositions, type StoredPositions } from './positions.queries.ts';
import { parseQuotient, toAmount, toPaisa } from './rules/amounts.ts';
import type { Correction, History, SymbolChange } from './rules/history.ts';
import { createHistory, type HistorySources, type OwnAction as ParsedOwnAction } from './rules/to-actions.ts';

/** What is the same for all customers. */
export interface MarketFacts {
  holidays: Holidays;
  changes: readonly SymbolChange[];
}

interface HistoryQuery extends MarketFacts {
  /** Later trades and actions do not count. */
  until: LocalDate;
  /** Actions with a later ex-date are not read; by default `until`. Those after `until` are expected. */
  actionsUntil?: LocalDate;
  /** Only the trades that shares of these symbols depend on. */
  symbols?: readonly string[];
  /** The symbols of trades that may be added, whose actions are read too; by default `symbols`. */
  added?: readonly string[];
}

export interface StoredHistory extends HistorySources {
  trades: StoredPositions['trades'];
  settings: StoredPositions['settings'];
  /** As the customer entered them, by the keys of the actions. */
  entered: ReadonlyMap<string, ActionCorrection>;
}

/** Reads what the positions of a customer follow from, in three queries. */
export async function readHistory(
  db: Queryable,
  userId: string,
  { until, actionsUntil = until, symbols, added = symbols ?? [], holidays, changes }: HistoryQuery,
): Promise<StoredHistory> {
  const { trades: all, corrections, settings } = await readStoredPositions(db, userId);
  const own = corrections.flatMap((row) => (row.own ? [[row.key, row.own] as const] : []));
  const links = [
    ...changes,
    ...own.flatMap(([, { symbol, successor }]) => (successor ? [{ from: symbol, to: successor }] : [])),
  ];
  const related = symbols && listRelated(symbols, links);
  const trades = related ? all.filter(({ symbol }) => related.has(symbol)) : all;
  const traded = listRelated([...trades.map(({ symbol }) => symbol), ...added], links);
  const entered = new Map(
    corrections.flatMap(({ key, correction }) => (correction ? [[key, correction] as const] : [])),
  );
  return {
    trades,
    closures: await listClosuresOf(db, [...traded], { until: actionsUntil, holidays }),
    changes,
    removed: await listRemovedAdjustments(db, [...traded]),
    corrections: new Map([...entered].map(([key, correction]) => [key, toCorrection(correction)])),
    ownActions: new Map(own.map(([key, action]) => [key, toOwnAction(action)])),
    until,
    settings,
    entered,
  };
}

/** Returns the symbols with all others that renames and mergers connect them with. */
function listRelated(
  symbols: readonly string[],
  links: readonly { from: string; to: string }[],
): Set<string> {
  const related = new Set(symbols);
  let size: number;
  do {
    size = related.size;
    for (const { from, to } of links) if (related.has(from) || related.has(to)) related.add(from).add(to);
  } while (related.size > size);
  return related;
}

function toCorrection({ shares, price, costs, ratio, ...entered }: ActionCorrection): Correction {
  const { decision, date, cash_in_lieu: cashInLieu, withholding, received_on: receivedOn } = entered;
  return {
    decision,
    shares,
    date,
    amount: price !== undefined && shares !== undefined ? toAmount(shares, price) : undefined,
    costs: toOptionalPaisa(costs),
    ratio: ratio && parseQuotient(ratio.new_shares, ratio.old_shares),
    cashInLieu: toOptionalPaisa(cashInLieu),
    withholding: toOptionalPaisa(withholding),
    receivedOn,
  };
}

const toOptionalPaisa = (rupees: string | undefined) => (rupees === undefined ? undefined : toPaisa(rupees));

const toOwnAction = ({
  symbol,
  kind,
  ex_date: exDate,
  amount,
  ratio,
  successor,
}: OwnAction): ParsedOwnAction => ({
  symbol,
  kind,
  exDate,
  amount,
  ratio: ratio && parseQuotient(ratio.new_shares, ratio.old_shares),
  successor,
});

/** Returns the history after a change of its trades. */
export const createChangedHistory = (
  sources: HistorySources,
  { removed, added }: { removed: ReadonlySet<number>; added: HistorySources['trades'] },
): History =>
  createHistory({
    ...sources,
    trades: [...sources.trades.filter(({ id }) => !removed.has(id)), ...added],
  });
