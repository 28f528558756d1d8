import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/dependencies.ts';
import { keepHolidays } from '#server/domains/market/market.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { boardMeetingFeeds } from './calendar/board-meetings.feed.routes.ts';
import { bookClosureFeeds } from './calendar/book-closures.feed.routes.ts';
import { keepLastChange } from './calendar/last-change.ts';
import { boardMeetingRoutes } from './list/board-meetings.routes.ts';
import { bookClosureRoutes } from './list/book-closures.routes.ts';
import { keepClosureCompanies, keepMeetingCompanies } from './list/company-names.ts';

export function corporateActionsRoutes(
  api: FastifyInstance,
  handle: Handle,
  dependencies: Pick<Dependencies, 'clock' | 'config' | 'database'>,
): void {
  const { clock, database } = dependencies;
  const lastChange = keepLastChange(database.changes, clock);
  const holidays = keepHolidays(database);

  const meetings = { companies: keepMeetingCompanies(database), lastChange };
  boardMeetingRoutes(handle, dependencies, meetings);
  boardMeetingFeeds(api, dependencies, meetings);

  const closures = { companies: keepClosureCompanies(database), holidays, lastChange };
  bookClosureRoutes(handle, dependencies, closures);
  bookClosureFeeds(api, dependencies, closures);
}
