import { isDeepStrictEqual } from 'node:util';
import { formatShortDate, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Caller } from '#core/server/http/caller.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { badRequest, conflict, notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { MAX_ENTERED_SIGNALS } from '#features/accounts/contract/watchlist.ts';
import { insertEntered } from '#features/accounts/server/watchlist/watchlist.ts';
import {
  findTradeProblem,
  MAX_TRADES,
  type Trade,
  type TradeBody,
} from '#features/positions/contract/trades.ts';
import { filterReadableSignals, readSignals } from '#features/signals/server/signals.ts';
import {
  countTrades,
  deleteTrades,
  findTrade,
  hasFollowed,
  insertTrade,
  insertTradeChange,
  lockPositions,
  presentTrade,
  type TradeRow,
  toTradeValues,
  updateTrade,
} from './positions.queries.ts';
import { createChangedHistory, type MarketFacts, readHistory } from './read-history.ts';
import { toAmount, toPaisa } from './rules/amounts.ts';
import {
  describeRejectedSale,
  type Followed,
  findRejectedSale,
  followHistory,
} from './rules/follow-history.ts';
import type { HistoryTrade } from './rules/history.ts';
import { createHistory, createNames } from './rules/to-actions.ts';

export interface ChangeDependencies extends Pick<RouteDependencies, 'database' | 'clock' | 'companies'> {
  getFacts: () => Promise<MarketFacts>;
}

type Values = Omit<TradeBody, 'signal_id' | 'planned_shares' | 'note'> & {
  signal_id: string | null;
  planned_shares: number | null;
  note: string | null;
};
type Changed = { [Field in keyof TradeBody]?: TradeBody[Field] | undefined };
type CustomerCaller = Extract<Caller, { kind: 'customer' }>;

/** Enters, changes and deletes trades. A sale of more shares than are held is rejected, also a later one. */
export function createTradeChanger({ database, clock, companies, getFacts }: ChangeDependencies) {
  return {
    async enter(caller: CustomerCaller, body: TradeBody): Promise<Trade> {
      const { userId } = caller;
      const now = clock.now();
      const { signal_id = null, planned_shares = null, note = null } = body;
      const values = { ...body, signal_id, planned_shares, note };
      await checkValues(caller, values);
      return database.transaction(async (tx) => {
        await lockPositions(tx, userId);
        if ((await countTrades(tx, userId)) >= MAX_TRADES) throw tooManyTrades();
        const added = [toHistoryTrade(NEW_ID, values)];
        await checkHoldings(tx, userId, { removed: [], added, facts: await getFacts(), now });
        const row = await insertTrade(tx, { userId, ...toColumns(values), createdAt: now });
        await mark(tx, userId, values, now);
        return presentTrade(row);
      });
    },

    async edit(caller: CustomerCaller, id: number, change: Changed): Promise<Trade> {
      const { userId } = caller;
      const now = clock.now();
      const stored = await findTrade(database.db, userId, id);
      if (!stored) throw notFound();
      await checkValues(caller, merge(stored, change), stored);
      return database.transaction(async (tx) => {
        await lockPositions(tx, userId);
        const before = await findTrade(tx, userId, id);
        if (!before) throw notFound();
        const values = merge(before, change);
        checkKind(values);
        const added = [toHistoryTrade(id, values)];
        const { excess } = await checkHoldings(tx, userId, {
          removed: [before],
          added,
          facts: await getFacts(),
          now,
        });
        const held = excess.find(({ tradeId }) => tradeId === id)?.held;
        const exceeds = held === undefined ? null : { held };
        const row = { ...before, ...toColumns(values), changedAt: now };
        const changed = { before: toTradeValues(before), after: toTradeValues(row) };
        if (isDeepStrictEqual(changed.before, changed.after)) return presentTrade(before, exceeds);
        await insertTradeChange(tx, { userId, tradeId: id, changedAt: now, ...changed });
        await updateTrade(tx, row);
        if (values.signal_id !== before.signalId) await mark(tx, userId, values, now);
        return presentTrade(row, exceeds);
      });
    },

    remove: ({ userId }: CustomerCaller, id: number): Promise<void> =>
      database.transaction(async (tx) => {
        const now = clock.now();
        await lockPositions(tx, userId);
        const before = await findTrade(tx, userId, id);
        if (!before) throw notFound();
        await checkHoldings(tx, userId, { removed: [before], added: [], facts: await getFacts(), now });
        const deleted = { before: toTradeValues(before), after: null };
        await insertTradeChange(tx, { userId, tradeId: id, changedAt: now, ...deleted });
        await deleteTrades(tx, userId, [id]);
      }),
  };

  /** Checks what does not depend on other trades. What is unchanged of a stored trade stays valid. */
  async function checkValues(caller: CustomerCaller, values: Values, stored?: TradeRow): Promise<void> {
    checkKind(values);
    const { symbol, date, signal_id: signalId } = values;
    const dateProblem = findDateProblem(date, toKarachiDate(clock.now()));
    if (dateProblem) throw badRequest('invalid_trade', { date: [dateProblem] });
    const { changes } = await getFacts();
    if (symbol !== stored?.symbol && !(await isKnownSymbol(symbol, { companies, changes })))
      throw badRequest('unknown_company', { symbol: [`No company has the symbol ${symbol}.`] });
    if (signalId === null || (signalId === stored?.signalId && symbol === stored.symbol)) return;
    // The customer could read it when the purchase was entered, and may not any more.
    if (await hasFollowed(database.db, caller.userId, { signalId, symbol })) return;
    const [readable] = await filterReadableSignals(database.db, caller, [signalId], clock.now());
    const signal = readable && (await readSignals(database.db, [readable])).get(readable);
    if (!signal) throw badRequest('unknown_signal', { signal_id: ['Signal not found.'] });
    const names = createNames(changes);
    if (names.resolve(signal.symbol) !== names.resolve(symbol))
      throw badRequest('unknown_signal', { signal_id: [`The signal is about ${signal.symbol}.`] });
  }
}

