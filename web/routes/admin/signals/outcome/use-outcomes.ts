import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import { type AdminOutcome, listSignalOutcomes } from '#contract/track-record/decisions.ts';
import { api } from '#web/api/api.ts';

/** The prefix of the query keys of the outcomes. */
export const OUTCOMES_KEY = ['admin-outcomes'];

const STALE_MS = 60_000;

interface AdminOutcomes {
  /** By the IDs of the signals, without those that have none. */
  outcomes: ReadonlyMap<string, AdminOutcome>;
  isLoading: boolean;
  error: Error | null;
}

/** Loads the outcomes of signals. The list of signals works without them. */
export function useOutcomes(signals: readonly AdminSignal[]): AdminOutcomes {
  const ids = signals.map(({ id }) => id).join(',');
  const { data, isLoading, error } = useQuery({
    queryKey: [...OUTCOMES_KEY, ids],
    queryFn: () => api(listSignalOutcomes, { query: { ids } }),
    enabled: ids !== '',
    staleTime: STALE_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const outcomes = new Map(data?.results.map((outcome) => [outcome.signal_id, outcome]));
  return { outcomes, isLoading, error };
}
