import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readSystem, retryJob } from '#contract/admin/system.ts';
import type { EndpointOutput } from '#contract/endpoint.ts';
import { useAdminQuery } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';

export type SystemState = EndpointOutput<typeof readSystem>;

const KEY = ['admin-system'];
const REFRESH_MS = 15_000;

/** Loads the state of the system, repeatedly. */
export const useSystem = () =>
  useAdminQuery({ queryKey: KEY, queryFn: () => api(readSystem, {}), refetchInterval: REFRESH_MS });

/** Retries a failed job. It is pending until the list has been refetched. */
export function useRetryJob(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api(retryJob, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
