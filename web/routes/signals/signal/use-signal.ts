import { useQuery } from '@tanstack/react-query';
import { getSignalDetails } from '#contract/track-record/signal-details.ts';
import { api } from '#web/api/api.ts';
import { shouldRetry, toInitialData } from '#web/api/query-options.ts';
import { useSession } from '#web/session/session.ts';
import { SIGNAL_KEY } from '#web/signals/signal-keys.ts';
import type { RenderedSignal } from './load-signal.ts';

/** Longer than a cached page may be old, so that a page view does not load what the server has just rendered. */
const STALE_MS = 120_000;
/** An open page follows changes of the signal. */
const REFRESH_MS = 120_000;

/** Queries a signal as the current user. A signed-in user first sees what the server rendered for a visitor. */
export function useSignal(id: string, rendered: RenderedSignal | null) {
  const user = useSession();
  return useQuery({
    // Never the signal of another user.
    queryKey: [...SIGNAL_KEY, id, user?.id ?? 'visitor'],
    queryFn: () => api(getSignalDetails, { params: { id } }),
    enabled: user !== undefined,
    staleTime: STALE_MS,
    refetchInterval: REFRESH_MS,
    retry: shouldRetry,
    placeholderData: rendered?.details ?? undefined,
    ...(!user && toInitialData(rendered?.details, rendered?.asOf)),
  });
}
