import { useQuery } from '@tanstack/react-query';
import { listPsxSignals, type SignalList } from '#contract/signals/endpoints.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { useSession } from '#web/session/session.ts';
import { isOpenSignal } from '#web/signals/signal-labels.ts';

/** The signals as the server rendered them for a visitor. */
export interface RenderedSignals {
  list: SignalList;
  asOf: string;
}

/** The prefix of the query keys of all signal lists. */
export const SIGNALS_KEY = ['signals'];

const STALE_MS = 15_000;
const MAX_RETRIES = 2;

/** Delays the request after an expiry, so that a fast clock of the browser does not cause many requests. */
const EXPIRY_MARGIN_MS = 15_000;

/** Returns the delay until the next signal expires; `false` if none expires. */
function getDelayUntilExpiry(list: SignalList | undefined): number | false {
  const expiries = (list?.results ?? [])
    .filter(isOpenSignal)
    .flatMap(({ expires_at }) => (expires_at === null ? [] : Date.parse(expires_at)));
  if (expiries.length === 0) return false;
  return Math.max(Math.min(...expiries) - Date.now(), 0) + EXPIRY_MARGIN_MS;
}

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
    refetchInterval: ({ state }) => getDelayUntilExpiry(state.data),
    retry: (failures, error) =>
      failures < MAX_RETRIES && !(error instanceof ApiError && error.status < 500 && error.status > 0),
    ...(rendered && isVisitor
      ? { initialData: rendered.list, initialDataUpdatedAt: Date.parse(rendered.asOf) }
      : { placeholderData: rendered?.list }),
  });
}
