import { paths } from '#contract/paths.ts';
import { SIGNAL_TYPES, type SignalType } from '#contract/signals/signal-types.ts';
import { getSignalsUrl, NO_FILTERS, readFilters, type SignalFilters, signalList } from './filters.ts';

const TYPES_BY_PATH: Record<string, SignalType> = {
  [paths.intradaySignals]: 'intraday',
  [paths.swingSignals]: 'swing',
  [paths.investmentSignals]: 'investment',
};

/** Returns the tab of a URL: from its path, or from `?signal_type=`; `null` for none. */
export function getSignalType(pathname: string, search: URLSearchParams): SignalType | null {
  const requested = TYPES_BY_PATH[pathname.replace(/\/$/, '')] ?? search.get('signal_type');
  return SIGNAL_TYPES.find((type) => type === requested) ?? null;
}

/** Returns the query string of the page in canonical form. */
export function toCanonicalQuery(search: URLSearchParams, pathname: string): URLSearchParams {
  const query = signalList.toQuery(readFilters(search));
  const type = pathname === paths.psxSignals ? getSignalType(pathname, search) : null;
  if (type !== null) query.set('signal_type', type);
  return query;
}

/** Returns the URL of a tab, which keeps the filters. */
export const getTypeUrl = (type: SignalType, filters: SignalFilters = NO_FILTERS) =>
  getSignalsUrl(paths.psxSignals, type, filters);

export const isFree = (type: SignalType) => type === 'intraday';