function checkKind(values: Values): void {
  const problem = findTradeProblem(values);
  if (problem) throw badRequest('invalid_trade', { [problem.field]: [problem.message] });
}

/** Sorts after the trades of the same date. */
const NEW_ID = Number.MAX_SAFE_INTEGER;
/** The exchange opened in 1947. */
const FIRST_DATE = '1947-01-01';
/** More than a customer has of a company, and few enough that amounts remain exact. */
const MAX_HELD_SHARES = 5_000_000_000;

export const findDateProblem = (date: LocalDate, today: LocalDate): string | null => {
  if (date > today) return 'Enter a date until today.';
  return date < FIRST_DATE ? `Enter a date from ${formatShortDate(FIRST_DATE)} on.` : null;
};

/** Returns whether a company has or had the symbol. */
export const isKnownSymbol = async (
  symbol: string,
  { companies, changes }: Pick<RouteDependencies, 'companies'> & Pick<MarketFacts, 'changes'>,
): Promise<boolean> =>
  (await companies.find(symbol)) !== null || changes.some(({ from, to }) => from === symbol || to === symbol);

export const tooManyTrades = () =>
  conflict('too_many_trades', `There can be at most ${MAX_TRADES.toLocaleString('en')} trades.`);

const merge = (row: TradeRow, change: Changed): Values => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...toTradeValues(row), ...given };
};

const toColumns = (values: Values) => ({
  symbol: values.symbol,
  side: values.side,
  kind: values.kind,
  date: values.date,
  shares: values.shares,
  price: values.price,
  costs: values.costs,
  signalId: values.signal_id,
  plannedShares: values.planned_shares,
  note: values.note === '' ? null : values.note,
});

export const toHistoryTrade = (
  id: number,
  { symbol, side, kind, date, shares, price, costs, signal_id }: Omit<Values, 'planned_shares' | 'note'>,
): HistoryTrade => ({
  ...{ id, symbol, side, kind, date, shares },
  amount: toAmount(shares, price),
  costs: toPaisa(costs),
  signalId: signal_id,
});

/** A purchase that follows a signal also marks it as entered. */
async function mark(tx: Transaction, userId: string, { side, signal_id }: Values, now: Date): Promise<void> {
  if (side === 'buy' && signal_id !== null)
    await insertEntered(tx, userId, [signal_id], { now, limit: MAX_ENTERED_SIGNALS });
}

/** Rejects a change by which a sale would sell more than is held, and returns what follows from it. */
async function checkHoldings(
  db: Queryable,
  userId: string,
  {
    removed,
    added,
    facts,
    now,
  }: { removed: readonly TradeRow[]; added: readonly HistoryTrade[]; facts: MarketFacts; now: Date },
): Promise<Followed> {
  const symbols = [...removed, ...added].map(({ symbol }) => symbol);
  const sources = await readHistory(db, userId, { ...facts, until: toKarachiDate(now), symbols });
  const after = createChangedHistory(sources, { removed: new Set(removed.map(({ id }) => id)), added });
  const rejected = findRejectedSale(createHistory(sources), after);
  if (rejected) {
    const isEntered = added.some(({ id }) => id === rejected.tradeId);
    throw badRequest('excess_sale', { shares: [describeRejectedSale(rejected, isEntered)] });
  }
  const followed = followHistory(after);
  if (exceedsLimit(followed)) throw badRequest('too_many_shares', { shares: [TOO_MANY_SHARES] });
  return followed;
}

export const TOO_MANY_SHARES = `You would hold more than ${MAX_HELD_SHARES.toLocaleString('en')} shares.`;

/** Returns whether more shares of a company would be held than there can be. */
export function exceedsLimit({ lots, entries }: Followed): boolean {
  const held = new Map<string, number>();
  for (const { company, shares } of lots) held.set(company, (held.get(company) ?? 0) + shares);
  const counts = [
    ...held.values(),
    ...entries.map(({ sharesBefore, sharesChange, offered }) => sharesBefore + sharesChange + (offered ?? 0)),
  ];
  return counts.some((shares) => shares > MAX_HELD_SHARES);
}
