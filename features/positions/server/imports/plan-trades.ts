import { createHash } from 'node:crypto';
import { formatShortDate, type LocalDate } from '#core/contract/dates.ts';
import type { ParsedRow } from '#features/imports/server/parsing.ts';
import {
  TRADE_ROW_STATUSES,
  type TradeRow,
  type TradeRowStatus,
} from '#features/positions/contract/trade-imports.ts';
import { findTradeProblem, MAX_TRADES } from '#features/positions/contract/trades.ts';
import {
  exceedsLimit,
  findDateProblem,
  toHistoryTrade,
  tooManyTrades,
} from '#features/positions/server/change-trades.ts';
import type { TradeValues } from '#features/positions/server/positions.tables.ts';
import { createChangedHistory } from '#features/positions/server/read-history.ts';
import {
  formatAmount,
  multiplyDown,
  type Ratio,
  toAmount,
} from '#features/positions/server/rules/amounts.ts';
import {
  describeRejectedSale,
  type Entry,
  type Followed,
  followHistory,
  getRescaleRatio,
  listSteps,
} from '#features/positions/server/rules/follow-history.ts';
import type { History, HistoryTrade } from '#features/positions/server/rules/history.ts';
import { createNames, type HistorySources } from '#features/positions/server/rules/to-actions.ts';
import type { TradeRecord } from './trade-layouts.ts';

/** A row of a file with its planned result. */
export interface PlannedTrade extends Omit<TradeRow, 'summary'> {
  /** `null` of a row without a trade. */
  record: Pick<TradeRecord, 'symbol' | 'values'> | null;
}

export interface TradePlan {
  rows: PlannedTrade[];
  counts: Record<TradeRowStatus, number>;
  /** Identifies the result. */
  fingerprint: string;
  /** More shares would be held than there can be. */
  exceedsLimit: boolean;
}

export interface PlanSources {
  sources: HistorySources;
  /** The values that trades had before they were changed or deleted. */
  earlier: readonly { tradeId: number; before: TradeValues }[];
  hasCompany: (symbol: string) => boolean;
  today: string;
}

/**
 * Compares the rows of a file with the trades of a customer. A row that is a stored trade, also one that was changed since, is unchanged;
 * one that differs from it only in its costs, or that was deleted, needs review. `confirmed` has the keys of reviewed rows that are added.
 * Throws an `HttpError` if there would be too many trades.
 */
export function planTrades(
  parsed: readonly ParsedRow<TradeRecord>[],
  plan: PlanSources,
  confirmed: ReadonlySet<string> = new Set(),
): TradePlan {
  const findStored = createFinder(plan);
  const lines = new Map<number, number>();
  const rows = parsed.map((row): PlannedTrade => {
    const number = (lines.get(row.line) ?? 0) + 1;
    lines.set(row.line, number);
    const key = number === 1 ? String(row.line) : `${row.line}.${number}`;
    const base = { key, line: row.line, text: row.text, reason: null, record: null };
    if ('rejection' in row) return { ...base, status: 'rejected', reason: row.rejection };
    if ('omission' in row) return { ...base, status: 'left_out', reason: row.omission };
    const { record } = row;
    const planned = { ...base, record };
    const problem = findProblem(record, plan);
    if (problem !== null) return { ...planned, status: 'rejected', reason: problem };
    const stored = findStored(record);
    if (stored?.isSame) return { ...planned, status: 'unchanged', reason: stored.reason };
    const doubts = [...(stored ? [stored.reason] : []), ...(record.doubts ?? [])];
    const isReviewed = doubts.length > 0 && !confirmed.has(key);
    return { ...planned, status: isReviewed ? 'review' : 'new', reason: doubts.join(' ') || null };
  });
  const added = rows.filter(({ status }) => status === 'new').length;
  if (plan.sources.trades.length + added > MAX_TRADES) throw tooManyTrades();
  const followed = rejectExcess(rows, plan.sources);
  const counts = { new: 0, unchanged: 0, review: 0, rejected: 0, left_out: 0 };
  for (const { status } of rows) counts[status] += 1;
  return { rows, counts, fingerprint: fingerprint(rows), exceedsLimit: exceedsLimit(followed) };
}

function fingerprint(rows: readonly PlannedTrade[]): string {
  const hash = createHash('sha256');
  for (const { key, status, record } of rows)
    hash.update(JSON.stringify([key, status, record?.symbol, record?.values]));
  return hash.digest('base64url');
}

