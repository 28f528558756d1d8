import Big from 'big.js';
import { addDays, toKarachiDate } from '#core/contract/dates.ts';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { findNextExDates, findNextMeetings } from '#features/corporate-actions/server/corporate-actions.ts';
import type { CompanyStatus } from '#features/market/contract/companies.ts';
import type { Ordering } from '#features/market/contract/fact-names.ts';
import type { CompanyFacts, ScreenerFilters } from '#features/market/contract/facts.ts';
import { FACT_NUMBERS } from '#features/market/contract/fact-names.ts';
import { cacheHolidays } from '#features/market/server/market.ts';
import { formatPaisa } from '#features/market/server/prices/import/price-records.ts';
import { findLastCompleteDate } from '#features/market/server/prices/list/prices.queries.ts';
import { companyFacts } from '#features/market/server/prices/prices.tables.ts';
import { type Facts, formatChange } from './calculate-facts.ts';

/** The facts of a company, with its name and its dates ahead, and as they are stored. */
export interface MarketRow {
  facts: CompanyFacts;
  stored: Facts;
  /** Its share is traded: rankings and sums count it if its last bar is of the last date. */
  isActive: boolean;
}

export interface MarketRows {
  /** The date of the last bar of most companies; `null` without prices. */
  date: string | null;
  today: string;
  /** By symbol. */
  rows: MarketRow[];
}

const STOPPED: readonly CompanyStatus[] = ['suspended', 'delisted', 'renamed', 'merged', 'unquoted'];
/** A share without a bar for longer may be suspended. */
const MAX_SILENT_DAYS = 7;

/** Returns a function that reads the facts of all companies, which are as many as the exchange lists, and caches them until they change. */
export function cacheMarketRows({ database, clock, companies }: RouteDependencies) {
  const { db, changes } = database;
  const getHolidays = cacheHolidays(database);
  const readStored = cachedUntilChange(changes, 'prices', () => db.select().from(companyFacts));
  const readDate = cachedUntilChange(changes, 'prices', () => findLastCompleteDate(db));
  let dates: { today: string; holidays: unknown; next: Awaited<ReturnType<typeof readNext>> } | null = null;
  const readEvents = cachedUntilChange(changes, 'corporate-actions', async () => {
    dates = null;
  });

  const readNext = async (symbols: string[], today: string) =>
    Promise.all([
      findNextExDates(db, symbols, today, await getHolidays()),
      findNextMeetings(db, symbols, today),
    ]);

  let read: { sources: readonly unknown[]; result: MarketRows } | null = null;
  return async (): Promise<MarketRows> => {
    const [stored, date, listed, holidays] = await Promise.all([
      readStored(),
      readDate(),
      companies.list(),
      getHolidays(),
      readEvents(),
    ]);
    const today = toKarachiDate(clock.now());
    if (dates?.today !== today || dates.holidays !== holidays)
      dates = {
        today,
        holidays,
        next: await readNext(
          stored.map(({ symbol }) => symbol),
          today,
        ),
      };
    const { next } = dates;
    const sources = [stored, date, listed, next];
    if (read && sources.every((source, index) => source === read?.sources[index])) return read.result;
    const factsOf = new Map(stored.map((facts) => [facts.symbol, facts]));
    const rows = listed.flatMap((company): MarketRow[] => {
      const facts = factsOf.get(company.symbol);
      if (!facts) return [];
      const isSilent = date !== null && facts.date < addDays(date, -MAX_SILENT_DAYS);
      return [
        {
          stored: facts,
          isActive: !STOPPED.includes(company.status) && !isSilent,
          facts: {
            ...presentFacts(facts),
            name: company.name,
            sector: company.sector,
            status: company.status,
            next_ex_date: next[0].get(company.symbol) ?? null,
            next_meeting_date: next[1].get(company.symbol) ?? null,
          },
        },
      ];
    });
    rows.sort((a, b) => (a.stored.symbol < b.stored.symbol ? -1 : 1));
    const result = { date, today, rows };
    read = { sources, result };
    return result;
  };
}

