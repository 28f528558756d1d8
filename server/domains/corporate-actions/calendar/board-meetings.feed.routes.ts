import type { FastifyInstance } from 'fastify';
import {
  BoardMeetingFilters,
  DEFAULT_BOARD_MEETING_ORDERING,
  listBoardMeetings,
} from '#contract/corporate-actions/board-meetings.ts';
import { addDays, getStartOfDate, type LocalDate, toKarachiDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { createCsvContent } from '#server/domains/corporate-actions/export/csv-content.ts';
import { MEETING_COLUMNS, toMeetingCells } from '#server/domains/corporate-actions/export/meeting-columns.ts';
import { MAX_EXPORTED_ROWS } from '#server/domains/corporate-actions/export/write-csv.ts';
import {
  type BoardMeetingRow,
  findMeetings,
  listMeetingIds,
} from '#server/domains/corporate-actions/list/board-meetings.queries.ts';
import type { GetCompanies } from '#server/domains/corporate-actions/list/company-names.ts';
import { parseFilter } from '#server/domains/corporate-actions/list/parse-filter.ts';
import { getDisplaySymbol } from '#server/domains/corporate-actions/list/present-board-meeting.ts';
import type { Caching } from '#server/http/response-cache/send-cached.ts';
import { FEED_CACHE_CONTROL, serveSharedFile } from '#server/http/shared-file.ts';
import { formatCalendarName, MAX_EVENTS, withDefaultRange } from './calendar-query.ts';
import { makeEventUid, makePageUrl, type Site } from './site.ts';
import { type CalendarEvent, writeCalendar } from './write-calendar.ts';

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

/** Converts a meeting to an event of one hour, or of a whole day when the meeting has no time. */
function toMeetingEvent(row: BoardMeetingRow, site: Site): CalendarEvent {
  const { meetingDate: date, meetingTime: time } = row;
  return {
    uid: makeEventUid('board-meeting', row.id, site),
    start: { date, time },
    end: time === null ? { date: addDays(date, 1), time } : addHour(date, time),
    summary: [`${getDisplaySymbol(row)} board meeting`, row.subject].filter((part) => part !== '').join(': '),
    description: [row.companyName, row.subject].filter((part) => part !== '').join('\n'),
    location: row.place,
    url: makePageUrl(site, row.companyName, date),
    updatedAt: row.updatedAt,
  };
}

function addHour(date: LocalDate, time: string): { date: LocalDate; time: string } {
  const hour = Number(time.slice(0, 2)) + 1;
  return hour < 24
    ? { date, time: String(hour).padStart(2, '0') + time.slice(2) }
    : { date: addDays(date, 1), time: `00${time.slice(2)}` };
}
