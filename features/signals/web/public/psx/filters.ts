import type { EndpointInput } from '#core/contract/endpoint.ts';
import { paths } from '#core/contract/paths.ts';
import { addQuery } from '#core/web/document/page-query.ts';
import { createFilteredList } from '#core/web/list/filtered-list.ts';
import { name, oneOf, symbols } from '#core/web/list/filters.ts';
import type { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { STATE_FILTERS } from '#features/signals/contract/signal-state.ts';
import {
  DEFAULT_SIGNAL_ORDERING,
  SECTOR_MAX_LENGTH,
  SIGNAL_ORDERINGS,
  type SignalType,
} from '#features/signals/contract/signal-types.ts';
import { ORDER_LABELS, RISK_LABELS, SHARIAH_LABELS } from '#features/signals/web/public/signal-labels.ts';

const keyOf = <Key extends string>(labels: Record<Key, string>) => oneOf(Object.keys(labels) as Key[], '');

/** The filters are not restored: a trader who returns must not miss the other signals. Only the view is stored. */
export const signalList = createFilteredList({
  path: paths.psxSignals,
  filters: {
    order_type: keyOf(ORDER_LABELS),
    risk_type: keyOf(RISK_LABELS),
    shariah_type: keyOf(SHARIAH_LABELS),
    sector: name(SECTOR_MAX_LENGTH),
    symbol: symbols,
    state: oneOf(STATE_FILTERS, ''),
    ordering: oneOf(SIGNAL_ORDERINGS, DEFAULT_SIGNAL_ORDERING),
    /** Empty for the view that the user chose last, or cards. */
    view: oneOf(['table'], ''),
  },
  hasOnePage: true,
  toCounted: (filters) => ({ ...filters, view: '' }),
  storageKey: 'tezi:signals',
});

export type SignalFilters = typeof signalList.noFilters;
export const { noFilters: NO_FILTERS, readFilters } = signalList;

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
  const chosen = Object.entries(filters).filter(([, value]) => String(value));
  return { signal_type, ...Object.fromEntries(chosen) };
}
