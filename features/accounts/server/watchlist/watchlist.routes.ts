import type { Transaction } from '#core/server/platform/database.ts';
import { badRequest, notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  MAX_ENTERED_SIGNALS,
  MAX_WATCHED_COMPANIES,
  mergeEnteredSignals,
  mergeWatchlist,
  readEnteredSignals,
  readWatchlist,
  setEntered,
  setWatched,
} from '#features/accounts/contract/watchlist.ts';
import { lockCustomer } from '#features/accounts/server/accounts.ts';
import { filterReadableSignals } from '#features/signals/server/signals.ts';
import {
  deleteEntered,
  deleteWatched,
  insertEntered,
  insertWatched,
  listEnteredSignals,
  listWatchedSymbols,
} from './watchlist.queries.ts';

/** Serves the companies that customers watch and the signals that they entered. */
export function registerWatchlist({ handle, database, clock, companies }: RouteDependencies): void {
  /** Runs a change unless the account was deleted, and returns what `list` reads after it. */
  const change = <Result>(
    userId: string,
    run: (tx: Transaction) => Promise<void>,
    list: (tx: Transaction, userId: string) => Promise<Result>,
  ): Promise<Result> =>
    database.transaction(async (tx) => {
      if (!(await lockCustomer(tx, userId))) throw notFound();
      await run(tx);
      return list(tx, userId);
    });

  handle(readWatchlist, async ({ caller }) => ({
    symbols: await listWatchedSymbols(database.db, caller.userId),
  }));

  handle(setWatched, async ({ caller, body: { symbol, is_watched } }) => {
    if (is_watched && (await companies.find(symbol)) === null) throw unknownCompany(symbol);
    const set = async (tx: Transaction) => {
      if (!is_watched) return deleteWatched(tx, caller.userId, symbol);
      const watched = await listWatchedSymbols(tx, caller.userId);
      if (watched.includes(symbol)) return;
      if (watched.length >= MAX_WATCHED_COMPANIES) throw watchlistFull();
      await insertWatched(tx, caller.userId, [symbol], clock.now());
    };
    return { symbols: await change(caller.userId, set, listWatchedSymbols) };
  });

  handle(mergeWatchlist, async ({ caller, body }) => {
    const given = [...new Set(body.symbols)];
    const found = await Promise.all(given.map((symbol) => companies.find(symbol)));
    const existing = given.filter((_, index) => found[index] !== null);
    const merge = async (tx: Transaction) => {
      const watched = new Set(await listWatchedSymbols(tx, caller.userId));
      const added = existing.filter((symbol) => !watched.has(symbol));
      const free = Math.max(MAX_WATCHED_COMPANIES - watched.size, 0);
      await insertWatched(tx, caller.userId, added.slice(0, free), clock.now());
    };
    const symbols = await change(caller.userId, merge, listWatchedSymbols);
    return { symbols, rejected: given.filter((symbol) => !symbols.includes(symbol)) };
  });

  handle(readEnteredSignals, async ({ caller }) => ({
    ids: await listEnteredSignals(database.db, caller.userId),
  }));

  handle(setEntered, async ({ caller, body: { id, is_entered } }) => {
    const now = clock.now();
    const readable = is_entered ? await filterReadableSignals(database.db, caller, [id], now) : [];
    if (is_entered && readable.length === 0) throw notFound('Signal not found');
    const set = (tx: Transaction) =>
      is_entered
        ? insertEntered(tx, caller.userId, readable, { now, limit: MAX_ENTERED_SIGNALS })
        : deleteEntered(tx, caller.userId, id);
    return { ids: await change(caller.userId, set, listEnteredSignals) };
  });

  handle(mergeEnteredSignals, async ({ caller, body }) => {
    const now = clock.now();
    const readable = await filterReadableSignals(database.db, caller, body.ids, now);
    const merge = async (tx: Transaction) => {
      const marked = new Set(await listEnteredSignals(tx, caller.userId));
      const added = readable.filter((id) => !marked.has(id));
      // The marks of the browser have no time, so they replace none of the account.
      const free = Math.max(MAX_ENTERED_SIGNALS - marked.size, 0);
      const newest = added.slice(Math.max(added.length - free, 0));
      await insertEntered(tx, caller.userId, newest, { now, limit: MAX_ENTERED_SIGNALS });
    };
    return { ids: await change(caller.userId, merge, listEnteredSignals) };
  });
}

const unknownCompany = (symbol: string) =>
  badRequest('unknown_company', { symbol: [`No company has the symbol ${symbol}.`] });

const watchlistFull = () =>
  badRequest('watchlist_full', {
    symbol: [`You watch ${MAX_WATCHED_COMPANIES} companies, the most possible. Remove one first.`],
  });
