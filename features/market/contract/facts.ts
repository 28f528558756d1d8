import * as z from 'zod/mini';
import { paginated } from '#core/contract/api/paginated.ts';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, text } from '#core/contract/fields.ts';
import { COMPANY_STATUSES, COMPANY_TOPICS, symbolsFilter } from './companies.ts';
import { LIMITS, type Limit, NUMBER_PATTERN, ORDERINGS, PERIODS } from './fact-names.ts';
import { INDEX_CODES, symbolList } from './prices.ts';

const amount = z.nullable(decimal);
const count = z.nullable(z.int());

/**
 * The figures that are calculated from the prices, adjustments and dividends of a company until its last bar, in shares of that day. Changes
 * are percentages, from the last bar on or before the start of their period. A value for which there are too few bars is `null`.
 */
export const CompanyFacts = z.object({
  symbol: z.string(),
  name: z.string(),
  sector: z.nullable(z.string()),
  status: z.enum(COMPANY_STATUSES),
  /** Of the last bar. */
  date: z.iso.date(),
  /** The number of stored bars. */
  bars: z.int(),
  close: decimal,
  change_1d: amount,
  change_1w: amount,
  change_1m: amount,
  change_3m: amount,
  change_6m: amount,
  change_1y: amount,
  /** The highest high and the lowest low of 52 weeks. */
  high_52w: amount,
  low_52w: amount,
  /** The distance of the close from them in percent. */
  from_high_52w: amount,
  from_low_52w: amount,
  /** The number of bars since they were reached; 0 on the last day. */
  days_since_high: count,
  days_since_low: count,
  volume: count,
  average_volume_20: count,
  /** The volume divided by its average. */
  volume_ratio: amount,
  /** The close multiplied by the volume. */
  value: amount,
  rsi_14: amount,
  sma_20: amount,
  sma_50: amount,
  sma_200: amount,
  /** The distance of the close from the averages in percent. */
  from_sma_20: amount,
  from_sma_50: amount,
  from_sma_200: amount,
  /**
   * The number of trading days since the close crossed its average, or the MACD its signal line: 1 if it was on the last day, negative
   * downward, and `null` without a crossing in 20 days.
   */
  crossed_sma_200: count,
  macd_crossed: count,
  /** The average true range of 14 days in percent of the close. */
  atr_percent: amount,
  /** The cash dividends with an ex-date in the twelve months until the last bar, in rupees per share and in percent of the close. */
  dividends_12m: decimal,
  dividend_yield: decimal,
  next_ex_date: z.nullable(z.iso.date()),
  next_meeting_date: z.nullable(z.iso.date()),
});
export type CompanyFacts = z.infer<typeof CompanyFacts>;

/** An empty one limits nothing, as in a form without scripts. */
const limit = /* @__PURE__ */ z.optional(
  z.union([z.literal(''), z.string().check(z.regex(NUMBER_PATTERN, 'Enter a number.'))]),
);

const limits = /* @__PURE__ */ (() =>
  Object.fromEntries(LIMITS.map((name) => [name, limit])) as Record<Limit, typeof limit>)();

// Without spreads, which bundlers do not remove.
export const ScreenerFilters = /* @__PURE__ */ z.extend(
  z.object({
    symbol: z.optional(symbolsFilter),
    /** The name of a sector. */
    sector: z.optional(text({ minLength: 0, maxLength: 100 })),
    /** By default all companies whose shares are traded. */
    status: z.optional(z.union([z.literal(''), z.enum(COMPANY_STATUSES)])),
    ordering: z.optional(z.union([z.literal(''), z.enum(ORDERINGS)])),
    /** The columns of the CSV file, separated by commas. The list has all. */
    columns: z.optional(text({ minLength: 0, maxLength: 1000 })),
  }),
  limits,
);
export type ScreenerFilters = z.infer<typeof ScreenerFilters>;

const FACTS_TOPICS = COMPANY_TOPICS;

export const listScreener = defineEndpoint({
  method: 'GET',
  path: '/market/screener/',
  summary: 'List companies by figures that are calculated from their prices, fifty per page',
  access: 'open',
  scope: 'prices:read',
  query: z.extend(ScreenerFilters, { page: z.optional(z.string()) }),
  topics: FACTS_TOPICS,
  response: paginated(CompanyFacts),
});

