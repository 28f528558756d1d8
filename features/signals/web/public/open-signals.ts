import { useQuery } from '@tanstack/react-query';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry } from '#core/web/api/query-options.ts';
import { useSession } from '#core/web/session/session.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { SIGNAL_TYPES } from '#features/signals/contract/signal-types.ts';
import { OPEN_SIGNALS_KEY } from './signal-keys.ts';

/** Queries the signals in progress that the current user may read, which no rendered page contains. */
export function useOpenSignals() {
  const user = useSession();
  return useQuery({
    queryKey: [...OPEN_SIGNALS_KEY, user?.id ?? 'visitor'],
    queryFn: () => loadOpenSignals(Boolean(user)),
    staleTime: LIST_STALE_MS,
    refetchInterval: LIST_STALE_MS,
    retry: shouldRetry,
    enabled: user !== undefined,
  });
}

async function loadOpenSignals(isSignedIn: boolean): Promise<Signal[]> {
  const types = isSignedIn ? SIGNAL_TYPES : (['intraday'] as const);
  const lists = await Promise.all(
    types.map((signal_type) => api(listPsxSignals, { query: { signal_type, state: 'active' } })),
  );
  return lists.flatMap(({ results }) => results);
}
