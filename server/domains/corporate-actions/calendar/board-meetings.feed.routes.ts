import type { FastifyInstance } from 'fastify';
import {
  BoardMeetingFilters,
  DEFAULT_BOARD_MEETING_ORDERING,
  listBoardMeetings,
} from '#contract/corporate-actions/board-meetings.ts';
import { addDays, getStartOfDate, toKarachiDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createCsvContent } from '#server/domains/corporate-actions/export/csv-content.ts';
import { MEETING_COLUMNS, toMeetingCells } from '#server/domains/corporate-actions/export/meeting-columns.ts';
import { MAX_EXPORTED_ROWS } from '#server/domains/corporate-actions/export/write-csv.ts';
import {
  findMeetings,
  listMeetingIds,
} from '#server/domains/corporate-actions/list/board-meetings.queries.ts';
import type { GetCompanies } from '#server/domains/corporate-actions/list/company-names.ts';
import { parseFilter } from '#server/domains/corporate-actions/list/parse-filter.ts';
import type { Caching } from '#server/http/response-cache/send-cached.ts';
import { FEED_CACHE_CONTROL, serveSharedFile } from '#server/http/shared-file.ts';
import { formatCalendarName, MAX_EVENTS, withDefaultRange } from './calendar-query.ts';
import { toMeetingEvent } from './meeting-event.ts';
import { writeCalendar } from './write-calendar.ts';

/** Serves board meetings as an iCalendar subscription and as a CSV download, with the filters of the list. */
export function boardMeetingFeedRoutes(
  api: FastifyInstance,
  { clock, config: { publicUrl }, database }: Pick<Dependencies, 'clock' | 'config' | 'database'>,
  {
    getCompanies,
    getLastChange,
    caching,
  }: { getCompanies: GetCompanies; getLastChange: () => Date; caching: Caching },
): void {
  const db = database.db;
  const shared = { query: BoardMeetingFilters, topics: listBoardMeetings.topics };

  serveSharedFile(api, caching, {
    ...shared,
    path: '/board-meetings/calendar.ics',
    cacheControl: FEED_CACHE_CONTROL,
    read: async ({ query, url, changesAt }) => {
      const lastModified = getLastChange();
      const today = toKarachiDate(clock.now());
      // The default range moves with the date.
      changesAt(getStartOfDate(addDays(today, 1)));
      const filter = await parseFilter(withDefaultRange(query, today), getCompanies);
      const ids = await listMeetingIds(db, filter, '-meeting_date', { offset: 0, limit: MAX_EVENTS });
      const rows = await findMeetings(db, ids);
      const body = await writeCalendar({
        name: formatCalendarName('board meetings', filter.companyNames),
        description: 'Times are in Karachi.',
        url: publicUrl + url,
        events: rows.reverse().map((row) => toMeetingEvent(row, { publicUrl, page: paths.boardMeetings })),
      });
      return { body, type: 'text/calendar; charset=utf-8', lastModified };
    },
  });

  serveSharedFile(api, caching, {
    ...shared,
    path: '/board-meetings/export.csv',
    cacheControl: 'no-cache',
    read: async ({ query, changesAt }) => {
      const today = toKarachiDate(clock.now());
      // The name contains the date.
      changesAt(getStartOfDate(addDays(today, 1)));
      const filter = await parseFilter(query, getCompanies);
      const ordering = query.ordering ?? DEFAULT_BOARD_MEETING_ORDERING;
      return createCsvContent({
        columns: MEETING_COLUMNS,
        ids: await listMeetingIds(db, filter, ordering, { offset: 0, limit: MAX_EXPORTED_ROWS }),
        findRows: async (ids) => (await findMeetings(db, ids)).map(toMeetingCells),
        downloadName: `board-meetings-${today}.csv`,
      });
    },
  });
}
