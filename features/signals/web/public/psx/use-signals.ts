import { useQuery } from '@tanstack/react-query';
import { api } from '#core/web/api/api.ts';
import { CHOICES_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { useSession } from '#core/web/session/session.ts';
import {
  listPsxSignals,
  listSignalChoices,
  type SignalChoices,
  type SignalList,
} from '#features/signals/contract/endpoints.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { getDelayUntilExpiry } from '#features/signals/web/delay-until-expiry.ts';
import { CHOICES_KEY, getSignalsScope, SIGNALS_KEY } from '#features/signals/web/public/signal-keys.ts';
import { type SignalFilters, toSignalsQuery } from './filters.ts';

/** The signals as the server rendered them for a visitor. */
export interface RenderedSignals {
  list: SignalList;
  /** `null` if they could not be loaded. */
  choices: SignalChoices | null;
  asOf: string;
}

/**
 * Longer than a cached page may be old, so that a page view does not load the list that the server has just rendered. Changes
 * arrive by the stream, whose versions tell whether the list is current; where streams are blocked, it is loaded repeatedly.
 */
const STALE_MS = 120_000;

/**
 * Queries the signals of a type for the current user. Shows the rendered signals first, so that the page does not flicker;
 * for a signed-in user they are replaced by the user's own response. While signals of other filters load, the previous ones
 * stay visible. Queries again when a session ends, which changes states.
 */
export function useSignals(type: SignalType, filters: SignalFilters, rendered: RenderedSignals | null) {
  const user = useSession();
  const isVisitor = !user;
  const scope = getSignalsScope(type, user);
  const query = toSignalsQuery(type, filters);
  return useQuery({
    queryKey: [...SIGNALS_KEY, scope, query],
    queryFn: () => api(listPsxSignals, { query }),
    enabled: user !== undefined,
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => getDelayUntilExpiry([state.data?.states_change_at], getNow().getTime()),
    retry: shouldRetry,
    // Never the signals of another user.
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey.includes(scope) ? previous : rendered?.list,
    ...(isVisitor && toInitialData(rendered?.list, rendered?.asOf)),
  });
}

/** Queries the sectors and symbols to filter by, when they are visible. */
export function useChoices(type: SignalType, isVisible: boolean, rendered: RenderedSignals | null) {
  const user = useSession();
  return useQuery({
    queryKey: [...CHOICES_KEY, type, user?.id ?? 'visitor'],
    queryFn: () => api(listSignalChoices, { query: { signal_type: type } }),
    enabled: isVisible && user !== undefined,
    staleTime: CHOICES_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.choices, rendered?.asOf),
  });
}
