import type { FastifyInstance } from 'fastify';
import {
  BookClosureFilters,
  DEFAULT_BOOK_CLOSURE_ORDERING,
  listBookClosures,
} from '#contract/corporate-actions/book-closures.ts';
import { addDays, getStartOfDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { CLOSURE_COLUMNS, toClosureCells } from '#server/domains/corporate-actions/export/closure-columns.ts';
import { createCsvContent } from '#server/domains/corporate-actions/export/csv-content.ts';
import { MAX_EXPORTED_ROWS } from '#server/domains/corporate-actions/export/write-csv.ts';
import {
  findClosures,
  listClosureIds,
} from '#server/domains/corporate-actions/list/book-closures.queries.ts';
import type { GetCompanies } from '#server/domains/corporate-actions/list/company-names.ts';
import { parseClosureFilter } from '#server/domains/corporate-actions/list/parse-filter.ts';
import {
  type ClosureContext,
  presentBookClosure,
} from '#server/domains/corporate-actions/list/present-book-closure.ts';
import type { Caching } from '#server/http/response-cache/send-cached.ts';
import { FEED_CACHE_CONTROL, serveSharedFile } from '#server/http/shared-file.ts';
import { formatCalendarName, MAX_EVENTS, withDefaultRange } from './calendar-query.ts';
import { toClosureEvents } from './closure-events.ts';
import { writeCalendar } from './write-calendar.ts';

const EVENTS_PER_CLOSURE = 2;
const DESCRIPTION =
  'Estimated dates are calculated from the book closure, the settlement cycle and the holidays of the exchange.';

/** Serves book closures as an iCalendar subscription (with last buying days) and as a CSV download, with the filters of the list. */
export function bookClosureFeedRoutes(
  api: FastifyInstance,
  { config: { publicUrl }, database }: Pick<Dependencies, 'config' | 'database'>,
  {
    getCompanies,
    getClosureContext,
    getLastChange,
    caching,
  }: {
    getCompanies: GetCompanies;
    getClosureContext: () => Promise<ClosureContext>;
    getLastChange: () => Date;
    caching: Caching;
  },
): void {
  const db = database.db;
  const shared = { query: BookClosureFilters, topics: listBookClosures.topics };

  serveSharedFile(api, caching, {
    ...shared,
    path: '/book-closures/calendar.ics',
    cacheControl: FEED_CACHE_CONTROL,
    read: async ({ query, url, changesAt }) => {
      const lastModified = getLastChange();
      const asOf = await getClosureContext();
      // The default range moves with the date.
      changesAt(getStartOfDate(addDays(asOf.today, 1)));
      const dated = withDefaultRange(query, asOf.today);
      const filter = await parseClosureFilter(dated, getCompanies, asOf.holidays);
      const limit = MAX_EVENTS / EVENTS_PER_CLOSURE;
      const rows = await findClosures(db, await listClosureIds(db, filter, '-bc_from', { offset: 0, limit }));
      const site = { publicUrl, page: paths.bookClosure };
      const body = await writeCalendar({
        name: formatCalendarName('book closures', filter.companyNames),
        description: DESCRIPTION,
        url: publicUrl + url,
        events: rows
          .reverse()
          .flatMap((row) => toClosureEvents(presentBookClosure(row, asOf), row.updatedAt, site)),
      });
      return { body, type: 'text/calendar; charset=utf-8', lastModified };
    },
  });

  serveSharedFile(api, caching, {
    ...shared,
    path: '/book-closures/export.csv',
    cacheControl: 'no-cache',
    read: async ({ query, changesAt }) => {
      const asOf = await getClosureContext();
      // The name contains the date, and the status of a closure depends on it.
      changesAt(getStartOfDate(addDays(asOf.today, 1)));
      const filter = await parseClosureFilter(query, getCompanies, asOf.holidays);
      const ordering = query.ordering ?? DEFAULT_BOOK_CLOSURE_ORDERING;
      return createCsvContent({
        columns: CLOSURE_COLUMNS,
        ids: await listClosureIds(db, filter, ordering, { offset: 0, limit: MAX_EXPORTED_ROWS }),
        findRows: async (ids) =>
          (await findClosures(db, ids)).map((row) => toClosureCells(presentBookClosure(row, asOf))),
        downloadName: `book-closures-${asOf.today}.csv`,
      });
    },
  });
}
