import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { boardMeetingRoutes } from './board-meetings.routes.ts';
import { bookClosureRoutes } from './book-closures.routes.ts';

export function corporateActionsRoutes(
  api: FastifyInstance,
  handle: Handle,
  dependencies: Dependencies,
): void {
  boardMeetingRoutes(api, handle, dependencies);
  bookClosureRoutes(api, handle, dependencies);
}