const formatPrice = (paisa: number | null) => (paisa === null ? null : formatPaisa(paisa));

function presentFacts(facts: Facts) {
  const { close, volume, averageVolume20 } = facts;
  const toDistance = (from: number | null) => (from === null ? null : formatChange(from, close));
  return {
    symbol: facts.symbol,
    date: facts.date,
    bars: facts.bars,
    close: formatPaisa(close),
    change_1d: facts.change1d,
    change_1w: facts.change1w,
    change_1m: facts.change1m,
    change_3m: facts.change3m,
    change_6m: facts.change6m,
    change_1y: facts.change1y,
    high_52w: formatPrice(facts.high52w),
    low_52w: formatPrice(facts.low52w),
    from_high_52w: toDistance(facts.high52w),
    from_low_52w: toDistance(facts.low52w),
    days_since_high: facts.daysSinceHigh,
    days_since_low: facts.daysSinceLow,
    volume,
    average_volume_20: averageVolume20,
    volume_ratio:
      volume === null || !averageVolume20 ? null : new Big(volume).div(averageVolume20).toFixed(2),
    value: volume === null ? null : formatRupees(getValue(facts)),
    rsi_14: facts.rsi14,
    sma_20: formatPrice(facts.sma20),
    sma_50: formatPrice(facts.sma50),
    sma_200: formatPrice(facts.sma200),
    from_sma_20: toDistance(facts.sma20),
    from_sma_50: toDistance(facts.sma50),
    from_sma_200: toDistance(facts.sma200),
    crossed_sma_200: facts.crossedSma200,
    macd_crossed: facts.macdCrossed,
    atr_percent: facts.atrPercent,
    dividends_12m: facts.dividends12m,
    dividend_yield: facts.dividendYield,
  };
}

/** Returns the traded value in paisa, which can have more digits than a number is exact for. */
export const getValue = ({ close, volume }: Pick<Facts, 'close' | 'volume'>): bigint =>
  BigInt(close) * BigInt(volume ?? 0);

export const formatRupees = (paisa: bigint): string =>
  `${paisa / 100n}.${String(paisa % 100n).padStart(2, '0')}`;

/** Returns the companies that meet the filters, in their order. */
export function screen({ rows }: MarketRows, filters: ScreenerFilters): CompanyFacts[] {
  const { symbol = [], sector = '', status, ordering = 'symbol' } = filters;
  const limits = FACT_NUMBERS.flatMap((name) => {
    const [min, max] = [filters[`min_${name}`], filters[`max_${name}`]];
    return min === undefined && max === undefined ? [] : [{ name, min, max }];
  });
  const symbols = new Set(symbol);
  return rows
    .filter(({ facts, isActive }) => (status === undefined ? isActive : facts.status === status))
    .map(({ facts }) => facts)
    .filter((facts) => symbols.size === 0 || symbols.has(facts.symbol))
    .filter((facts) => sector === '' || facts.sector === sector)
    .filter((facts) =>
      limits.every(({ name, min, max }) => {
        const value = facts[name];
        return (
          value !== null &&
          (min === undefined || Number(value) >= Number(min)) &&
          (max === undefined || Number(value) <= Number(max))
        );
      }),
    )
    .sort(compareBy(ordering));
}

/** Orders companies; unknown values are last in both directions, and equal ones by symbol. */
function compareBy(ordering: Ordering): (a: CompanyFacts, b: CompanyFacts) => number {
  const name = ordering.replace('-', '') as keyof CompanyFacts;
  const direction = ordering.startsWith('-') ? -1 : 1;
  const isNumber = (FACT_NUMBERS as readonly string[]).includes(name);
  const read = (facts: CompanyFacts) => {
    const value = facts[name];
    return value !== null && isNumber ? Number(value) : value;
  };
  return (a, b) => {
    const [first, second] = [read(a), read(b)];
    if (first === second) return a.symbol < b.symbol ? -1 : 1;
    if (first === null || second === null) return first === null ? 1 : -1;
    return first < second ? -direction : direction;
  };
}
