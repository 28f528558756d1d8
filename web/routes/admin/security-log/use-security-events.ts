import { keepPreviousData } from '@tanstack/react-query';
import { listSecurityEvents } from '#contract/admin/security-events.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { api } from '#web/api/api.ts';
import { useAdminQuery } from '#web/routes/admin/use-admin-query.ts';
import { type EventFilters, securityLogUrl } from './security-log-url.ts';

/** Loads a page of the security log. */
export function useSecurityEvents(filters: Partial<EventFilters>, cursor = '') {
  const query = securityLogUrl.toQuery(filters, cursor) as EndpointInput<typeof listSecurityEvents>['query'];
  return useAdminQuery({
    queryKey: ['admin-security-events', query],
    queryFn: () => api(listSecurityEvents, { query }),
    placeholderData: keepPreviousData,
  });
}
