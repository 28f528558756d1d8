import { useQuery } from '@tanstack/react-query';
import { api } from '#core/web/api/api.ts';
import { CHOICES_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { listCompanySectors } from '#features/market/contract/companies.ts';

/** Queries the names of the sectors, which the server may have rendered. */
export const useSectors = (rendered: { sectors: string[]; asOf: string } | null) =>
  useQuery({
    queryKey: ['companies', 'sectors'],
    queryFn: () => api(listCompanySectors, {}),
    staleTime: CHOICES_STALE_MS,
    retry: shouldRetry,
    ...toInitialData(rendered && { sectors: rendered.sectors }, rendered?.asOf),
  });
