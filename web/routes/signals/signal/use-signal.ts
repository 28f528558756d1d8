import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { getSignalDetails, type SignalDetails } from '#contract/track-record/signal-details.ts';
import { api } from '#web/api/api.ts';
import { shouldRetry, toInitialData } from '#web/api/query-options.ts';
import { getNow } from '#web/api/server-clock.ts';
import { useSession } from '#web/session/session.ts';
import { getDelayUntilExpiry } from '#web/signals/delay-until-expiry.ts';
import { getSignalKey } from '#web/signals/signal-keys.ts';
import { isActiveSignal } from '#web/signals/signal-labels.ts';
import type { RenderedSignal } from './load-signal.ts';

/** Longer than a cached page may be old, so that a page view does not load what the server has just rendered. */
const STALE_MS = 120_000;
/** Changes of a signal in progress arrive by the stream; this is for evaluations, and for pages that do not follow it. */
const REFRESH_MS = 120_000;

/**
 * Queries a signal as the current user. A signed-in user first sees what the server rendered for a visitor. Queries again when
 * the signal expires.
 */
export function useSignal(id: string, rendered: RenderedSignal | null) {
  const user = useSession();
  return useQuery({
    // Never the signal of another user.
    queryKey: getSignalKey(id, user),
    queryFn: () => api(getSignalDetails, { params: { id } }),
    enabled: user !== undefined,
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => getRefreshDelay(state.data),
    retry: shouldRetry,
    // What has not changed since the server rendered it is the same object.
    structuralSharing: (previous, next) => replaceEqualDeep(previous ?? rendered?.details, next),
    placeholderData: rendered?.details ?? undefined,
    ...(!user && toInitialData(rendered?.details, rendered?.asOf)),
  });
}

function getRefreshDelay(details: SignalDetails | undefined): number {
  const signal = details?.report?.signal;
  if (!signal || !isActiveSignal(signal)) return REFRESH_MS;
  const delay = getDelayUntilExpiry([signal.expires_at], getNow().getTime());
  return delay === false ? REFRESH_MS : Math.min(delay, REFRESH_MS);
}
