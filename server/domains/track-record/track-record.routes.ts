import type { RouteDependencies } from '#server/dependencies.ts';
import { adminBundleRoutes } from './bundle/bundle.admin.routes.ts';
import { adminDecisionRoutes } from './decisions/decisions.admin.routes.ts';
import { signalDetailsRoutes } from './details/details.routes.ts';
import type { DetailsReader } from './details/read-details.ts';
import { performanceRoutes } from './performance/performance.routes.ts';

export function registerTrackRecord(dependencies: RouteDependencies, readDetails: DetailsReader): void {
  const { api, handle, handleByGroup, caching } = dependencies;
  performanceRoutes(api, handle, dependencies, caching);
  signalDetailsRoutes(handleByGroup, dependencies, readDetails);
  adminDecisionRoutes(handle, dependencies);
  adminBundleRoutes(dependencies);
}
