import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { listCustomers, readCustomer } from '#contract/billing/admin-endpoints.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { adminFailureText } from '#web/routes/admin/admin-failure-text.ts';
import { isSecondFactorAsked } from '#web/routes/admin/sign-in/is-second-factor-required.ts';

const KEY = ['admin-customers'];

/**
 * A page of the customers. The error is a sentence for the administrator; a page past the end is none. With `isWanted`
 * false nothing is asked.
 */
export function useCustomers({ search, page }: { search: string; page: number }, isWanted = true) {
  const { error, ...rest } = useQuery({
    queryKey: [...KEY, 'list', search, page],
    queryFn: () => api(listCustomers, { query: { search, page: String(page) } }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
    retry: retryFaults,
  });
  const isPastEnd = isNotFound(error) && page > 1;
  return { ...rest, isPastEnd, ...told(isPastEnd ? null : error) };
}

/** One customer. The error is a sentence for the administrator; that there is no such customer is none. */
export function useCustomer(id: string) {
  const { error, ...rest } = useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: () => api(readCustomer, { params: { id } }),
    retry: retryFaults,
  });
  const isUnknown = isNotFound(error);
  return { ...rest, isUnknown, ...told(isUnknown ? null : error) };
}

/** Asks for every customer anew; what was known is no longer true. */
export function useCustomersChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: KEY });
}

function told(error: Error | null) {
  const isSecondFactorMissing = isSecondFactorAsked(error);
  return {
    isSecondFactorMissing,
    error: error && !isSecondFactorMissing ? adminFailureText(error) : null,
  };
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

const retryFaults = (failures: number, failure: Error) =>
  failures < 1 && !isNotFound(failure) && !isSecondFactorAsked(failure);
