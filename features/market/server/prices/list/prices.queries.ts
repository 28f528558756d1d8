import {
  and,
  asc,
  type Column,
  desc,
  eq,
  type GetColumnData,
  gte,
  lt,
  lte,
  max,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { LocalDate } from '#core/contract/dates.ts';
import { isOneOf, toColumns } from '#core/server/platform/database/parameters.ts';
import { prepareOnce } from '#core/server/platform/database/prepare-once.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { type IndexCode, MAX_GAP_SECONDS } from '#features/market/contract/prices.ts';
import { isAppliedOrPaid } from '#features/market/server/prices/adjustments/adjustments.queries.ts';
import type { StoredSecond } from '#features/market/server/prices/import/intraday.ts';
import {
  indexValues,
  intradayPrices,
  isTraded,
  priceAdjustments,
  priceBars,
  priceCounts,
} from '#features/market/server/prices/prices.tables.ts';

/** A bar of a symbol as stored, in paisa. Every query that returns bars to be adjusted selects all of it. */
export type BarRow = Pick<
  typeof priceBars.$inferSelect,
  'date' | 'open' | 'high' | 'low' | 'close' | 'previousClose' | 'volume' | 'suffix' | 'importId'
>;

/** Selects the last bar of a symbol, as `last`. It reads one entry of the primary key. */
const selectLastBar = (symbol: SQLWrapper) =>
  sql`(select * from ${priceBars} where ${priceBars.symbol} = ${symbol} order by ${priceBars.date} desc limit 1) as last`;

/** Returns the date of the last bar of any symbol, or `null` if there are none. */
export async function findLastDate(db: Queryable): Promise<LocalDate | null> {
  const { rows } = await db.execute<{ date: LocalDate | null }>(sql`
    select max(last.date)::text as date from ${priceCounts} cross join lateral ${selectLastBar(priceCounts.symbol)}`);
  return rows[0]?.date ?? null;
}

/** Returns the date of the last bar of most symbols: a few bars of a later date are not the file of that date. */
export async function findLastCompleteDate(db: Queryable): Promise<LocalDate | null> {
  const { rows } = await db.execute<{ date: LocalDate | null }>(sql`
    select (mode() within group (order by last.date desc))::text as date
    from ${priceCounts} cross join lateral ${selectLastBar(priceCounts.symbol)}`);
  return rows[0]?.date ?? null;
}

/** Returns the symbols with the highest turnover on the last date of any bar. */
export async function listMostTraded(db: Queryable, limit: number) {
  const { rows } = await db.execute<{ symbol: string; date: LocalDate }>(sql`
    with last_bars as (
      select last.* from ${priceCounts} cross join lateral ${selectLastBar(priceCounts.symbol)}
    )
    select symbol, date::text as date from last_bars
    where date = (select max(date) from last_bars) and volume > 0
    order by close::numeric * volume desc, symbol limit ${limit}`);
  return rows;
}

const SYMBOL = sql.placeholder('symbol');

const prepareBars = prepareOnce(
  (db) => {
    const { date } = priceBars;
    const latest = sql`(select ${date} from ${priceBars} where ${priceBars.symbol} = ${SYMBOL}
      order by ${date} desc limit 2) as latest`;
    return db
      .select({
        bars: aggregateBars(),
        firstDate: sql<LocalDate | null>`(select min(${date})::text from ${priceBars} where ${priceBars.symbol} = ${SYMBOL})`,
      })
      .from(priceBars)
      .where(
        and(
          eq(priceBars.symbol, SYMBOL),
          sql`${date} >= (select least(max(latest.date) - ${sql.placeholder('days')}::int, min(latest.date)) from ${latest})`,
        ),
      );
  },
  () => '',
);

/**
 * Returns the bars of a symbol in the days until its last one, and at least its last two, by date, and the date of the first
 * stored one.
 */
export async function listBarRows(
  db: Queryable,
  { symbol, days }: { symbol: string; days: number },
): Promise<{ rows: BarRow[]; firstDate: LocalDate | null }> {
  const [row] = await prepareBars(db, null).execute({ symbol, days });
  return { rows: toBars(row?.bars ?? null), firstDate: row?.firstDate ?? null };
}

/** Returns the symbols that have bars. */
export async function listPricedSymbols(db: Queryable): Promise<string[]> {
  const rows = await db.select({ symbol: priceCounts.symbol }).from(priceCounts);
  return rows.map(({ symbol }) => symbol);
}

/** Fewer companies with trades on a date are those of an index or a single file, not the market: it trades more than 400 a day. */
const MIN_MARKET_SYMBOLS = 350;
/** Days with so many trading days in them, holidays included. */
const MAX_CALENDAR_DAYS = 2;

/**
 * Returns when each symbol was last traded, by its imported bars, and the first and the last of the newest `days` dates on which the
 * market was. A bar whose volume is zero has no trade; of files without volumes, bars with a range are of trades, because a close alone
 * can be one that the exchange repeats.
 */
export async function readTrading(
  db: Queryable,
  days: number,
): Promise<{
  lastTraded: ReadonlyMap<string, LocalDate>;
  market: { since: LocalDate; until: LocalDate } | null;
}> {
  const { rows } = await db.execute<{ symbol: string; date: LocalDate }>(sql`
    select counted.symbol, last.date::text as date from ${priceCounts} counted cross join lateral (
      select date from ${priceBars} where ${priceBars.symbol} = counted.symbol and ${isTraded(priceBars)} order by date desc limit 1
    ) last`);
  const lastTraded = new Map(rows.map(({ symbol, date }) => [symbol, date]));
  if (rows.length < MIN_MARKET_SYMBOLS) return { lastTraded, market: null };
  const newest = rows.reduce((last, { date }) => (date > last ? date : last), '');
  const market = await db.execute<{ date: LocalDate }>(sql`
    select ${priceBars.date}::text as date from ${priceBars}
    where ${isTraded(priceBars)} and ${priceBars.date} > ${newest}::date - ${days * MAX_CALENDAR_DAYS}::integer
    group by ${priceBars.date} having count(*) >= ${MIN_MARKET_SYMBOLS} order by ${priceBars.date} desc limit ${days}`);
  const [until, since] = [market.rows[0]?.date, market.rows[days - 1]?.date];
  return { lastTraded, market: until && since ? { since, until } : null };
}

/** Returns the last date on which a share was traded, by imported prices; `null` without one. */
export async function findLastTraded(db: Queryable, symbol: string): Promise<LocalDate | null> {
  const [row] = await db
    .select({ date: priceBars.date })
    .from(priceBars)
    .where(and(eq(priceBars.symbol, symbol), isTraded(priceBars)))
    .orderBy(desc(priceBars.date))
    .limit(1);
  return row?.date ?? null;
}

/** Returns the last bar of a symbol before a date, or `null` if it has none. */
export async function findLastBarBefore(
  db: Queryable,
  { symbol, date }: { symbol: string; date: LocalDate },
): Promise<BarRow | null> {
  const [row] = await db
    .select()
    .from(priceBars)
    .where(and(eq(priceBars.symbol, symbol), lt(priceBars.date, date)))
    .orderBy(desc(priceBars.date))
    .limit(1);
  return row ?? null;
}

/** The columns of `selectLastBar`. */
const LAST = { importId: sql`last.import_id`, volume: sql`last.volume`, high: sql`last.high` };

/** Returns the last bar of each of the symbols that has any. */
export async function listLastBarsOf(
  db: Queryable,
  symbols: readonly string[],
): Promise<(Pick<BarRow, 'date' | 'close'> & { symbol: string; isTraded: boolean })[]> {
  if (symbols.length === 0) return [];
  const { rows } = await db.execute<{
    symbol: string;
    date: LocalDate;
    close: number;
    isTraded: boolean;
  }>(sql`
    select last.symbol, last.date::text as date, last.close, ${isTraded(LAST)} as "isTraded"
    from unnest(${sql.param([...symbols])}::text[]) as given (symbol)
    cross join lateral ${selectLastBar(sql`given.symbol`)}`);
  return rows;
}

/** Returns the last bars of each of the symbols that has any, by date. */
export async function listNewestBarsOf(
  db: Queryable,
  symbols: readonly string[],
  limit: number,
): Promise<Map<string, BarRow[]>> {
  if (symbols.length === 0) return new Map();
  const { rows } = await db.execute<{ symbol: string; bars: BarValues[] }>(sql`
    select given.symbol, newest.bars
    from unnest(${sql.param([...new Set(symbols)])}::text[]) as given (symbol)
    cross join lateral (
      select ${aggregateBars()} as bars from (
        select * from ${priceBars} where ${priceBars.symbol} = given.symbol order by ${priceBars.date} desc limit ${limit}
      ) as ${priceBars}
    ) newest
    where newest.bars is not null`);
  return new Map(rows.map((row) => [row.symbol, toBars(row.bars)]));
}

export async function findLastIndexDate(db: Queryable, code: string): Promise<LocalDate | null> {
  const [row] = await db
    .select({ date: max(indexValues.date) })
    .from(indexValues)
    .where(eq(indexValues.symbol, code));
  return row?.date ?? null;
}

export async function listIndexRows(
  db: Queryable,
  { code, from }: { code: string; from: LocalDate },
): Promise<{ date: LocalDate; value: number }[]> {
  return db
    .select({ date: indexValues.date, value: indexValues.value })
    .from(indexValues)
    .where(and(eq(indexValues.symbol, code), gte(indexValues.date, from)))
    .orderBy(asc(indexValues.date));
}

interface CoverageRow {
  symbol: string;
  firstDate: LocalDate;
  lastDate: LocalDate;
  lastClose: number;
  bars: number;
  closeOnly: number;
  lastImportId: number | null;
  hasInvented: boolean;
}

/** Returns what is stored of each symbol, by symbol. Reads four index entries per symbol, whatever the number of bars. */
export async function listCoverageRows(db: Queryable): Promise<CoverageRow[]> {
  const { symbol, bars, closeOnly } = priceCounts;
  const ofSymbol = sql`${priceBars.symbol} = ${symbol}`;
  return db
    .select({
      symbol,
      firstDate: sql<string>`(select min(${priceBars.date})::text from ${priceBars} where ${ofSymbol})`,
      lastDate: sql<string>`last.date::text`,
      lastClose: sql<number>`last.close`,
      bars,
      closeOnly,
      lastImportId: sql<
        number | null
      >`(select max(${priceBars.importId}) from ${priceBars} where ${ofSymbol})`,
      hasInvented: sql<boolean>`exists (select from ${priceBars} where ${ofSymbol} and ${priceBars.importId} is null)`,
    })
    .from(priceCounts)
    .crossJoin(sql`lateral ${selectLastBar(symbol)}`)
    .orderBy(asc(symbol));
}

/** The columns of a bar, in the order in which `toBars` reads their values. */
const BAR_COLUMNS = [
  priceBars.date,
  priceBars.open,
  priceBars.high,
  priceBars.low,
  priceBars.close,
  priceBars.previousClose,
  priceBars.volume,
  priceBars.suffix,
  priceBars.importId,
] as const;

type ValuesOf<Columns extends readonly Column[]> = {
  [Index in keyof Columns]: GetColumnData<Columns[Index]>;
};
type BarValues = ValuesOf<typeof BAR_COLUMNS>;

/** Selects the bars of a symbol by date as one value, which takes a fraction of the time of as many rows; `null` without any. */
const aggregateBars = (): SQL<BarValues[] | null> =>
  sql`json_agg(json_build_array(${sql.join([...BAR_COLUMNS], sql`, `)}) order by ${priceBars.date})`;

const toBars = (values: readonly BarValues[] | null): BarRow[] =>
  (values ?? []).map(([date, open, high, low, close, previousClose, volume, suffix, importId]) => ({
    date,
    open,
    high,
    low,
    close,
    previousClose,
    volume,
    suffix,
    importId,
  }));

/** Returns the bars of symbols as traded, in paisa, by date. */
export async function listBarsOf(
  db: Queryable,
  symbols: readonly string[],
  { from, until }: { from: LocalDate; until: LocalDate },
): Promise<Map<string, BarRow[]>> {
  const { symbol, date } = priceBars;
  const rows = await db
    .select({ symbol, bars: aggregateBars() })
    .from(priceBars)
    .where(and(isOneOf(symbol, symbols), gte(date, from), lte(date, until)))
    .groupBy(symbol);
  return new Map(rows.map((row) => [row.symbol, toBars(row.bars)]));
}

/** Returns the last bar of each year of a symbol, as traded, by date. */
export async function listYearEndBars(db: Queryable, of: string): Promise<BarRow[]> {
  const { symbol, date } = priceBars;
  const year = sql`extract(year from ${date})`;
  return db.selectDistinctOn([year]).from(priceBars).where(eq(symbol, of)).orderBy(year, desc(date));
}

type Close = Pick<BarRow, 'date' | 'close'>;

const toCloses = (rows: readonly { symbol: string; closes: [LocalDate, number][] }[]) =>
  new Map<string, Close[]>(
    rows.map(({ symbol, closes }) => [symbol, closes.map(([date, close]) => ({ date, close }))]),
  );

/** Returns the closes of symbols as traded, in paisa, by date. */
export async function listClosesOf(
  db: Queryable,
  symbols: readonly string[],
  { from, until }: { from: LocalDate; until: LocalDate },
): Promise<Map<string, Close[]>> {
  const { symbol, date, close } = priceBars;
  const rows = await db
    .select({
      symbol,
      closes: sql<[LocalDate, number][]>`json_agg(json_build_array(${date}, ${close}) order by ${date})`,
    })
    .from(priceBars)
    .where(and(isOneOf(symbol, symbols), gte(date, from), lte(date, until)))
    .groupBy(symbol);
  return toCloses(rows);
}

/** Returns the last two closes until each of the dates, as traded, in paisa, by symbol and date. */
export async function listClosesUntil(
  db: Queryable,
  asked: readonly { symbol: string; date: LocalDate }[],
): Promise<Map<string, Close[]>> {
  const column = toColumns(asked);
  const { rows } = await db.execute<{ symbol: string; closes: [LocalDate, number][] }>(sql`
    select given.symbol, jsonb_agg(distinct jsonb_build_array(last.date, last.close)) as closes
    from unnest(${column('symbol')}::text[], ${column('date')}::date[]) as given (symbol, date)
    cross join lateral (
      select date, close from ${priceBars} where ${priceBars.symbol} = given.symbol and date <= given.date order by date desc limit 2
    ) last
    group by given.symbol`);
  return toCloses(rows);
}

/** Returns the intraday prices of symbols by symbol and date, as they are stored. */
export async function listIntradayOf(
  db: Queryable,
  symbols: readonly string[],
  { from, until }: { from: LocalDate; until: LocalDate },
): Promise<Map<string, Map<LocalDate, StoredSecond[]>>> {
  const { symbol, date, prices } = intradayPrices;
  const rows = await db
    .select({ symbol, date, prices })
    .from(intradayPrices)
    .where(and(isOneOf(symbol, symbols), gte(date, from), lte(date, until)));
  const bySymbol = new Map<string, Map<LocalDate, StoredSecond[]>>();
  for (const row of rows) {
    const days = bySymbol.get(row.symbol) ?? new Map<LocalDate, StoredSecond[]>();
    bySymbol.set(row.symbol, days.set(row.date, JSON.parse(row.prices) as StoredSecond[]));
  }
  return bySymbol;
}

/** A part of a day, in Unix seconds. */
interface PartOfDay {
  id: string;
  symbol: string;
  date: LocalDate;
  from: number;
  until: number;
  /** Later prices do not count. */
  close: number;
}

/**
 * Returns the IDs of those parts of days without a trade, by the intraday prices of their day. These must contain the high and the low of its
 * bar, and prices next to the part, with a gap of at most `MAX_GAP_SECONDS` in between: otherwise they are incomplete.
 */
export async function listWithoutTrades(db: Queryable, parts: readonly PartOfDay[]): Promise<string[]> {
  if (parts.length === 0) return [];
  const day = intradayPrices;
  const list = (name: keyof PartOfDay) => sql.param(parts.map((part) => part[name]));
  const { rows } = await db.execute<{ id: string }>(sql`
    select part.id
    from unnest(${list('id')}::text[], ${list('symbol')}::text[], ${list('date')}::date[], ${list('from')}::bigint[],
      ${list('until')}::bigint[], ${list('close')}::bigint[]) as part (id, symbol, date, starts, ends, closes)
    join ${day} on ${day.symbol} = part.symbol and ${day.date} = part.date
    join ${priceBars} on ${priceBars.symbol} = part.symbol and ${priceBars.date} = part.date
    cross join lateral (
      select max((price->>2)::int) as high, min((price->>3)::int) as low,
        count(*) filter (where (price->>0)::bigint between part.starts and part.ends) as trades,
        coalesce(max((price->>0)::bigint) filter (where (price->>0)::bigint < part.starts), part.starts) as before,
        min((price->>0)::bigint) filter (where (price->>0)::bigint > part.ends) as after
      from jsonb_array_elements(${day.prices}::jsonb) as price where (price->>0)::bigint <= part.closes) as counted
    where counted.high = ${priceBars.high} and counted.low = ${priceBars.low} and counted.trades = 0
      and counted.after - counted.before <= ${MAX_GAP_SECONDS}`);
  return rows.map(({ id }) => id);
}

/** Returns the adjustments and the cash dividends of symbols that apply, by ex-date. A dividend has the factor 1 and an amount in paisa. */
export async function listAdjustmentsOf(
  db: Queryable,
  symbols: readonly string[],
): Promise<{ symbol: string; exDate: LocalDate; factor: string; dividend?: string }[]> {
  const { id, symbol, exDate, factor, dividend } = priceAdjustments;
  const rows = await db
    .select({ symbol, exDate, factor, dividend })
    .from(priceAdjustments)
    .where(and(isOneOf(symbol, symbols), isAppliedOrPaid))
    .orderBy(asc(exDate), asc(id));
  return rows.map(({ dividend: amount, ...row }) => ({
    ...row,
    factor: row.factor ?? '1',
    ...(amount === null ? {} : { dividend: amount }),
  }));
}

/**
 * Returns the last date until a date for which prices of any symbol are stored, or `null` without any. Reads one key per symbol, because
 * no index has the dates of all symbols in order.
 */
export async function getPricesUntil(db: Queryable, until: LocalDate): Promise<LocalDate | null> {
  const { rows } = await db.execute<{ date: LocalDate | null }>(sql`
    select max(last.date)::text as date
    from unnest(${sql.param(await listPricedSymbols(db))}::text[]) priced(symbol)
    cross join lateral (
      select date from price_bars bar where bar.symbol = priced.symbol and date <= ${until} order by date desc limit 1
    ) last`);
  return rows[0]?.date ?? null;
}

/** Returns the values of an index by date, in hundredths of a point. */
export async function readIndexValues(db: Queryable, code: IndexCode): Promise<Map<LocalDate, number>> {
  const { symbol, date, value } = indexValues;
  const rows = await db.select({ date, value }).from(indexValues).where(eq(symbol, code));
  return new Map(rows.map((row) => [row.date, row.value]));
}
