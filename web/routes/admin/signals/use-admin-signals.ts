import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { listAdminSignals } from '#contract/signals/admin-endpoints.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { useAdminQuery } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { getNow } from '#web/api/server-clock.ts';
import { getDelayUntilExpiry } from '#web/signals/delay-until-expiry.ts';
import { ADMIN_SIGNALS_KEY } from '#web/signals/signal-keys.ts';
import { OUTCOMES_KEY } from './outcome/use-outcomes.ts';

/** The prefix of the query keys of the drafts. */
export const DRAFTS_KEY = ['admin-drafts'];

/**
 * Loads a page of signals, and again when a session ends, which changes states and counts. The page may be past the end: its last
 * signal may have been deleted.
 */
export function useAdminSignals({ type, page, search }: { type: SignalType; page: string; search: string }) {
  return useAdminQuery({
    queryKey: [...ADMIN_SIGNALS_KEY, type, page, search],
    queryFn: () => api(listAdminSignals, { query: { signal_type: type, page, search } }),
    refetchInterval: ({ state }) => getDelayUntilExpiry([state.data?.states_change_at], getNow().getTime()),
    placeholderData: (previous, query) =>
      query?.queryKey[1] === type ? keepPreviousData(previous) : undefined,
  });
}

/**
 * Runs a change of a signal or a draft, then refetches all lists and counts. `onChanged` also runs if the component is gone by
 * then, unlike the callbacks of `mutate`.
 */
export function useSignalChange<Input, Output>(
  change: (input: Input) => Promise<Output>,
  onChanged?: (output: Output, input: Input) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (output, input) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ADMIN_SIGNALS_KEY }),
        // A publication may have voided a signal.
        queries.invalidateQueries({ queryKey: OUTCOMES_KEY }),
      ]);
      onChanged?.(output, input);
    },
    // Also after a failure: a draft may have been saved before its publication failed, or changed by another administrator.
    onSettled: () => queries.invalidateQueries({ queryKey: DRAFTS_KEY }),
  });
}
