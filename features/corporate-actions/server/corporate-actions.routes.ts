import { toKarachiDate } from '#core/contract/dates.ts';
import type { ChangeBus, ChangeTopic } from '#core/server/platform/change-bus.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { cacheHolidays, cacheTradingCalendar } from '#features/market/server/market.ts';
import { createEventsCheck } from './events-check.ts';
import { adminFilingsRoutes } from './filings.admin.routes.ts';
import { boardMeetingRoutes } from './list/board-meetings.routes.ts';
import { bookClosureRoutes } from './list/book-closures.routes.ts';
import { cacheClosureCompanies, cacheMeetingCompanies } from './list/event-filter.ts';
import { lastBuyingDayRoutes } from './list/last-buying-days.routes.ts';
import { nextDateRoutes } from './list/next-dates.routes.ts';
import { storedEventRoutes } from './stored-events.admin.routes.ts';

export function registerCorporateActions(dependencies: RouteDependencies): void {
  const { clock, database } = dependencies;
  const getLastChange = trackLastChange(database.changes, clock);
  const getCalendar = cacheTradingCalendar(database);
  const getHolidays = cacheHolidays(database);
  const getClosureContext = async () => ({
    today: toKarachiDate(clock.now()),
    ...(await getCalendar()),
    holidays: await getHolidays(),
  });
  boardMeetingRoutes(dependencies, { getCompanies: cacheMeetingCompanies(database), getLastChange });
  const closures = { getCompanies: cacheClosureCompanies(database), getLastChange };
  bookClosureRoutes(dependencies, closures, getClosureContext);
  lastBuyingDayRoutes(dependencies, getClosureContext);
  nextDateRoutes(dependencies, getClosureContext);
  adminFilingsRoutes(dependencies);
  dependencies.checks.register(createEventsCheck(database.db, clock));
  storedEventRoutes(dependencies);
}

const CALENDAR_TOPICS: (ChangeTopic | null)[] = ['corporate-actions', 'market', null];

/**
 * Returns a function for the time at which a calendar may last have changed: the last change event that reached this
 * process, or midnight, because the default range moves with the date.
 */
function trackLastChange(changes: ChangeBus, clock: Clock): () => Date {
  let changedAt = clock.now();
  changes.subscribe((topic) => {
    if (CALENDAR_TOPICS.includes(topic)) changedAt = clock.now();
  });
  return () => {
    const midnight = new Date(`${toKarachiDate(clock.now())}T00:00:00+05:00`);
    return changedAt > midnight ? changedAt : midnight;
  };
}
