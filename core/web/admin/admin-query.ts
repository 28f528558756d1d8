import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getFirstMessage } from '#core/contract/errors.ts';
import { ApiError, getLastPage, isNotFound } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { shouldRetry } from '#core/web/api/query-options.ts';

/** The prefix of the query keys of the outcomes of signals. */
export const OUTCOMES_KEY = ['admin-outcomes'];

/** The prefix of the query keys of the drafts of signals. */
export const DRAFTS_KEY = ['admin-drafts'];

/**
 * Runs a query as an administrator. `error` is a message. Other errors are values instead: `isSecondFactorMissing`, which
 * `AdminPage` handles, `lastPage` if the page is past the end of a list, and `isNotFound` if what is queried `mayBeMissing`.
 */
export function useAdminQuery<Data>(options: UseQueryOptions<Data>, { mayBeMissing = false } = {}) {
  const { error, ...rest } = useQuery({
    ...options,
    retry: (failures, failure) => failures < 1 && shouldRetry(failures, failure),
  });
  const isSecondFactorMissing = isSecondFactorRequired(error);
  const lastPage = getLastPage(error);
  const isMissing = mayBeMissing && isNotFound(error);
  return {
    ...rest,
    isSecondFactorMissing,
    isNotFound: isMissing,
    lastPage,
    error:
      error && !isSecondFactorMissing && !isMissing && lastPage === null ? getAdminErrorMessage(error) : null,
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
  if (!(error instanceof ApiError)) return getErrorMessage(error);
  if (error.status === 401) return 'Your session has ended. Sign in again in another tab, then try again.';
  return getFirstMessage(error.body, 'code') === 'idempotency_key_reused'
    ? 'Your first attempt has succeeded, without your later changes. Close this form and check the list.'
    : getErrorMessage(error);
}

/** Returns a key for the requests of one form. Unlike `crypto.randomUUID` it needs no HTTPS. */
export const createIdempotencyKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
