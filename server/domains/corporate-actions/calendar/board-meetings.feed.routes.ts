import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import {
  BoardMeetingFilters,
  DEFAULT_BOARD_MEETING_ORDERING,
} from '#contract/corporate-actions/board-meetings.ts';
import { toKarachiDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { MEETING_COLUMNS, meetingCells } from '#server/domains/corporate-actions/export/meeting-columns.ts';
import { sendCsv } from '#server/domains/corporate-actions/export/send-csv.ts';
import { MAX_ROWS, writeCsv } from '#server/domains/corporate-actions/export/write-csv.ts';
import {
  listMeetingIds,
  readMeetings,
} from '#server/domains/corporate-actions/list/board-meetings.queries.ts';
import type { KeptCompanies } from '#server/domains/corporate-actions/list/company-names.ts';
import { readFilter } from '#server/domains/corporate-actions/list/parse-filter.ts';
import { sendFeed } from '#server/http/feed-response.ts';
import { calendarName, calendarSpan, MAX_EVENTS } from './calendar-query.ts';
import { meetingEvent } from './meeting-event.ts';
import { addressOf } from './site.ts';
import { writeCalendar } from './write-calendar.ts';

type Query = { Querystring: z.output<typeof BoardMeetingFilters> };

/** Board meetings as a calendar to subscribe to and as a file, both with the filters of the list. */
export function boardMeetingFeeds(
  api: FastifyInstance,
  { clock, config: { publicUrl }, database }: Pick<Dependencies, 'clock' | 'config' | 'database'>,
  { companies, lastChange }: { companies: KeptCompanies; lastChange: () => Date },
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
      const changedAt = lastChange();
      const filter = await readFilter(calendarSpan(request.query, today()), companies);
      const ids = await listMeetingIds(db, filter, '-meeting_date', { offset: 0, limit: MAX_EVENTS });
      const rows = await readMeetings(db, ids);
      const body = await writeCalendar({
        name: calendarName('board meetings', filter.companyNames),
        description: 'Times are those of Karachi.',
        url: addressOf(request.url, publicUrl),
        events: rows.reverse().map((row) => meetingEvent(row, { publicUrl, page: paths.boardMeetings })),
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
      const filter = await readFilter(query, companies);
      const ordering = query.ordering ?? DEFAULT_BOARD_MEETING_ORDERING;
      const ids = await listMeetingIds(db, filter, ordering, { offset: 0, limit: MAX_ROWS });
      const pieces = writeCsv(MEETING_COLUMNS, ids, async (slice) =>
        (await readMeetings(db, slice)).map(meetingCells),
      );
      return sendCsv(reply, `board-meetings-${today()}.csv`, pieces);
    },
  );
}
