import { paths } from '#contract/paths.ts';
import { SIGNAL_TYPES, type SignalType } from '#contract/signals/signal-types.ts';

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
export function getTypeQuery(search: URLSearchParams, pathname: string): URLSearchParams {
  const type = pathname === paths.psxSignals ? getSignalType(pathname, search) : null;
  return new URLSearchParams(type === null ? {} : { signal_type: type });
}

export const getTypeUrl = (type: SignalType) => `${paths.psxSignals}?signal_type=${type}`;

export const isFree = (type: SignalType) => type === 'intraday';
