import { useQuery } from '@tanstack/react-query';
import {
  listPsxSignals,
  listSignalChoices,
  type SignalChoices,
  type SignalList,
} from '#contract/signals/endpoints.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { api } from '#web/api/api.ts';
import { CHOICES_STALE_MS, shouldRetry, toInitialData } from '#web/api/query-options.ts';
import { getNow } from '#web/api/server-clock.ts';
import { useSession } from '#web/session/session.ts';
import { getDelayUntilExpiry } from '#web/signals/delay-until-expiry.ts';
import { CHOICES_KEY, getSignalsScope, SIGNALS_KEY } from '#web/signals/signal-keys.ts';
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
 * arrive by the stream, which starts at the position of the list; where streams are blocked, the list is loaded repeatedly.
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

const NO_CHOICES: SignalChoices = { sectors: [], symbols: [] };

/** Returns the sectors and symbols to filter by; empty lists until they are loaded, which they are when they are visible. */
export function useChoices(
  type: SignalType,
  isVisible: boolean,
  rendered: RenderedSignals | null,
): SignalChoices {
  const user = useSession();
  const { data } = useQuery({
    queryKey: [...CHOICES_KEY, type, user?.id ?? 'visitor'],
    queryFn: () => api(listSignalChoices, { query: { signal_type: type } }),
    enabled: isVisible && user !== undefined,
    staleTime: CHOICES_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered?.choices, rendered?.asOf),
  });
  return data ?? NO_CHOICES;
}
