// Apart from the schemas, which no page loads.

/** The periods of changes, which count back in calendar time. */
export const PERIODS = ['1D', '1W', '1M', '1Y'] as const;
export type Period = (typeof PERIODS)[number];

/** The numbers by which the screener filters, each with `min_` and `max_`. */
export const FACT_NUMBERS = [
  ...(['close', 'change_1d', 'change_1w', 'change_1m', 'change_3m', 'change_6m', 'change_1y'] as const),
  ...(['high_52w', 'low_52w', 'from_high_52w', 'from_low_52w', 'days_since_high', 'days_since_low'] as const),
  ...(['volume', 'average_volume_20', 'volume_ratio', 'value', 'rsi_14'] as const),
  ...(['sma_20', 'sma_50', 'sma_200', 'from_sma_20', 'from_sma_50', 'from_sma_200'] as const),
  ...(['crossed_sma_200', 'macd_crossed', 'atr_percent', 'dividends_12m', 'dividend_yield'] as const),
] as const;
export type FactNumber = (typeof FACT_NUMBERS)[number];

export const FACT_NAMES = [
  ...(['symbol', 'name', 'sector'] as const),
  ...FACT_NUMBERS,
  ...(['date', 'next_ex_date', 'next_meeting_date'] as const),
] as const;
export type FactName = (typeof FACT_NAMES)[number];
export type Ordering = FactName | `-${FactName}`;
export const ORDERINGS = FACT_NAMES.flatMap((name): Ordering[] => [name, `-${name}`]);

/** A number with a sign, as in a filter. */
export const NUMBER_PATTERN = /^-?\d{1,15}(?:\.\d{1,6})?$/;

export type Limit = `min_${FactNumber}` | `max_${FactNumber}`;
export const LIMITS = FACT_NUMBERS.flatMap((name): Limit[] => [`min_${name}`, `max_${name}`]);
export const SCREENER_PAGE_SIZE = 50;

/** Of gainers and losers, so that a share with three trades does not lead. */
export const MIN_RANKED_RUPEES = 1_000_000;
