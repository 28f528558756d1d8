import { readSystem } from '#contract/admin/system.ts';
import type { EndpointOutput } from '#contract/endpoint.ts';
import { useAdminQuery } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';

export type SystemState = EndpointOutput<typeof readSystem>;

export const SYSTEM_KEY = ['admin-system'];
const REFRESH_MS = 15_000;

/** Loads the state of the system, repeatedly. */
export const useSystem = () =>
  useAdminQuery({ queryKey: SYSTEM_KEY, queryFn: () => api(readSystem, {}), refetchInterval: REFRESH_MS });
