import * as z from 'zod/mini';
import { paginated } from '#core/contract/api/paginated.ts';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { decimal, timestamp } from '#core/contract/fields.ts';
import { symbolsFilter } from '#features/market/contract/companies.ts';
import { SignalType } from '#features/signals/contract/signal.ts';

/** Signals published in the last months or years, or ever. */
export const PERFORMANCE_PERIODS = ['3M', '6M', '1Y', 'all'] as const;
export type PerformancePeriod = (typeof PERFORMANCE_PERIODS)[number];

export const PERFORMANCE_GROUPINGS = ['signal_type', 'side', 'sector', 'analyst', 'month'] as const;
export type PerformanceGrouping = (typeof PERFORMANCE_GROUPINGS)[number];

const count = z.int();
/** A decimal string: R with two decimals, percentages with one or two. `null` if there is nothing to calculate it from. */
const figure = z.nullable(decimal);

/** The statistics of signals. Results are after costs. */
export const PerformanceStatistics = z.object({
  published: count,
  closed: count,
  won: count,
  lost: count,
  win_rate: figure,
  /** The bounds of the 95 % interval of the win rate. */
  win_rate_low: figure,
  win_rate_high: figure,
  average_win: figure,
  average_loss: figure,
  /** The mean R of closed signals. */
  expectancy: figure,
  /** The bounds of the 95 % interval of the mean; `null` with fewer than two closed signals. */
  expectancy_low: figure,
  expectancy_high: figure,
  profit_factor: figure,
  max_drawdown: figure,
  longest_losing_streak: count,
  median_trading_days: figure,
  open: count,
  /** The mean R of open signals at the last close. */
  open_average: figure,
  /** Waiting for the entry price. */
  pending: count,
  /** Expired, but the prices that decide the result are not stored yet. */
  awaiting_prices: count,
  /** Those of them whose last day ended five trading days ago: they count as not measurable. */
  overdue: count,
  not_filled: count,
  no_fill_rate: figure,
  /** Not measurable: the prices do not prove a result. */
  unproven: count,
  /** The means of the worst and the best result that are possible for them, before costs. */
  unproven_worst: figure,
  unproven_best: figure,
  without_prices: count,
  /** The share of `unproven`, `without_prices` and `overdue` among the signals that ended or are overdue, in percent with one decimal. */
  unmeasurable_rate: figure,
  /** Voided before they could have been filled: in no other figure. */
  voided: count,
  /** Voided later: they count with their results. */
  voided_later: count,
  /** The share of both. */
  void_rate: figure,
  /** Results that an administrator entered, and their mean. One counts only if it is worse than the evaluated result. */
  overridden: count,
  overridden_average: figure,
  /**
   * Closed signals over whose days the index has values, from the close before the fill to the last exit, without those within one day. Sells
   * are compared with the opposite of the index. `null` without any.
   */
  comparison: z.nullable(
    z.object({ closed: count, average_percent: decimal, average_index_percent: decimal, ahead: count }),
  ),
  /** Too few closed signals to conclude from. */
  is_small_sample: z.boolean(),
});
export type PerformanceStatistics = z.infer<typeof PerformanceStatistics>;

const PerformanceGroup = z.object({
  /** `null` for signals without a sector or an analyst. */
  key: z.nullable(z.string()),
  statistics: PerformanceStatistics,
});
export type PerformanceGroup = z.infer<typeof PerformanceGroup>;

/** What figures depend on besides signals, prices and decisions. */
const TermName = z.enum(['premium_public_after_days', 'cost_percent', 'rules_version', 'voids_count']);
export type TermName = z.infer<typeof TermName>;

const HeadlineFigures = z.object({ closed: count, won: count, win_rate: figure, expectancy: figure });

