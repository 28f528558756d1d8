import { getPageLinks, parsePage } from '#core/server/http/pagination.ts';
import { parseId } from '#core/server/http/parse-id.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  editTrade,
  enterTrade,
  listDeletedTrades,
  listTrades,
  readTradeHistory,
  removeTrade,
  TRADES_PAGE_SIZE,
} from '#features/positions/contract/trades.ts';
import { createTradeChanger } from './change-trades.ts';
import {
  countTrades,
  findTrade,
  listDeletions,
  listTradeChanges,
  listTradeRows,
  presentTrade,
} from './positions.queries.ts';
import { readHistory } from './read-history.ts';
import type { PositionReader } from './read-positions.ts';
import { type Followed, followHistory } from './rules/follow-history.ts';
import { createHistory } from './rules/to-actions.ts';

/** Serves the trades that customers enter, with their history. */
export function tradeRoutes(
  { handle, config, database, clock, companies }: RouteDependencies,
  { getFacts, getToday }: PositionReader,
): void {
  const { db } = database;
  const trades = createTradeChanger({ database, clock, companies, getFacts });
  handle(enterTrade, ({ caller, body }) => trades.enter(caller, body));
  handle(editTrade, ({ caller, params, body }) => trades.edit(caller, parseId(params.id), body));
  handle(removeTrade, ({ caller, params }) => trades.remove(caller, parseId(params.id)));

  handle(listTrades, async ({ caller: { userId }, query, url }) => {
    const page = parsePage(query.page);
    const pageSize = TRADES_PAGE_SIZE;
    const total = await countTrades(db, userId);
    const links = getPageLinks({ page, pageSize, total, url, publicUrl: config.publicUrl });
    const rows = await listTradeRows(db, userId, { limit: pageSize, offset: (page - 1) * pageSize });
    const sold = rows.flatMap((row) => (row.side === 'sell' ? [row.symbol] : []));
    const excess = sold.length === 0 ? [] : await listExcess(userId, sold);
    const held = new Map(excess.map((sale) => [sale.tradeId, { held: sale.held }]));
    return { count: total, ...links, results: rows.map((row) => presentTrade(row, held.get(row.id))) };
  });

  const listExcess = async (userId: string, symbols: readonly string[]): Promise<Followed['excess']> => {
    const sources = await readHistory(db, userId, { ...(await getFacts()), until: getToday(), symbols });
    return followHistory(createHistory(sources)).excess;
  };

  handle(readTradeHistory, async ({ caller: { userId }, params }) => {
    const id = parseId(params.id);
    const results = await listTradeChanges(db, userId, id);
    if (results.length === 0 && !(await findTrade(db, userId, id))) throw notFound();
    return { results };
  });

  handle(listDeletedTrades, async ({ caller }) => ({ results: await listDeletions(db, caller.userId) }));
}
