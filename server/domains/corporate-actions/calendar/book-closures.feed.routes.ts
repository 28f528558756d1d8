import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import {
  BookClosureFilters,
  DEFAULT_BOOK_CLOSURE_ORDERING,
} from '#contract/corporate-actions/book-closures.ts';
import { paths } from '#contract/paths.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { CLOSURE_COLUMNS, toClosureCells } from '#server/domains/corporate-actions/export/closure-columns.ts';
import { sendCsv } from '#server/domains/corporate-actions/export/send-csv.ts';
import { MAX_EXPORTED_ROWS, writeCsv } from '#server/domains/corporate-actions/export/write-csv.ts';
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
import { sendFeed } from '#server/http/feed-response.ts';
import { formatCalendarName, MAX_EVENTS, withDefaultRange } from './calendar-query.ts';
import { toClosureEvents } from './closure-events.ts';
import { toPublicUrl } from './site.ts';
import { writeCalendar } from './write-calendar.ts';

type Query = { Querystring: z.output<typeof BookClosureFilters> };

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
  }: {
    getCompanies: GetCompanies;
    getClosureContext: () => Promise<ClosureContext>;
    getLastChange: () => Date;
  },
): void {
  const db = database.db;

  api.get<Query>(
    '/book-closures/calendar.ics',
    {
      schema: { hide: true, querystring: BookClosureFilters },
      config: { access: 'open' },
    },
    async (request, reply) => {
      const changedAt = getLastChange();
      const asOf = await getClosureContext();
      const query = withDefaultRange(request.query, asOf.today);
      const filter = await parseClosureFilter(query, getCompanies, asOf.holidays);
      const limit = MAX_EVENTS / EVENTS_PER_CLOSURE;
      const rows = await findClosures(db, await listClosureIds(db, filter, '-bc_from', { offset: 0, limit }));
      const site = { publicUrl, page: paths.bookClosure };
      const body = await writeCalendar({
        name: formatCalendarName('book closures', filter.companyNames),
        description: DESCRIPTION,
        url: toPublicUrl(request.url, publicUrl),
        events: rows
          .reverse()
          .flatMap((row) => toClosureEvents(presentBookClosure(row, asOf), row.updatedAt, site)),
      });
      return sendFeed(request, reply, { body, type: 'text/calendar; charset=utf-8', changedAt });
    },
  );

  api.get<Query>(
    '/book-closures/export.csv',
    {
      schema: { hide: true, querystring: BookClosureFilters },
      config: { access: 'open' },
    },
    async ({ query }, reply) => {
      const asOf = await getClosureContext();
      const filter = await parseClosureFilter(query, getCompanies, asOf.holidays);
      const ordering = query.ordering ?? DEFAULT_BOOK_CLOSURE_ORDERING;
      const ids = await listClosureIds(db, filter, ordering, { offset: 0, limit: MAX_EXPORTED_ROWS });
      const chunks = writeCsv(CLOSURE_COLUMNS, ids, async (slice) =>
        (await findClosures(db, slice)).map((row) => toClosureCells(presentBookClosure(row, asOf))),
      );
      return sendCsv(reply, `book-closures-${asOf.today}.csv`, chunks);
    },
  );
}