function describe({
  symbol,
  values: { side, shares, price, date, costs },
}: Pick<TradeRecord, 'symbol' | 'values'>) {
  const what = `${side === 'buy' ? 'Buy' : 'Sell'} ${shares.toLocaleString('en')} ${symbol} at ${price}`;
  return `${what}, ${formatShortDate(date)}${costs === '0.00' ? '' : `, costs ${costs}`}`;
}

function findProblem({ symbol, values }: TradeRecord, { hasCompany, today }: PlanSources): string | null {
  if (!hasCompany(symbol)) return `No company has the symbol ${symbol}.`;
  return findDateProblem(values.date, today) ?? findTradeProblem(values)?.message ?? null;
}

/** Returns what finds the stored or deleted trade of a row, each once: several trades of a day may have the same shares and price. */
function createFinder({ sources, earlier }: PlanSources) {
  const names = createNames(sources.changes);
  const toKey = (trade: Pick<HistoryTrade, 'symbol' | 'side' | 'date' | 'shares' | 'amount'>) =>
    `${names.resolve(trade.symbol)} ${trade.side} ${trade.date} ${trade.shares} ${trade.amount}`;
  const stored = sources.trades.map(({ id, costs, ...trade }) => ({ id, costs, key: toKey(trade) }));
  const ids = new Set(stored.map(({ id }) => id));
  const byKey = Map.groupBy(stored, ({ key }) => key);
  const byCosts = Map.groupBy(stored, ({ key, costs }) => `${key} ${costs}`);
  const former = earlier.map(({ tradeId, before }) => {
    const { symbol, side, date, shares, price } = before as TradeRecord['values'] & { symbol: string };
    return { id: tradeId, key: toKey({ symbol, side, date, shares, amount: toAmount(shares, price) }) };
  });
  const changed = Map.groupBy(
    former.filter(({ id }) => ids.has(id)),
    ({ key }) => key,
  );
  const deleted = Map.groupBy(
    former.filter(({ id }) => !ids.has(id)),
    ({ key }) => key,
  );
  const used = new Set<number>();
  const take = <Found extends { id: number }>(trades: Found[] = []): Found | undefined => {
    for (let trade = trades.pop(); trade; trade = trades.pop()) {
      if (used.has(trade.id)) continue;
      used.add(trade.id);
      return trade;
    }
    return undefined;
  };
  return ({ symbol, values }: TradeRecord): { isSame: boolean; reason: string | null } | null => {
    const trade = toHistoryTrade(0, { symbol, ...values, signal_id: null });
    const key = toKey(trade);
    if (take(byCosts.get(`${key} ${trade.costs}`))) return { isSame: true, reason: null };
    if (take(changed.get(key))) return { isSame: true, reason: 'You have changed this trade since.' };
    if (take(deleted.get(key))) return { isSame: false, reason: 'You have deleted this trade.' };
    const other = take(byKey.get(key));
    const costs = other && formatAmount(other.costs);
    return costs === undefined
      ? null
      : { isSame: false, reason: `You have such a trade with costs of Rs. ${costs}. Is this another one?` };
  };
}

/** Above all IDs of stored trades: rows follow the stored trades of their date. */
const FIRST_NEW_ID = Number.MAX_SAFE_INTEGER - 100_000;

/**
 * Rejects the new sales of more shares than are held, or of shares that a stored sale needs, the earliest being accepted first. Returns what
 * follows from the others. Follows the history twice, whatever the number of sales.
 */
function rejectExcess(rows: PlannedTrade[], sources: HistorySources): Followed {
  const added = new Map<number, PlannedTrade>();
  const trades: HistoryTrade[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.status !== 'new' || !row.record) continue;
    const id = FIRST_NEW_ID + index;
    added.set(id, row);
    trades.push(toHistoryTrade(id, { symbol: row.record.symbol, ...row.record.values, signal_id: null }));
  }
  const history = createChangedHistory(sources, { removed: new Set(), added: trades });
  const isNew = ({ id }: HistoryTrade) => added.has(id);
  const reserves = listReserves(history, followHistory(history, { isRejected: isNew }), isNew);
  const isRejected = (sale: HistoryTrade, held: number) => {
    const row = added.get(sale.id);
    const reserve = reserves.get(sale.id);
    const rest = held - sale.shares;
    if (!row || rest >= (reserve?.shares ?? 0)) return false;
    const reason =
      rest >= 0 && reserve
        ? `Your sale of ${reserve.sale.shares} shares of ${reserve.sale.symbol} on ${formatShortDate(reserve.sale.date)} needs these shares.`
        : describeRejectedSale({ tradeId: sale.id, ...sale, held }, true);
    row.status = 'rejected';
    row.reason = `${reason} Enter what you held before as an opening balance.`;
    return true;
  };
  return followHistory(history, { isRejected });
}

