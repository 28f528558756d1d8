import { toKarachiDate } from '#core/contract/dates.ts';
import { cachedUntilChange } from '#core/server/platform/cached-until-change.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { findNextExDates, findNextMeetings } from '#features/corporate-actions/server/corporate-actions.ts';
import type { CompanyStatus } from '#features/market/contract/companies.ts';
import { FACT_NUMBERS, type Ordering } from '#features/market/contract/fact-names.ts';
import type { CompanyFacts, ScreenerFilters } from '#features/market/contract/facts.ts';
import { cacheHolidays } from '#features/market/server/market.ts';
import { formatPaisa } from '#features/market/server/prices/import/price-records.ts';
import { companyFacts } from '#features/market/server/prices/prices.tables.ts';
import type { Holidays } from '#features/market/server/trading-days.ts';
import { AVERAGE_SCALE, type Facts, formatChange, formatQuotient } from './calculate-facts.ts';

/** The facts of a company, with its name and its dates ahead, and as they are stored. */
export interface MarketRow {
  facts: CompanyFacts;
  stored: Facts;
  /** Its share is traded. */
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

/** Of companies whose sector is not known. */
export const NO_SECTOR = 'Other';

/** Returns a function that reads the facts of all companies, which are as many as the exchange lists, and caches them until they change. */
export function cacheMarketRows({ database, clock, companies }: RouteDependencies) {
  const { db, changes } = database;
  const getHolidays = cacheHolidays(database);
  const readStored = cachedUntilChange(changes, 'prices', () =>
    db.select().from(companyFacts).orderBy(companyFacts.symbol),
  );
  const readNext = async (today: string, holidays: Holidays) => {
    const [exDates, meetings] = await Promise.all([
      findNextExDates(db, null, today, holidays),
      findNextMeetings(db, null, today),
    ]);
    return { today, holidays, exDates, meetings };
  };
  type NextDates = Awaited<ReturnType<typeof readNext>>;
  const getNextCache = cachedUntilChange(
    changes,
    'corporate-actions',
    async (): Promise<{ next?: NextDates }> => ({}),
  );

  let read: { sources: readonly unknown[]; result: MarketRows } | null = null;
  return async (): Promise<MarketRows> => {
    const [stored, holidays, cache, directory] = await Promise.all([
      readStored(),
      getHolidays(),
      getNextCache(),
      companies.list(),
    ]);
    const today = toKarachiDate(clock.now());
    const isCurrent = cache.next?.today === today && cache.next.holidays === holidays;
    const next = (isCurrent && cache.next) || (await readNext(today, holidays));
    cache.next = next;
    // The directory is another array if any company has changed, also one outside of it.
    const sources = [stored, next, directory];
    if (read && sources.every((source, index) => source === read?.sources[index])) return read.result;
    const found = await Promise.all(stored.map(({ symbol }) => companies.find(symbol)));
    const rows = stored.flatMap((facts, index): MarketRow[] => {
      const company = found[index];
      // Rights have prices too.
      if (!company) return [];
      const { symbol, name, sector, status } = company;
      return [
        {
          stored: facts,
          isActive: !STOPPED.includes(status),
          facts: {
            ...presentFacts(facts),
            ...{ name, sector, status },
            next_ex_date: next.exDates.get(symbol) ?? null,
            next_meeting_date: next.meetings.get(symbol) ?? null,
          },
        },
      ];
    });
    const result = { date: findMarketDate(stored), today, rows };
    read = { sources, result };
    return result;
  };
}

/** Returns the date of the last bar of most companies: a few bars of a later date are not the file of that date. */
function findMarketDate(stored: readonly Facts[]): string | null {
  const dates = [...Map.groupBy(stored, ({ date }) => date)];
  dates.sort(([a, rowsOfA], [b, rowsOfB]) => rowsOfB.length - rowsOfA.length || (a < b ? 1 : -1));
  return dates[0]?.[0] ?? null;
}

const formatPrice = (paisa: number | null) => (paisa === null ? null : formatPaisa(paisa));
const formatAverage = (paisa: number | null) => formatPrice(paisa === null ? null : Math.round(paisa));

function presentFacts(facts: Facts) {
  const { close, volume, averageVolume20 } = facts;
  const toDistance = (from: number | null) => (from === null ? null : formatChange(from, close));
  const toDistanceFromAverage = (from: number | null) =>
    from === null ? null : formatChange(Math.round(from * AVERAGE_SCALE), close * AVERAGE_SCALE);
  return {
    symbol: facts.symbol,
    date: facts.date,
    bars: facts.bars,
    close: formatPaisa(close),
    change_1d: toDistance(facts.close1dAgo),
    change_1w: toDistance(facts.close1wAgo),
    change_1m: toDistance(facts.close1mAgo),
    change_3m: toDistance(facts.close3mAgo),
    change_6m: toDistance(facts.close6mAgo),
    change_1y: toDistance(facts.close1yAgo),
    high_52w: formatPrice(facts.high52w),
    low_52w: formatPrice(facts.low52w),
    from_high_52w: toDistance(facts.high52w),
    from_low_52w: toDistance(facts.low52w),
    days_since_high: facts.daysSinceHigh,
    days_since_low: facts.daysSinceLow,
    volume,
    average_volume_20: averageVolume20,
    volume_ratio: volume === null || !averageVolume20 ? null : formatQuotient(volume, averageVolume20),
    value: volume === null ? null : formatRupees(getValue(facts)),
    rsi_14: facts.rsi14,
    sma_20: formatAverage(facts.sma20),
    sma_50: formatAverage(facts.sma50),
    sma_200: formatAverage(facts.sma200),
    from_sma_20: toDistanceFromAverage(facts.sma20),
    from_sma_50: toDistanceFromAverage(facts.sma50),
    from_sma_200: toDistanceFromAverage(facts.sma200),
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
  const { symbol = [], sector, status } = filters;
  const limits = FACT_NUMBERS.flatMap((name) => {
    const [min, max] = [filters[`min_${name}`], filters[`max_${name}`]];
    return min || max ? [{ name, min, max }] : [];
  });
  const symbols = new Set(symbol);
  return rows
    .filter(({ facts, isActive }) => (status ? facts.status === status : isActive))
    .map(({ facts }) => facts)
    .filter((facts) => symbols.size === 0 || symbols.has(facts.symbol))
    .filter((facts) => !sector || (facts.sector ?? NO_SECTOR) === sector)
    .filter((facts) =>
      limits.every(({ name, min, max }) => {
        const value = facts[name];
        return (
          value !== null && (!min || Number(value) >= Number(min)) && (!max || Number(value) <= Number(max))
        );
      }),
    )
    .sort(compareBy(filters.ordering || 'symbol'));
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
