import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import { type AdminOutcome, listSignalOutcomes } from '#contract/track-record/decisions.ts';
import { api } from '#web/api/api.ts';
import { OUTCOMES_KEY } from '#web/routes/admin/signals/admin-keys.ts';

const STALE_MS = 60_000;

/** Returns the outcomes of signals by their IDs. The list of signals works without them. */
export function useOutcomes(signals: readonly AdminSignal[]): ReadonlyMap<string, AdminOutcome> {
  const ids = signals.map(({ id }) => id).join(',');
  const { data } = useQuery({
    queryKey: [...OUTCOMES_KEY, ids],
    queryFn: () => api(listSignalOutcomes, { query: { ids } }),
    enabled: ids !== '',
    staleTime: STALE_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return new Map(data?.results.map((outcome) => [outcome.signal_id, outcome]));
}
