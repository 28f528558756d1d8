import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listAdminSignals } from '#contract/signals/admin-endpoints.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { adminFailureText } from '#web/routes/admin/admin-failure-text.ts';
import { isSecondFactorAsked } from '#web/routes/admin/sign-in/is-second-factor-required.ts';

const KEY = ['admin-signals'];

/**
 * A page of the signals to manage. The error is a sentence for the administrator; a page past the end, for example after
 * its last signal was deleted, is none.
 */
export function useAdminSignals({ type, page, search }: { type: SignalType; page: string; search: string }) {
  const { error, ...rest } = useQuery({
    queryKey: [...KEY, type, page, search],
    queryFn: () => api(listAdminSignals, { query: { signal_type: type, page, search } }),
    placeholderData: (previous, query) =>
      query?.queryKey[1] === type ? keepPreviousData(previous) : undefined,
    retry: (failures, failure) => failures < 1 && !isNotFound(failure) && !isSecondFactorAsked(failure),
  });
  const isPastEnd = isNotFound(error) && page !== '1';
  const isSecondFactorMissing = isSecondFactorAsked(error);
  const isFault = error && !isPastEnd && !isSecondFactorMissing;
  return {
    ...rest,
    isPastEnd,
    /** The configuration requires a second factor, and this administrator has not set one up. */
    isSecondFactorMissing,
    error: isFault ? { message: adminFailureText(error) } : null,
  };
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Makes a change and, when it is made, asks for all lists and counts anew. */
export function useSignalChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
