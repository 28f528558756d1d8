import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, isoDate } from '#core/contract/fields.ts';
import { INDEX_CODES } from '#features/market/contract/prices.ts';

const date = z.iso.date();
/** Rupees with two decimals, and a sign below zero. */
const amount = decimal;
const unknownAmount = z.nullable(decimal);
/** A fraction with six decimals: `0.125000` is 12.5 %. */
const fraction = z.nullable(decimal);

/** The shares of one purchase that are still held. The cost includes their part of the costs of the purchase. */
export const Lot = z.object({ date, shares: z.int(), cost: amount, signal_id: z.nullable(z.string()) });
export type Lot = z.infer<typeof Lot>;

export const Holding = z.object({
  /** The name of the day, of a company that was renamed. */
  symbol: z.string(),
  /** The symbol if the directory has no company. */
  name: z.string(),
  sector: z.nullable(z.string()),
  shares: z.int(),
  cost: amount,
  /** The cost of a share. */
  average_cost: amount,
  /** The last close until the date, in shares of the date; `null` without prices. */
  close: unknownAmount,
  close_date: z.nullable(date),
  /** The close is from before a split or a bonus, which it was divided by. */
  is_close_adjusted: z.boolean(),
  value: unknownAmount,
  unrealized: unknownAmount,
  /** Of the cost; `null` without a cost or a close. */
  unrealized_fraction: fraction,
  /** The gain since the close before, or since a purchase on the day; `null` if the share was not traded on the last day. */
  day_change: unknownAmount,
  /** Of the value of all holdings. */
  share_of_value: fraction,
  /** Ahead of today, in the response without `as_of`. */
  next_ex_date: z.nullable(date),
  next_meeting: z.nullable(date),
  /** Why the close may be old: the share is suspended, delisted or not traded; `null` without a reason. */
  status_note: z.nullable(z.string()),
  /** First in, first out: the first one is sold first. */
  lots: z.array(Lot),
});
export type Holding = z.infer<typeof Holding>;

/** The shares of one purchase that one sale sold. */
export const ClosedTrade = z.object({
  symbol: z.string(),
  opened_on: date,
  closed_on: date,
  shares: z.int(),
  /** After costs. */
  proceeds: amount,
  cost: amount,
  realized: amount,
  /** That of the purchase. */
  signal_id: z.nullable(z.string()),
  /** The gain divided by the distance from the published entry price of the signal to its stop loss, for as many shares. */
  r_multiple: z.nullable(decimal),
});
export type ClosedTrade = z.infer<typeof ClosedTrade>;

export const Income = z.object({
  /** Identifies the dividend to enter what was received (`correctAction`). */
  key: z.string(),
  symbol: z.string(),
  ex_date: date,
  /** Those of the end of the last buying day. */
  shares: z.int(),
  gross: amount,
  /** What the customer entered, else an estimate. */
  withholding: unknownAmount,
  net: unknownAmount,
  received_on: z.nullable(date),
  is_estimated: z.boolean(),
  /** The rule of the estimate (`TaxRule`); `null` without one. */
  rule: z.nullable(z.string()),
});
export type Income = z.infer<typeof Income>;

export const Positions = z.object({
  as_of: date,
  /** By symbol. */
  holdings: z.array(Holding),
  /** Oldest sale first. */
  closed: z.array(ClosedTrade),
  /** Dividends with an ex-date until the date, oldest first. */
  income: z.array(Income),
  /** Announced dividends with a later ex-date, as if the shares of the date were held then. */
  expected_income: z.array(Income),
  totals: z.object({
    cost: amount,
    /** Of the holdings that have a close; `null` if none has. */
    value: unknownAmount,
    unrealized: unknownAmount,
    realized: amount,
    income_gross: amount,
    day_change: unknownAmount,
    /** Received for fractions of shares. */
    cash_in_lieu: amount,
  }),
  /** The holdings without a close. */
  unpriced: z.array(z.string()),
  /** Sales that exceed what was held: their shares without a purchase are in no figure. */
  excess_sales: z.int(),
});
export type Positions = z.infer<typeof Positions>;

export const readPositions = defineEndpoint({
  method: 'GET',
  path: '/customers/positions/',
  summary: 'Read what the signed-in customer holds, has sold and has received, on a date',
  access: 'customer',
  query: z.object({ as_of: z.optional(isoDate) }),
  response: Positions,
});

/** `all`, a calendar year such as `2026`, or a tax year from July to June: `2025-26`. */
export const PERIOD_PATTERN = /^(?:all|(?:19|20)\d{2}(?:-\d{2})?)$/;

/** Why a return cannot be calculated. */
export const RETURN_PROBLEMS = ['no_payments', 'no_root', 'several_roots', 'no_prices', 'no_base'] as const;
export type ReturnProblem = (typeof RETURN_PROBLEMS)[number];

const Return = z.object({
  /** Per year, as spreadsheets calculate it. */
  xirr: fraction,
  xirr_problem: z.nullable(z.enum(RETURN_PROBLEMS)),
  /** Of the whole period. */
  time_weighted: fraction,
  time_weighted_problem: z.nullable(z.enum(RETURN_PROBLEMS)),
});
export type Return = z.infer<typeof Return>;

const IndexChange = z.object({ code: z.enum(INDEX_CODES), change: fraction });
export type IndexChange = z.infer<typeof IndexChange>;

export const Returns = z.extend(Return, {
  period: z.string(),
  /** The close after which the period begins, and that with which it ends; `null` without trades in it. */
  from: z.nullable(date),
  until: z.nullable(date),
  /** With dividends are the fields above. */
  without_dividends: Return,
  /** The change of the KSE-100 over the same days; of an index without values it is unknown. */
  index: IndexChange,
  /** All indices that have values. */
  indices: z.array(IndexChange),
  /** The holdings without a price on a day on which one was needed. */
  unpriced: z.array(z.string()),
  /** The calendar and the tax years that have trades, newest first. */
  periods: z.array(z.string()),
});
export type Returns = z.infer<typeof Returns>;

export const readReturns = defineEndpoint({
  method: 'GET',
  path: '/customers/positions/returns/',
  summary: 'Read the returns of the signed-in customer over a period',
  access: 'customer',
  query: z.object({
    period: z._default(
      z.string().check(z.regex(PERIOD_PATTERN, 'Enter all, a year, or a tax year such as 2025-26.')),
      'all',
    ),
  }),
  response: Returns,
});

export const ChartPoint = z.object({
  date,
  /** Of the holdings that have a close; `null` if none has. */
  value: unknownAmount,
  /** Purchases less the proceeds of sales, since the start. */
  put_in: amount,
});
export type ChartPoint = z.infer<typeof ChartPoint>;

export const readChart = defineEndpoint({
  method: 'GET',
  path: '/customers/positions/chart/',
  summary: 'Read the value of the holdings and the money put in, week by week',
  access: 'customer',
  response: z.object({ points: z.array(ChartPoint) }),
});
