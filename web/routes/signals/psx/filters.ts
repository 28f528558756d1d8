import type { EndpointInput } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import type { listPsxSignals } from '#contract/signals/endpoints.ts';
import type { OrderType } from '#contract/signals/levels.ts';
import type { Signal } from '#contract/signals/signal.ts';
import {
  DEFAULT_SIGNAL_ORDERING,
  SECTOR_MAX_LENGTH,
  SIGNAL_ORDERINGS,
  type SignalOrdering,
  type SignalType,
  SYMBOL_MAX_LENGTH,
} from '#contract/signals/signal-types.ts';
import { addQuery } from '#web/document/page-query.ts';
import { countChanged, createFilteredList } from '#web/list/filtered-list.ts';
import { cleanValue } from '#web/list/url-values.ts';
import { ORDER_LABELS, RISK_LABELS, SHARIAH_LABELS } from '#web/signals/signal-labels.ts';

/** The filters by their names in the URL and the API. An empty value means all. */
export interface SignalFilters {
  order_type: OrderType | '';
  risk_type: Signal['risk_type'] | '';
  shariah_type: Signal['shariah_type'] | '';
  sector: string;
  symbol: string;
  ordering: SignalOrdering;
  /** Empty for the view that the user chose last, or cards. */
  view: 'table' | '';
  /** The list has one page. */
  page: 1;
}

export const NO_FILTERS: SignalFilters = {
  order_type: '',
  risk_type: '',
  shariah_type: '',
  sector: '',
  symbol: '',
  ordering: DEFAULT_SIGNAL_ORDERING,
  view: '',
  page: 1,
};

export function readFilters(params: URLSearchParams): SignalFilters {
  return {
    order_type: readChoice(params.get('order_type'), ORDER_LABELS),
    risk_type: readChoice(params.get('risk_type'), RISK_LABELS),
    shariah_type: readChoice(params.get('shariah_type'), SHARIAH_LABELS),
    sector: readText(params.get('sector'), SECTOR_MAX_LENGTH),
    symbol: readText(params.get('symbol'), SYMBOL_MAX_LENGTH).toUpperCase(),
    ordering:
      SIGNAL_ORDERINGS.find((ordering) => ordering === params.get('ordering')) ?? DEFAULT_SIGNAL_ORDERING,
    view: params.get('view') === 'table' ? 'table' : '',
    page: 1,
  };
}

const readChoice = <Value extends string>(text: string | null, labels: Record<Value, string>): Value | '' =>
  text !== null && Object.hasOwn(labels, text) ? (text as Value) : '';

/** Returns an empty text if it is too long for any signal. */
function readText(text: string | null, maxLength: number): string {
  const value = cleanValue(text);
  return value.length <= maxLength ? value : '';
}

/** The filters are not restored: a trader who returns must not miss the other signals. Only the view is stored. */
export const signalList = createFilteredList<SignalFilters>({
  path: paths.psxSignals,
  noFilters: NO_FILTERS,
  readFilters,
  countActive: (filters) => countChanged({ ...filters, view: '' }, NO_FILTERS),
  storageKey: 'tezi:signals',
});

/** Returns the URL of the signals of a type at a path: `/signals/psx-signals`, or the path of the type. */
export function getSignalsUrl(pathname: string, type: SignalType, filters: SignalFilters): string {
  const query = new URLSearchParams(pathname === paths.psxSignals ? { signal_type: type } : {});
  for (const [name, value] of signalList.toQuery(filters)) query.append(name, value);
  return addQuery(pathname, query);
}

/** Returns the query of the API, without the filters that are empty. */
export function toSignalsQuery(
  signal_type: SignalType,
  { view, page, ...filters }: SignalFilters,
): EndpointInput<typeof listPsxSignals>['query'] {
  const chosen = Object.entries(filters).filter(([, value]) => value !== '');
  return { signal_type, ...Object.fromEntries(chosen) };
}