/** The shares of a company that must be left, and the last stored sale that needs them. */
interface Reserve {
  shares: number;
  sale: HistoryTrade;
}

/**
 * Returns what each new sale must leave for stored sales, by its ID. `without` follows from the history without new sales: what a stored sale
 * sells too much then is no reason to reject others.
 */
function listReserves(
  history: History,
  without: Followed,
  isNew: (trade: HistoryTrade) => boolean,
): Map<number, Reserve> {
  const { names } = history;
  const excess = new Map(without.excess.map(({ tradeId, shares, held }) => [tradeId, shares - held]));
  const entries = new Map(without.entries.map((entry) => [entry.action.key, entry]));
  const result = new Map<number, Reserve>();
  const reserves = new Map<string, Reserve>();
  const reserve = (company: string, change: number, sale?: HistoryTrade) => {
    const later = reserves.get(company);
    const shares = (later?.shares ?? 0) + change;
    const needing = later?.sale ?? sale;
    if (shares > 0 && needing) reserves.set(company, { shares, sale: needing });
    else reserves.delete(company);
  };
  for (const step of listSteps(history).reverse()) {
    if (step.action) {
      const entry = entries.get(step.action.key);
      if (entry?.state === 'applied') reserveBefore(entry);
      continue;
    }
    const company = names.resolve(step.trade.symbol);
    const later = reserves.get(company);
    if (step.side === 'buy') reserve(company, -step.trade.shares);
    else if (!isNew(step.trade))
      reserve(company, step.trade.shares - (excess.get(step.trade.id) ?? 0), step.trade);
    else if (later) result.set(step.trade.id, later);
  }
  return result;

  /** Replaces what must be left after an action by what must be left before it. */
  function reserveBefore({ action, company, sharesBefore, sharesChange }: Entry): void {
    const isMerger = action.kind === 'merger';
    if (!isMerger && action.kind !== 'bonus' && action.kind !== 'split') return;
    const successor = isMerger ? names.resolve(action.successor) : company;
    const later = reserves.get(successor);
    const ratio = isMerger
      ? (action.correction?.ratio ?? action.ratio)
      : getRescaleRatio(action, sharesBefore);
    if (!later || !ratio) return;
    // Of a merger, those that the other company had are left first.
    const own =
      successor === company ? 0 : countMerged(successor, action.exDate) - sharesBefore - sharesChange;
    const shares = Math.max(later.shares - own, 0);
    reserve(successor, -shares);
    // The shares of a bonus that the customer corrected do not depend on those before it.
    const received = action.kind === 'bonus' ? action.correction?.shares : undefined;
    const needed = received === undefined ? countBefore(shares, ratio) : Math.max(shares - received, 1);
    reserve(company, shares === 0 ? 0 : needed, later.sale);
  }

  /** Returns the shares after a merger. */
  function countMerged(company: string, date: LocalDate): number {
    const merged = without.movements.findLast(
      (each) => each.kind === 'rescale' && each.company === company && each.date === date,
    );
    return merged?.shares ?? 0;
  }
}

/** Returns the fewest shares of which there are at least as many after an action. */
function countBefore(after: number, ratio: Ratio): number {
  const before = multiplyDown(after, { numerator: ratio.denominator, denominator: ratio.numerator });
  return multiplyDown(before, ratio) < after ? before + 1 : before;
}

/** Presents the first rows of each status. */
export const presentRows = (rows: readonly PlannedTrade[], limit: number): TradeRow[] =>
  TRADE_ROW_STATUSES.flatMap((status) =>
    rows
      .filter((row) => row.status === status)
      .slice(0, limit)
      .map(({ record, ...row }) => ({ ...row, summary: record ? describe(record) : row.text })),
  );
