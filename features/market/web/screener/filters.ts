import { paths } from '#core/contract/paths.ts';
import { type Filter, oneOf, searchText, symbols } from '#core/web/list/filters.ts';
import { createListRoute } from '#core/web/list/list-route.ts';
import { COMPANY_STATUSES } from '#features/market/contract/companies.ts';
import {
  FACT_NAMES,
  type FactName,
  LIMITS,
  type Limit,
  NUMBER_PATTERN,
  ORDERINGS,
} from '#features/market/contract/fact-names.ts';
import { listScreener } from '#features/market/contract/facts.ts';

const MAX_SECTOR_LENGTH = 100;

const number: Filter<string> = {
  none: '',
  read: ([text = '']) => (NUMBER_PATTERN.test(text.trim()) ? text.trim() : ''),
};

const DEFAULT_COLUMNS = 'close,change_1d,change_1m,change_1y,from_high_52w,value,rsi_14,dividend_yield,date';

/** The names of columns, joined by commas, in the order in which the table shows them. */
const columns: Filter<string> = {
  none: DEFAULT_COLUMNS,
  read: (values) => {
    const chosen = values.join().split(',');
    return FACT_NAMES.filter((name) => name !== 'symbol' && chosen.includes(name)).join() || DEFAULT_COLUMNS;
  },
  write: (value) => (value === DEFAULT_COLUMNS ? '' : value),
};

export const screenerList = createListRoute(listScreener, {
  path: paths.screener,
  title: 'Screener',
  description:
    'Find companies of the Pakistan Stock Exchange by price change, 52-week range, volume, RSI, moving averages, MACD, volatility and dividend yield.',
  filters: {
    symbol: symbols,
    sector: searchText(MAX_SECTOR_LENGTH),
    status: oneOf(COMPANY_STATUSES, ''),
    ordering: oneOf(ORDERINGS, 'symbol'),
    columns,
    ...(Object.fromEntries(LIMITS.map((name) => [name, number])) as Record<Limit, Filter<string>>),
  },
  // The list has all columns.
  query: { columns: undefined },
  toCounted: (filters) => ({ ...filters, ordering: 'symbol', columns: DEFAULT_COLUMNS }),
});

export type ScreenerValues = typeof screenerList.noFilters;

export const readColumns = ({ columns: names }: ScreenerValues) => names.split(',') as FactName[];

const CROSSING_COLUMNS = 'close,change_1d,change_1m,value,sma_200,from_sma_200,crossed_sma_200,date';

/** Screens that traders look for, as filters of the list. */
export const SCREENS: readonly { name: string; filters: Partial<ScreenerValues> }[] = [
  {
    name: 'New 52-week highs',
    filters: {
      max_days_since_high: '0',
      ordering: '-value',
      columns: 'close,change_1d,change_1m,change_1y,high_52w,volume_ratio,value,date',
    },
  },
  {
    name: 'Unusual volume',
    filters: {
      min_volume_ratio: '2',
      min_value: '1000000',
      ordering: '-volume_ratio',
      columns: 'close,change_1d,change_1w,volume,average_volume_20,volume_ratio,value,date',
    },
  },
  {
    name: 'Highest yield',
    filters: {
      min_dividend_yield: '0.01',
      ordering: '-dividend_yield',
      columns: 'close,change_1y,value,dividends_12m,dividend_yield,date,next_ex_date',
    },
  },
  {
    name: 'Oversold',
    filters: {
      max_rsi_14: '30',
      ordering: 'rsi_14',
      columns: 'close,change_1d,change_1m,from_low_52w,value,rsi_14,from_sma_200,date',
    },
  },
  {
    name: 'Crossed above the 200-day average',
    filters: { min_crossed_sma_200: '1', ordering: 'crossed_sma_200', columns: CROSSING_COLUMNS },
  },
  {
    name: 'Crossed below the 200-day average',
    filters: { max_crossed_sma_200: '-1', ordering: '-crossed_sma_200', columns: CROSSING_COLUMNS },
  },
];

export const getScreenUrl = (filters: Partial<ScreenerValues>) =>
  screenerList.toUrl({ ...screenerList.noFilters, ...filters });
