import type { FastifyInstance, FastifyRequest } from 'fastify';
import { connectionGroup } from '#server/platform/database/admission.ts';

/** Runs every request in the database connection group of its part of the API. */
export function assignConnectionGroups(app: FastifyInstance): void {
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void) =>
    connectionGroup.run(getGroup(request.routeOptions.url ?? ''), done);
  app.addHook('onRequest', enter);
  // Again after the body, which arrives in the async context of the connection, not of the request.
  app.addHook('preValidation', enter);
}

/** Returns `news` for `/api/news/articles/` and `admin/signals` for `/api/admin/signals/:id/`. */
function getGroup(route: string): string {
  const [first = '', second = ''] = route
    .replace(/^\/api\//, '')
    .split('/')
    .filter(Boolean);
  return first === 'admin' ? `admin/${second}` : first;
}
