import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { firstMessage } from '#contract/errors.ts';
import { listAdminSignals } from '#contract/signals/admin-endpoints.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';

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
    retry: (failures, failure) => failures < 1 && !isNotFound(failure),
  });
  const isPastEnd = isNotFound(error) && page !== '1';
  return { ...rest, isPastEnd, error: error && !isPastEnd ? { message: failureText(error) } : null };
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

/** What to tell an administrator of a call that failed: what went wrong and what to do. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) {
    return 'The server did not answer. Check your connection and try again.';
  }
  if (error.status === 401) return 'Your sign-in has ended. Sign in again in another tab, then repeat this.';
  return firstMessage(error.body, 'detail') ?? `HTTP error! status: ${error.status}`;
}
