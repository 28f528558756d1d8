import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listSecurityEvents } from '#contract/admin/security-events.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { api } from '#web/api/api.ts';
import { adminFailureText } from '#web/routes/admin/admin-failure-text.ts';
import { isSecondFactorAsked } from '#web/routes/admin/sign-in/is-second-factor-required.ts';
import { type EventFilters, toQuery } from './security-log-url.ts';

/** A page of the security log. The error is a sentence for the administrator. */
export function useSecurityEvents(filters: EventFilters, cursor: string) {
  const query = toQuery(filters, cursor) as EndpointInput<typeof listSecurityEvents>['query'];
  const { error, ...rest } = useQuery({
    queryKey: ['admin-security-events', query],
    queryFn: () => api(listSecurityEvents, { query }),
    placeholderData: keepPreviousData,
    retry: (failures, failure) => failures < 1 && !isSecondFactorAsked(failure),
  });
  const isSecondFactorMissing = isSecondFactorAsked(error);
  return {
    ...rest,
    isSecondFactorMissing,
    error: error && !isSecondFactorMissing ? adminFailureText(error) : null,
  };
}

/** The position after a page, from the URL that the API gives for the next one. */
export const cursorOf = (next: string) => new URL(next).searchParams.get('cursor') ?? '';
