import type { FastifyInstance, FastifyRequest } from 'fastify';
import { connectionGroup } from '#server/platform/database/admission.ts';

/** Lets every request use the database as the part of the API that it belongs to. */
export function groupConnections(app: FastifyInstance): void {
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void) =>
    connectionGroup.run(getGroup(request.routeOptions.url ?? ''), done);
  app.addHook('onRequest', enter);
  // Again after the body: it arrives in the context of the connection, not of the request.
  app.addHook('preValidation', enter);
}

/** `news` of `/api/news/articles/`, `admin/signals` of `/api/admin/signals/:id/`. */
function getGroup(route: string): string {
  const [first = '', second = ''] = route
    .replace(/^\/api\//, '')
    .split('/')
    .filter(Boolean);
  return first === 'admin' ? `admin/${second}` : first;
}
