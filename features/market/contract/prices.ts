import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, text, timestamp, toSelection } from '#core/contract/fields.ts';

/** Of a time without an intraday price that is longer than this, prices may be left out. */
export const MAX_GAP_SECONDS = 15 * 60;

/** The last months or years until the last stored date. */
export const PRICE_RANGES = ['1M', '3M', '6M', '1Y', '3Y', '5Y'] as const;
export type PriceRange = (typeof PRICE_RANGES)[number];
export const DEFAULT_PRICE_RANGE: PriceRange = '1Y';

export const INDEX_CODES = ['KSE100', 'KSE30', 'KMI30'] as const;
export type IndexCode = (typeof INDEX_CODES)[number];

const price = z.nullable(decimal);

/** The prices of one trading day, in rupees with two decimals. */
export const PriceBar = z.object({
  date: z.iso.date(),
  open: price,
  high: price,
  low: price,
  close: decimal,
  volume: z.nullable(z.int()),
  /** The exchange's marks of an ex-date: `XD` dividend, `XB` bonus, `XR` right; several are separated by spaces. */
  suffix: z.nullable(z.string()),
  /** The high and the low are unknown, so the bar never decides whether a stop or a target was hit. */
  is_close_only: z.boolean(),
});
export type PriceBar = z.infer<typeof PriceBar>;

/** A split, bonus or right. Adjusted prices before the ex-date are multiplied by the factor. */
export const PriceAdjustment = z.object({
  ex_date: z.iso.date(),
  kind: z.enum(['split', 'bonus', 'right']),
  factor: decimal,
  /** The payout as announced. */
  description: z.string(),
});
export type PriceAdjustment = z.infer<typeof PriceAdjustment>;

const LastClose = z.object({
  date: z.iso.date(),
  close: decimal,
  /**
   * The close of the trading day before, as the exchange published it, else the one of the bar before, adjusted for splits,
   * bonuses and rights since.
   */
  previous_close: price,
  /** The number of trading days since on which other companies have prices: the company is suspended or not traded. */
  missed_days: z.int(),
  /** A later trading day has ended. */
  is_old: z.boolean(),
  /** When a price was last imported; `null` if all of them were invented for the demo. */
  imported_at: z.nullable(timestamp),
  /** Some of the prices were invented for the demo. */
  has_invented: z.boolean(),
});
export type LastClose = z.infer<typeof LastClose>;

export const listPrices = defineEndpoint({
  method: 'GET',
  path: '/market/prices/:symbol/',
  summary: 'List the end-of-day prices of a company, by date',
  access: 'open',
  scope: 'prices:read',
  params: z.object({ symbol: z.string() }),
  query: z.object({
    range: z._default(z.enum(PRICE_RANGES), DEFAULT_PRICE_RANGE),
    /** `false` returns the prices as traded, without adjustments for splits, bonuses and rights. */
    adjusted: z._default(z.enum(['true', 'false']), 'true'),
  }),
  topics: ['prices', 'market'],
  response: z.object({
    symbol: z.string(),
    bars: z.array(PriceBar),
    adjustments: z.array(PriceAdjustment),
    /** As traded; `null` if the company has no prices. */
    last_close: z.nullable(LastClose),
    /** The ranges with prices that no shorter range has; empty if the company has no prices. */
    ranges: z.array(z.enum(PRICE_RANGES)),
  }),
});

export const MAX_QUOTED_SYMBOLS = 500;
const QUOTED_SYMBOLS_MAX_LENGTH = 11_000;

/** Symbols separated by commas. */
export const symbolList = /* @__PURE__ */ z.pipe(
  text({ minLength: 0, maxLength: QUOTED_SYMBOLS_MAX_LENGTH }).check(z.toUpperCase()),
  z.transform((symbols) => toSelection(symbols.split(',')).slice(0, MAX_QUOTED_SYMBOLS)),
);

export const Quote = z.object({
  symbol: z.string(),
  /** The symbol if no company has it. */
  name: z.string(),
  /** As traded; `null` without prices. */
  close: price,
  /** That of the trading day before, in shares of the last one. */
  previous_close: price,
  date: z.nullable(z.iso.date()),
});
export type Quote = z.infer<typeof Quote>;

export const listQuotes = defineEndpoint({
  method: 'GET',
  path: '/market/quotes/',
  summary: 'List the last closes of several companies with their names',
  access: 'open',
  scope: 'prices:read',
  query: z.object({ symbols: symbolList }),
  topics: ['prices', 'market'],
  response: z.object({ results: z.array(Quote) }),
});

export const listMostTraded = defineEndpoint({
  method: 'GET',
  path: '/market/most-traded/',
  summary: 'List the ten companies with the highest turnover on the last trading day with prices',
  access: 'open',
  topics: ['prices', 'market'],
  response: z.object({
    /** `null` without prices. */
    date: z.nullable(z.iso.date()),
    results: z.array(z.object({ symbol: z.string(), name: z.string() })),
  }),
});

export const listIndexValues = defineEndpoint({
  method: 'GET',
  path: '/market/indices/:index/',
  summary: 'List the end-of-day values of an index, by date',
  access: 'open',
  scope: 'prices:read',
  params: z.object({ index: z.string() }),
  query: z.object({ range: z._default(z.enum(PRICE_RANGES), DEFAULT_PRICE_RANGE) }),
  topics: ['prices'],
  response: z.object({
    index: z.string(),
    values: z.array(z.object({ date: z.iso.date(), value: decimal })),
  }),
});

/** The stored prices of a symbol. */
export const PriceCoverage = z.object({
  symbol: z.string(),
  /** Is `false` if the symbol is not in the company directory, for example of a company that was delisted. */
  is_listed: z.boolean(),
  first_date: z.iso.date(),
  last_date: z.iso.date(),
  last_close: decimal,
  bars: z.int(),
  /** Bars without a high and a low. */
  close_only: z.int(),
  /** Trading days between the first and the last bar without a bar. */
  gaps: z.int(),
  /** When a bar was last imported; `null` if all of them were invented for the demo. */
  imported_at: z.nullable(timestamp),
  /** Some of the bars were invented for the demo. */
  has_invented: z.boolean(),
});
export type PriceCoverage = z.infer<typeof PriceCoverage>;

export const listPriceCoverage = defineEndpoint({
  method: 'GET',
  path: '/admin/prices/coverage/',
  summary: 'List the symbols that have prices, with the number of bars and gaps',
  access: 'administrator',
  response: z.object({ results: z.array(PriceCoverage) }),
});
