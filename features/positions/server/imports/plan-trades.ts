import { createHash } from 'node:crypto';
import { formatShortDate } from '#core/contract/dates.ts';
import type { ParsedRow } from '#features/imports/server/parsing.ts';
import {
  TRADE_ROW_STATUSES,
  type TradeRow,
  type TradeRowStatus,
} from '#features/positions/contract/trade-imports.ts';
import { findTradeProblem } from '#features/positions/contract/trades.ts';
import { exceedsLimit, findDateProblem, toHistoryTrade } from '#features/positions/server/change-trades.ts';
import type { TradeValues } from '#features/positions/server/positions.tables.ts';
import { createChangedHistory } from '#features/positions/server/read-history.ts';
import { formatAmount, toAmount } from '#features/positions/server/rules/amounts.ts';
import {
  describeRejectedSale,
  type ExcessSale,
  type Followed,
  followHistory,
} from '#features/positions/server/rules/follow-history.ts';
import type { HistoryTrade } from '#features/positions/server/rules/history.ts';
import {
  createHistory,
  createNames,
  type HistorySources,
} from '#features/positions/server/rules/to-actions.ts';
import type { TradeRecord } from './trade-layouts.ts';

/** A row of a file with its planned result. */
export interface PlannedTrade extends TradeRow {
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
  /** The values that trades had before they were changed. */
  earlier: readonly { tradeId: number; before: TradeValues }[];
  isKnown: (symbol: string) => boolean;
  today: string;
}

/**
 * Compares the rows of a file with the trades of a customer. A row that is a stored trade, also one that was changed since, is unchanged;
 * one that differs from it only in its costs needs review. `confirmed` has the keys of reviewed rows that are added.
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
    const base = { key, line: row.line, text: row.text, summary: row.text, reason: null, record: null };
    if ('rejection' in row) return { ...base, status: 'rejected', reason: row.rejection };
    if ('omission' in row) return { ...base, status: 'left_out', reason: row.omission };
    const { record } = row;
    const described = { ...base, record, summary: describe(record) };
    const problem = findProblem(record, plan);
    if (problem !== null) return { ...described, status: 'rejected', reason: problem };
    const stored = findStored(record);
    if (stored?.isSame) return { ...described, status: 'unchanged', reason: stored.reason };
    const doubts = [...(stored ? [stored.reason] : []), ...(record.doubts ?? [])];
    const isReviewed = doubts.length > 0 && !confirmed.has(key);
    return { ...described, status: isReviewed ? 'review' : 'new', reason: doubts.join(' ') || null };
  });
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

function findProblem({ symbol, values }: TradeRecord, { isKnown, today }: PlanSources): string | null {
  if (!isKnown(symbol)) return `No company has the symbol ${symbol}.`;
  return findDateProblem(values.date, today) ?? findTradeProblem(values)?.message ?? null;
}

/** Returns what finds the stored trade of a row, each once: several trades of a day may have the same shares and price. */
function createFinder({ sources, earlier }: PlanSources) {
  const names = createNames(sources.changes);
  const toKey = (trade: Pick<HistoryTrade, 'symbol' | 'side' | 'date' | 'shares' | 'amount'>) =>
    [names.resolve(trade.symbol), trade.side, trade.date, trade.shares, trade.amount].join(' ');
  const byKey = Map.groupBy(sources.trades, toKey);
  const byCosts = Map.groupBy(sources.trades, (trade) => `${toKey(trade)} ${trade.costs}`);
  const byId = new Map(sources.trades.map((trade) => [trade.id, trade]));
  const byEarlierKey = new Map<string, HistoryTrade[]>();
  for (const { tradeId, before } of earlier) {
    const trade = byId.get(tradeId);
    if (!trade) continue;
    const { symbol, side, date, shares, price } = before as TradeRecord['values'] & { symbol: string };
    const key = toKey({ symbol, side, date, shares, amount: toAmount(shares, price) });
    const trades = byEarlierKey.get(key) ?? [];
    trades.push(trade);
    byEarlierKey.set(key, trades);
  }
  const used = new Set<HistoryTrade>();
  const take = (trades: HistoryTrade[] = []): HistoryTrade | undefined => {
    for (let trade = trades.pop(); trade; trade = trades.pop()) {
      if (used.has(trade)) continue;
      used.add(trade);
      return trade;
    }
    return undefined;
  };
  return ({ symbol, values }: TradeRecord): { isSame: boolean; reason: string | null } | null => {
    const trade = toHistoryTrade(0, { symbol, ...values, signal_id: null });
    const key = toKey(trade);
    if (take(byCosts.get(`${key} ${trade.costs}`))) return { isSame: true, reason: null };
    if (take(byEarlierKey.get(key))) return { isSame: true, reason: 'You have changed this trade since.' };
    const other = take(byKey.get(key));
    const costs = other && formatAmount(other.costs);
    return costs === undefined
      ? null
      : { isSame: false, reason: `You have such a trade with costs of Rs. ${costs}. Is this another one?` };
  };
}

