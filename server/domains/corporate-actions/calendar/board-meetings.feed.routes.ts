import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import {
  BoardMeetingFilters,
  DEFAULT_BOARD_MEETING_ORDERING,
} from '#contract/corporate-actions/board-meetings.ts';
import { toKarachiDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { MEETING_COLUMNS, toMeetingCells } from '#server/domains/corporate-actions/export/meeting-columns.ts';
import { sendCsv } from '#server/domains/corporate-actions/export/send-csv.ts';
import { MAX_EXPORTED_ROWS, writeCsv } from '#server/domains/corporate-actions/export/write-csv.ts';
import {
  findMeetings,
  listMeetingIds,
} from '#server/domains/corporate-actions/list/board-meetings.queries.ts';
import type { GetCompanies } from '#server/domains/corporate-actions/list/company-names.ts';
import { parseFilter } from '#server/domains/corporate-actions/list/parse-filter.ts';
import { sendFeed } from '#server/http/feed-response.ts';
import { formatCalendarName, MAX_EVENTS, withDefaultRange } from './calendar-query.ts';
import { toMeetingEvent } from './meeting-event.ts';
import { toPublicUrl } from './site.ts';
import { writeCalendar } from './write-calendar.ts';

type Query = { Querystring: z.output<typeof BoardMeetingFilters> };

/** Serves board meetings as an iCalendar subscription and as a CSV download, with the filters of the list. */
export function boardMeetingFeedRoutes(
  api: FastifyInstance,
  { clock, config: { publicUrl }, database }: Pick<Dependencies, 'clock' | 'config' | 'database'>,
  { getCompanies, getLastChange }: { getCompanies: GetCompanies; getLastChange: () => Date },
): void {
  const db = database.db;
  const today = () => toKarachiDate(clock.now());

  api.get<Query>(
    '/board-meetings/calendar.ics',
    {
      schema: { hide: true, querystring: BoardMeetingFilters },
      config: { access: 'open' },
    },
    async (request, reply) => {
      const changedAt = getLastChange();
      const filter = await parseFilter(withDefaultRange(request.query, today()), getCompanies);
      const ids = await listMeetingIds(db, filter, '-meeting_date', { offset: 0, limit: MAX_EVENTS });
      const rows = await findMeetings(db, ids);
      const body = await writeCalendar({
        name: formatCalendarName('board meetings', filter.companyNames),
        description: 'Times are in Karachi.',
        url: toPublicUrl(request.url, publicUrl),
        events: rows.reverse().map((row) => toMeetingEvent(row, { publicUrl, page: paths.boardMeetings })),
      });
      return sendFeed(request, reply, { body, type: 'text/calendar; charset=utf-8', changedAt });
    },
  );

  api.get<Query>(
    '/board-meetings/export.csv',
    {
      schema: { hide: true, querystring: BoardMeetingFilters },
      config: { access: 'open' },
    },
    async ({ query }, reply) => {
      const filter = await parseFilter(query, getCompanies);
      const ordering = query.ordering ?? DEFAULT_BOARD_MEETING_ORDERING;
      const ids = await listMeetingIds(db, filter, ordering, { offset: 0, limit: MAX_EXPORTED_ROWS });
      const chunks = writeCsv(MEETING_COLUMNS, ids, async (slice) =>
        (await findMeetings(db, slice)).map(toMeetingCells),
      );
      return sendCsv(reply, `board-meetings-${today()}.csv`, chunks);
    },
  );
}