/** A change of the terms, with the figures of all time before and after it. */
const TermsChange = z.object({
  changed_at: timestamp,
  changes: z.array(
    z.object({ name: TermName, before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
  figures: z.object({ before: HeadlineFigures, after: HeadlineFigures }),
  /** The number of its entry in the public record. */
  sequence: count,
});
export type TermsChange = z.infer<typeof TermsChange>;

export const Performance = z.object({
  period: z.enum(PERFORMANCE_PERIODS),
  /** The date of the last prices that were used; `null` before the first evaluation. */
  prices_until: z.nullable(z.iso.date()),
  /** The last entry of the public record when the results were read: they rest on the entries until it. `null` in an empty record. */
  record_sequence: z.nullable(z.int()),
  /** The days after the end of a premium signal until it counts. */
  release_days: count,
  /** The costs that are subtracted from each result, in percent of the entry price. */
  cost_percent: decimal,
  statistics: PerformanceStatistics,
  /** The figures without the signals that were voided after they could have been filled; `null` if there are none. */
  without_voided: z.nullable(HeadlineFigures),
  groups: z.object({
    signal_type: z.array(PerformanceGroup),
    side: z.array(PerformanceGroup),
    sector: z.array(PerformanceGroup),
    analyst: z.array(PerformanceGroup),
    /** By month of publication, `2026-11`, newest first. */
    month: z.array(PerformanceGroup),
  }),
  /** The sum of R after the last exit of each date. */
  equity: z.array(z.object({ date: z.iso.date(), total: decimal })),
  /** The number of closed signals by result: from `from` to below `to`, in R; `null` for no bound. */
  distribution: z.array(z.object({ from: z.nullable(z.int()), to: z.nullable(z.int()), count })),
  /** Signals whose result an administrator entered. */
  overridden: count,
  /** Premium signals that were published before today and are not public yet. They are in no figure. */
  unreleased: z.object({
    count,
    oldest_published_on: z.nullable(z.iso.date()),
    /** The mean of all closed results and these, if each lost 1 R, and if each won as much as the average gain. */
    expectancy_low: figure,
    expectancy_high: figure,
  }),
  /** Closed signals that were deleted and count nevertheless. */
  deleted: count,
  /** The last changes of the terms, the newest first. */
  terms_changes: z.array(TermsChange),
});
export type Performance = z.infer<typeof Performance>;

export const readPerformance = defineEndpoint({
  method: 'GET',
  path: '/performance/',
  summary: 'Read the statistics of all signals whose results are public',
  access: 'open',
  query: z.object({ period: z._default(z.enum(PERFORMANCE_PERIODS), 'all') }),
  topics: ['prices', 'track-record'],
  response: Performance,
});

export const PAST_SIGNALS_PAGE_SIZE = 50;

/**
 * `not_filled` if the entry price was not reached; `not_measurable` if the prices prove no result; `voided` if an administrator voided it
 * before it could have been filled, or while it is evaluated. Won is what the statistics count as won: above zero after costs. As a filter,
 * `voided` and `overridden` find all signals with such a decision, whatever they count as.
 */
export const PAST_RESULTS = ['won', 'lost', 'not_filled', 'not_measurable', 'overridden', 'voided'] as const;
export type PastResult = (typeof PAST_RESULTS)[number];

export const PastSignal = z.object({
  id: z.string(),
  signal_type: SignalType,
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  published_on: z.iso.date(),
  ended_on: z.iso.date(),
  result: z.enum(PAST_RESULTS),
  /** The result in R after costs that the statistics count, with two decimals; `null` if there is none. */
  r_multiple: z.nullable(decimal),
  is_voided: z.boolean(),
  /** An administrator entered a result, which counts if it is worse than the evaluated one. */
  is_overridden: z.boolean(),
  /** An administrator deleted it from the lists. Its result counts as any other. */
  is_deleted: z.boolean(),
});
export type PastSignal = z.infer<typeof PastSignal>;

export const listPastSignals = defineEndpoint({
  method: 'GET',
  path: '/performance/signals/',
  summary: 'List the signals that have ended and whose results are public, last end first, fifty per page',
  access: 'open',
  query: z.object({
    /** Of publication, as in the statistics. */
    period: z._default(z.enum(PERFORMANCE_PERIODS), 'all'),
    signal_type: z.optional(SignalType),
    result: z.optional(z.enum(PAST_RESULTS)),
    symbol: z.optional(symbolsFilter),
    page: z.optional(z.string()),
  }),
  topics: ['track-record'],
  response: paginated(PastSignal),
});

export const SealedPublications = z.object({
  /** By month of publication, `2026-11`, newest first. Those of today are not counted yet, so that their types stay secret. */
  months: z.array(
    z.object({
      month: z.string(),
      total: count,
      types: z.array(z.object({ signal_type: SignalType, count })),
      /** The entries that are about no signal. */
      without_signal: count,
    }),
  ),
});
export type SealedPublications = z.infer<typeof SealedPublications>;

export const readSealedPublications = defineEndpoint({
  method: 'GET',
  path: '/performance/sealed/',
  summary: 'Count the publications whose entries in the public record are sealed, by month and type',
  access: 'open',
  topics: ['track-record'],
  response: SealedPublications,
});