/** Above all IDs of stored trades: rows follow the stored trades of their date. */
const FIRST_NEW_ID = Number.MAX_SAFE_INTEGER - 100_000;
/** After so many sales of a company that are rejected one by one, its others are too. */
const MAX_ROUNDS = 5;

/**
 * Rejects the new sales by which a sale would sell more than is held, the first of each company first: without it, later ones may be possible.
 * Returns what follows from the others.
 */
function rejectExcess(rows: PlannedTrade[], sources: HistorySources): Followed {
  const names = createNames(sources.changes);
  const before = new Map(
    followHistory(createHistory(sources)).excess.map(({ tradeId, shares, held }) => [tradeId, shares - held]),
  );
  const candidates = new Map<number, { row: PlannedTrade; trade: HistoryTrade }>();
  for (const [index, row] of rows.entries()) {
    if (row.status !== 'new' || !row.record) continue;
    const id = FIRST_NEW_ID + index;
    const { symbol, values } = row.record;
    candidates.set(id, { row, trade: toHistoryTrade(id, { symbol, ...values, signal_id: null }) });
  }
  for (let round = 1; ; round += 1) {
    const added = [...candidates.values()].map(({ trade }) => trade);
    const followed = followHistory(createChangedHistory(sources, { removed: new Set(), added }));
    const increased = followed.excess.filter(
      ({ tradeId, shares, held }) => shares - held > (before.get(tradeId) ?? 0),
    );
    const count = candidates.size;
    const sales = added.filter(({ side }) => side === 'sell');
    const byCompany = Map.groupBy(sales, ({ symbol }) => names.resolve(symbol));
    const firsts = new Map(increased.toReversed().map((sale) => [names.resolve(sale.symbol), sale]));
    for (const [company, first] of firsts) {
      // A merger connects it with sales of another company.
      const ofCompany = byCompany.get(company) ?? sales;
      const chosen = round > MAX_ROUNDS ? ofCompany : chooseRejected(first, ofCompany);
      for (const { id } of chosen) {
        const rejected = candidates.get(id);
        if (!rejected) continue;
        const sentence = describeRejectedSale(first, id === first.tradeId);
        rejected.row.status = 'rejected';
        rejected.row.reason = `${sentence} Enter what you held before as an opening balance.`;
        candidates.delete(id);
      }
    }
    // Nothing increased, or nothing that a new sale could change.
    if (candidates.size === count) return followed;
  }
}

/** Returns the new sales to reject because of one that exceeds: itself, or one before a stored sale, if possible one that suffices. */
function chooseRejected(
  { tradeId, date, shares, held }: ExcessSale,
  sales: readonly HistoryTrade[],
): readonly HistoryTrade[] {
  const own = sales.filter(({ id }) => id === tradeId);
  if (own.length > 0) return own;
  const earlier = sales.filter((sale) => sale.date <= date);
  const last = earlier.findLast((sale) => sale.shares >= shares - held) ?? earlier.at(-1);
  return last ? [last] : sales;
}

/** Presents the first rows of each status. */
export const presentRows = (rows: readonly PlannedTrade[], limit: number): TradeRow[] =>
  TRADE_ROW_STATUSES.flatMap((status) =>
    rows
      .filter((row) => row.status === status)
      .slice(0, limit)
      .map(({ record: _, ...row }) => row),
  );
