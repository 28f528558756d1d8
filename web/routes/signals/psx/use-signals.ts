import { useQuery } from '@tanstack/react-query';
import { listPsxSignals, type SignalList } from '#contract/signals/endpoints.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { api } from '#web/api/api.ts';
import { shouldRetry } from '#web/api/query-options.ts';
import { useSession } from '#web/session/session.ts';
import { getDelayUntilExpiry } from './delay-until-expiry.ts';

/** The signals as the server rendered them for a visitor. */
export interface RenderedSignals {
  list: SignalList;
  asOf: string;
}

/** The prefix of the query keys of all signal lists. */
export const SIGNALS_KEY = ['signals'];

const STALE_MS = 15_000;

/**
 * Queries the signals of a type for the current user. Shows the rendered signals first, so that the page does not flicker;
 * for a signed-in user they are replaced by the user's own response. Queries again when a signal expires.
 */
export function useSignals(type: SignalType, rendered: RenderedSignals | null) {
  const user = useSession();
  const isVisitor = !user;
  return useQuery({
    queryKey: [...SIGNALS_KEY, type, user?.id ?? 'visitor'],
    queryFn: () => api(listPsxSignals, { query: { signal_type: type } }),
    enabled: user !== undefined,
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => getDelayUntilExpiry(state.data?.results ?? [], Date.now()),
    retry: shouldRetry,
    ...(rendered && isVisitor
      ? { initialData: rendered.list, initialDataUpdatedAt: Date.parse(rendered.asOf) }
      : { placeholderData: rendered?.list }),
  });
}
