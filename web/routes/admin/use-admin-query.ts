import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { getFirstMessage } from '#contract/errors.ts';
import { ApiError, isNotFound } from '#web/api/call.ts';
import { getAdminErrorMessage } from './admin-error-message.ts';

/** Runs a query as an administrator. Returns the errors that pages handle as flags, and any
 * other error as a message. */
export function useAdminQuery<Data>(options: UseQueryOptions<Data>) {
  const { error, ...rest } = useQuery({
    ...options,
    retry: (failures, failure) => failures < 1 && !isNotFound(failure) && !isSecondFactorRequired(failure),
  });
  /** The configuration requires a second factor, and this administrator has not set one up. */
  const isSecondFactorMissing = isSecondFactorRequired(error);
  return {
    ...rest,
    isSecondFactorMissing,
    isNotFound: isNotFound(error),
    error: error && !isSecondFactorMissing ? getAdminErrorMessage(error) : null,
  };
}

/** Returns whether the API rejected a call because the administrator must set up a second factor first. */
export const isSecondFactorRequired = (error: unknown) =>
  error instanceof ApiError && getFirstMessage(error.body, 'code') === 'second_factor_required';