/** Returns the facts of those of the companies that have prices, whatever their status. */
export const listFacts = defineEndpoint({
  method: 'GET',
  path: '/market/facts/',
  summary: 'List the figures that are calculated from the prices of several companies',
  access: 'open',
  scope: 'prices:read',
  query: z.object({ symbols: symbolList }),
  topics: FACTS_TOPICS,
  response: z.object({ results: z.array(CompanyFacts) }),
});

/** The cash dividends of the ex-dates of a year, for a share of today. */
const DividendYear = z.object({
  year: z.int(),
  per_share: decimal,
  /** In percent of the last close of the year; `null` without one. */
  yield: amount,
});

export const CompanyFactSheet = z.object({
  /** `null` without prices. */
  facts: z.nullable(CompanyFacts),
  /** The latest year first. */
  dividends: z.array(DividendYear),
  /** Companies of the same sector with the highest traded value on the last date of most companies. */
  peers: z.array(CompanyFacts),
});
export type CompanyFactSheet = z.infer<typeof CompanyFactSheet>;

export const getCompanyFacts = defineEndpoint({
  method: 'GET',
  path: '/market/facts/:symbol/',
  summary:
    'Get the figures that are calculated from the prices of a company, its dividends by year and five peers',
  access: 'open',
  scope: 'prices:read',
  params: z.object({ symbol: z.string() }),
  topics: FACTS_TOPICS,
  response: CompanyFactSheet,
});

const RankedCompany = z.object({
  symbol: z.string(),
  close: decimal,
  change: amount,
  volume: count,
  value: amount,
});
export type RankedCompany = z.infer<typeof RankedCompany>;
const ranking = z.array(RankedCompany);

/** The market on the last date of most companies. Those that were not traded on it, or are suspended, do not count, nor indices without a value of it. */
export const MarketOverview = z.object({
  /** `null` without prices. */
  date: z.nullable(z.iso.date()),
  indices: z.array(z.object({ code: z.enum(INDEX_CODES), value: decimal, change: amount })),
  breadth: z.object({
    /** By the change of the period. */
    up: z.int(),
    down: z.int(),
    unchanged: z.int(),
    /** Closed at the price limit of the day. */
    upper_limit: z.int(),
    lower_limit: z.int(),
    /** Reached on the day. */
    new_highs: z.int(),
    new_lows: z.int(),
  }),
  /** Of the day. */
  volume: z.int(),
  value: decimal,
  /** Without companies whose traded value is below `MIN_RANKED_RUPEES`. */
  gainers: ranking,
  losers: ranking,
  most_traded_volume: ranking,
  most_traded_value: ranking,
  sectors: z.array(
    z.object({
      sector: z.string(),
      /** The mean of the changes. */
      change: amount,
      /** Their mean weighted by the traded value. */
      weighted_change: amount,
      companies: z.int(),
      /** The symbols with the highest traded value. */
      leaders: z.array(z.string()),
    }),
  ),
});
export type MarketOverview = z.infer<typeof MarketOverview>;

const MarketQuery = z.object({
  period: z._default(z.enum(PERIODS), '1D'),
  symbol: z.optional(symbolsFilter),
});
export type MarketQuery = z.input<typeof MarketQuery>;

export const getMarketOverview = defineEndpoint({
  method: 'GET',
  path: '/market/overview/',
  summary: 'Get the indices, the breadth, the most active companies and the sectors of the last trading day',
  access: 'open',
  scope: 'prices:read',
  query: MarketQuery,
  topics: FACTS_TOPICS,
  response: MarketOverview,
});

/** The companies as rectangles whose areas are their traded values, grouped by sector. */
export const HeatMap = z.object({
  date: z.nullable(z.iso.date()),
  width: z.int(),
  height: z.int(),
  sectors: z.array(
    z.object({ sector: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  ),
  /** By sector and traded value, the highest first. */
  companies: z.array(
    z.extend(RankedCompany, {
      sector: z.string(),
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
    }),
  ),
});
export type HeatMap = z.infer<typeof HeatMap>;

export const getHeatMap = defineEndpoint({
  method: 'GET',
  path: '/market/heat-map/',
  summary: 'Get the traded companies as the rectangles of a map, sized by traded value',
  access: 'open',
  query: MarketQuery,
  topics: FACTS_TOPICS,
  response: HeatMap,
});
