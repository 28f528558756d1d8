import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import {
  BookClosureFilters,
  DEFAULT_BOOK_CLOSURE_ORDERING,
} from '#contract/corporate-actions/book-closures.ts';
import { toKarachiDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { CLOSURE_COLUMNS, closureCells } from '#server/domains/corporate-actions/export/closure-columns.ts';
import { sendCsv } from '#server/domains/corporate-actions/export/send-csv.ts';
import { MAX_ROWS, writeCsv } from '#server/domains/corporate-actions/export/write-csv.ts';
import {
  listClosureIds,
  readClosures,
} from '#server/domains/corporate-actions/list/book-closures.queries.ts';
import type { KeptCompanies } from '#server/domains/corporate-actions/list/company-names.ts';
import { readFilter } from '#server/domains/corporate-actions/list/parse-filter.ts';
import { presentBookClosure } from '#server/domains/corporate-actions/list/present-book-closure.ts';
import type { Holidays } from '#server/domains/market/market.ts';
import { sendFeed } from '#server/http/feed-response.ts';
import { calendarName, calendarSpan, MAX_EVENTS } from './calendar-query.ts';
import { closureEvents } from './closure-events.ts';
import { addressOf } from './site.ts';
import { writeCalendar } from './write-calendar.ts';

type Query = { Querystring: z.output<typeof BookClosureFilters> };

const EVENTS_A_CLOSURE = 2;
const DESCRIPTION =
  'What is marked as estimated is reckoned from the closure, the settlement cycle and the holidays of the exchange.';

/** Book closures and last buying days as a calendar to subscribe to, closures as a file, with the filters of the list. */
export function bookClosureFeeds(
  api: FastifyInstance,
  { clock, config: { publicUrl }, database }: Pick<Dependencies, 'clock' | 'config' | 'database'>,
  {
    companies,
    holidays,
    lastChange,
  }: { companies: KeptCompanies; holidays: () => Promise<Holidays>; lastChange: () => Date },
): void {
  const db = database.db;
  const today = () => toKarachiDate(clock.now());
  const asOf = async () => ({ today: today(), holidays: await holidays() });

  api.get<Query>(
    '/book-closures/calendar.ics',
    {
      schema: { hide: true, querystring: BookClosureFilters },
      config: { access: 'open' },
    },
    async (request, reply) => {
      const changedAt = lastChange();
      const filter = await readFilter(calendarSpan(request.query, today()), companies);
      const limit = MAX_EVENTS / EVENTS_A_CLOSURE;
      const rows = await readClosures(db, await listClosureIds(db, filter, '-bc_from', { offset: 0, limit }));
      const now = await asOf();
      const site = { publicUrl, page: paths.bookClosure };
      const body = await writeCalendar({
        name: calendarName('book closures', filter.companyNames),
        description: DESCRIPTION,
        url: addressOf(request.url, publicUrl),
        events: rows
          .reverse()
          .flatMap((row) => closureEvents(presentBookClosure(row, now), row.updatedAt, site)),
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
      const filter = await readFilter(query, companies);
      const ordering = query.ordering ?? DEFAULT_BOOK_CLOSURE_ORDERING;
      const ids = await listClosureIds(db, filter, ordering, { offset: 0, limit: MAX_ROWS });
      const now = await asOf();
      const pieces = writeCsv(CLOSURE_COLUMNS, ids, async (slice) =>
        (await readClosures(db, slice)).map((row) => closureCells(presentBookClosure(row, now))),
      );
      return sendCsv(reply, `book-closures-${now.today}.csv`, pieces);
    },
  );
}
