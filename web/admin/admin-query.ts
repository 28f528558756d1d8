import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getFirstMessage } from '#contract/errors.ts';
import { ApiError, isNotFound } from '#web/api/call.ts';
import { getErrorMessage } from '#web/api/error-message.ts';

/**
 * Runs a query as an administrator. `error` is a message. Two errors are flags instead: `isSecondFactorMissing`, which
 * `AdminPage` handles, and `isNotFound` if what is queried `mayBeMissing`, such as a page past the end of a list.
 */
export function useAdminQuery<Data>(options: UseQueryOptions<Data>, { mayBeMissing = false } = {}) {
  const { error, ...rest } = useQuery({
    ...options,
    retry: (failures, failure) => failures < 1 && !isNotFound(failure) && !isSecondFactorRequired(failure),
  });
  const isSecondFactorMissing = isSecondFactorRequired(error);
  const isMissing = mayBeMissing && isNotFound(error);
  return {
    ...rest,
    isSecondFactorMissing,
    isNotFound: isMissing,
    error: error && !isSecondFactorMissing && !isMissing ? getAdminErrorMessage(error) : null,
  };
}

/** Returns a function that reloads the queries whose key begins with this one. */
export function useRefetch(queryKey: QueryKey): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey });
}

/** Returns whether the API rejected a call because the administrator must set up a second factor first. */
const isSecondFactorRequired = (error: unknown) =>
  error instanceof ApiError && getFirstMessage(error.body, 'code') === 'second_factor_required';

/** Returns the message for an administrator whose call failed: the cause and what to do. */
export function getAdminErrorMessage(error: unknown): string {
  return error instanceof ApiError && error.status === 401
    ? 'Your session has ended. Sign in again in another tab, then try again.'
    : getErrorMessage(error);
}
