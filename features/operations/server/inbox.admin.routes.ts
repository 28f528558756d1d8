import { readInbox } from '#core/contract/inbox.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { listTasks } from './tasks.ts';

/** Lists what waits for the administrator. */
export function adminInboxRoutes(routes: RouteDependencies): void {
  routes.handle(readInbox, ({ caller: { administratorId } }) => listTasks(routes, administratorId));
}
