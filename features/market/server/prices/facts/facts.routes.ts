import Big from 'big.js';
import { addDays, getStartOfDate } from '#core/contract/dates.ts';
import { writeCsv } from '#core/contract/text/csv.ts';
import { getPageLinks, parsePage } from '#core/server/http/pagination.ts';
import { serveSharedFile } from '#core/server/http/response-cache/shared-file.ts';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { SYMBOL_PATTERN } from '#features/market/contract/companies.ts';
import { SCREENER_PAGE_SIZE } from '#features/market/contract/fact-names.ts';
import {
  CompanyFacts,
  getCompanyFacts,
  getHeatMap,
  getMarketOverview,
  listFacts,
  listScreener,
  ScreenerFilters,
} from '#features/market/contract/facts.ts';
import { INDEX_CODES } from '#features/market/contract/prices.ts';
import { formatPaisa } from '#features/market/server/prices/import/price-records.ts';
import { adjustBars } from '#features/market/server/prices/list/list-bars.ts';
import {
  listAdjustmentsOf,
  listIndexRows,
  listYearEndBars,
} from '#features/market/server/prices/list/prices.queries.ts';
import { formatChange, getStarts, listDividends } from './calculate-facts.ts';
import { drawHeatMap, summarizeMarket } from './overview.ts';
import { cacheMarketRows, getValue, type MarketRow, type MarketRows, screen } from './read-facts.ts';

const PEERS = 5;

/** Serves the figures that are calculated from prices: of one company, of a list, and of the market. */
export function factRoutes(dependencies: RouteDependencies): void {
  const { api, handle, caching, config, database } = dependencies;
  const { db, changes } = database;
  const getRows = cacheMarketRows(dependencies);
  const getIndices = cachedUntilChange(changes, 'prices', () =>
    Promise.all(
      INDEX_CODES.map(async (code) => ({
        code,
        rows: await listIndexRows(db, { code, from: '0001-01-01' }),
      })),
    ),
  );

  /** The next dates of companies depend on today. */
  const readRows = async (changesAt: (time: Date) => void): Promise<MarketRows> => {
    const market = await getRows();
    changesAt(getStartOfDate(addDays(market.today, 1)));
    return market;
  };

  handle(listScreener, async ({ query, url, changesAt }) => {
    const page = parsePage(query.page || undefined);
    const found = screen(await readRows(changesAt), query);
    const pageSize = SCREENER_PAGE_SIZE;
    const total = found.length;
    const links = getPageLinks({ page, pageSize, total, url, publicUrl: config.publicUrl });
    return { count: total, ...links, results: found.slice((page - 1) * pageSize, page * pageSize) };
  });

  serveSharedFile(api, caching, {
    query: ScreenerFilters,
    topics: listScreener.topics,
    path: '/market/screener/export.csv',
    cacheControl: 'no-cache',
    read: async ({ query, changesAt }) => {
      const market = await readRows(changesAt);
      const chosen = query.columns ? query.columns.split(',') : [];
      const all = Object.keys(CompanyFacts.shape) as (keyof CompanyFacts)[];
      const columns =
        chosen.length === 0 ? all : all.filter((name) => name === 'symbol' || chosen.includes(name));
      const rows = screen(market, query).map((facts) => columns.map((name) => facts[name]));
      return {
        body: writeCsv(rows, columns),
        type: 'text/csv; charset=utf-8',
        downloadName: `screener-${market.date ?? market.today}.csv`,
      };
    },
  });

  handle(listFacts, async ({ query: { symbols }, changesAt }) => {
    const requested = new Set(symbols);
    const { rows } = await readRows(changesAt);
    return { results: rows.filter(({ stored }) => requested.has(stored.symbol)).map(({ facts }) => facts) };
  });

  handle(getCompanyFacts, async ({ params: { symbol }, changesAt }) => {
    if (!SYMBOL_PATTERN.test(symbol)) throw notFound();
    const { rows, date } = await readRows(changesAt);
    const own = rows.find(({ stored }) => stored.symbol === symbol);
    const sector = own?.facts.sector ?? null;
    const isPeer = ({ facts, isActive, stored }: MarketRow) =>
      isActive && stored.date === date && facts.sector === sector && stored.symbol !== symbol;
    const peers = (sector === null ? [] : rows.filter(isPeer)).sort((a, b) =>
      Number(getValue(b.stored) - getValue(a.stored)),
    );
    return {
      facts: own?.facts ?? null,
      dividends: own ? await listDividendYears(db, symbol, own.stored.date) : [],
      peers: peers.slice(0, PEERS).map(({ facts }) => facts),
    };
  });

  handle(getMarketOverview, async ({ query, changesAt }) => {
    const market = await readRows(changesAt);
    const indices = (await getIndices()).flatMap(({ code, rows }) => {
      // The figures are those of one date.
      const last = rows.find(({ date }) => date === market.date);
      if (!last) return [];
      const start = getStarts(last.date)[query.period];
      const before = rows.findLast(({ date }) => date <= start);
      const change = before ? formatChange(before.value, last.value) : null;
      return [{ code, value: formatPaisa(last.value), change }];
    });
    return { ...summarizeMarket(market, query), indices };
  });

  handle(getHeatMap, async ({ query, changesAt }) => drawHeatMap(await readRows(changesAt), query));
}

/** Sums up the cash dividends of each year until a date, the latest year first. */
async function listDividendYears(db: Queryable, symbol: string, until: string) {
  const [all, bars] = await Promise.all([listAdjustmentsOf(db, [symbol]), listYearEndBars(db, symbol)]);
  const adjustments = all.filter(({ exDate }) => exDate <= until);
  const closes = new Map(adjustBars(bars, adjustments).map(({ date, close }) => [date.slice(0, 4), close]));
  const years = Map.groupBy(listDividends(adjustments), ({ exDate }) => exDate.slice(0, 4));
  return [...years]
    .map(([year, dividends]) => {
      const paisa = dividends.reduce((sum, each) => sum.plus(each.paisa), new Big(0));
      const close = closes.get(year);
      return {
        year: Number(year),
        per_share: paisa.div(100).toFixed(2),
        yield: close === undefined ? null : paisa.times(100).div(close).toFixed(2),
      };
    })
    .sort((a, b) => b.year - a.year);
}
