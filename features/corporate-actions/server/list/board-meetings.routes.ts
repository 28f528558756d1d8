import {
  addDays,
  formatLongDate,
  formatShortDate,
  formatTime,
  getStartOfDate,
  type LocalDate,
  toKarachiDate,
} from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { getPageLinks, parsePage } from '#core/server/http/pagination.ts';
import { FEED_CACHE_CONTROL, serveSharedFile } from '#core/server/http/response-cache/shared-file.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  BOARD_MEETINGS_PAGE_SIZE,
  type BoardMeeting,
  BoardMeetingFilters,
  DEFAULT_BOARD_MEETING_ORDERING,
  listBoardMeetingCompanies,
  listBoardMeetings,
} from '#features/corporate-actions/contract/board-meetings.ts';
import {
  type BoardMeetingRow,
  findMeetings,
  type ListedMeeting,
  listMeetingIds,
  listMeetings,
} from './board-meetings.queries.ts';
import { type EventSources, listCompanyNames, parseFilter } from './event-filter.ts';
import {
  type CalendarEvent,
  formatCalendarName,
  MAX_EVENTS,
  makeEventUid,
  makePageUrl,
  type Site,
  withDefaultRange,
  writeCalendar,
} from './write-calendar.ts';
import { type CsvColumns, createCsvContent, MAX_EXPORTED_ROWS } from './write-csv.ts';

/** Serves board meetings as a list, an iCalendar subscription and a CSV download, with the same filters. */
export function boardMeetingRoutes(
  { api, handle, caching, clock, config: { publicUrl }, database: { db } }: RouteDependencies,
  { getCompanies, getLastChange }: EventSources,
): void {
  handle(listBoardMeetings, async ({ query, url }) => {
    const page = parsePage(query.page);
    const filter = await parseFilter(query, getCompanies);
    const ordering = query.ordering ?? DEFAULT_BOARD_MEETING_ORDERING;
    const pageSize = BOARD_MEETINGS_PAGE_SIZE;
    const slice = { offset: (page - 1) * pageSize, limit: pageSize };
    const { total, rows } = await listMeetings(db, filter, ordering, slice);
    const links = getPageLinks({ page, pageSize, total, url, publicUrl });
    return { count: total, ...links, results: rows.map(presentBoardMeeting) };
  });

  handle(listBoardMeetingCompanies, async () => ({ companies: listCompanyNames(await getCompanies()) }));

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
        findRows: (ids) => findMeetings(db, ids),
        downloadName: `board-meetings-${today}.csv`,
      });
    },
  });
}

/** Converts a meeting to an event of one hour, or of a whole day when the meeting has no time. */
export function toMeetingEvent(row: BoardMeetingRow, site: Site): CalendarEvent {
  const { meetingDate: date, meetingTime: time } = row;
  return {
    uid: makeEventUid('board-meeting', row.id, site),
    start: { date, time },
    end: time === null ? { date: addDays(date, 1), time } : addHour(date, time),
    summary: [
      `${getDisplaySymbol(row)} board meeting${row.state === 'postponed' ? ' postponed' : ''}`,
      row.subject,
    ]
      .filter((part) => part !== '')
      .join(': '),
    description: [row.companyName, row.subject, ...describeMoves(row)]
      .filter((part) => part !== '')
      .join('\n'),
    isCanceled: row.state === 'postponed',
    location: row.place,
    url: makePageUrl(site, row.companyName, date),
    updatedAt: row.updatedAt,
  };
}

/** Describes from which dates a meeting was moved, one on each line. */
function describeMoves({ state, revisions }: Pick<BoardMeetingRow, 'state' | 'revisions'>): string[] {
  return [
    ...(state === 'postponed' ? ['Postponed or canceled. No new date is announced.'] : []),
    ...(revisions ?? []).map(({ meetingDate }) => `Postponed from ${formatShortDate(meetingDate)}.`),
  ];
}

function addHour(date: LocalDate, time: string): { date: LocalDate; time: string } {
  const hour = Number(time.slice(0, 2)) + 1;
  return hour < 24
    ? { date, time: String(hour).padStart(2, '0') + time.slice(2) }
    : { date: addDays(date, 1), time: `00${time.slice(2)}` };
}

function presentBoardMeeting(row: ListedMeeting): BoardMeeting {
  return {
    id: row.id,
    symbol: getDisplaySymbol(row),
    has_company_page: row.symbol !== null,
    company_name: row.companyName,
    subject: row.subject,
    meeting_date: row.meetingDate,
    formatted_date: formatLongDate(row.meetingDate),
    formatted_time: row.meetingTime === null ? null : formatTime(row.meetingTime),
    place: row.place,
    is_postponed: row.state === 'postponed',
    earlier_dates: (row.revisions ?? []).map(({ meetingDate }) => meetingDate),
  };
}

/** Returns the meeting's own symbol, else the first word of the company's name in upper case. */
function getDisplaySymbol({ symbol, companyName }: { symbol: string | null; companyName: string }): string {
  return symbol ?? companyName.trim().split(/\s/, 1).join('').toUpperCase();
}

/** All columns can be imported again. */
const MEETING_COLUMNS: CsvColumns<BoardMeetingRow> = {
  // Not the display symbol: importing it would turn the first word of a name into a symbol.
  symbol: ({ symbol }) => symbol,
  company_name: ({ companyName }) => companyName,
  subject: ({ subject }) => subject,
  meeting_date: ({ meetingDate }) => meetingDate,
  meeting_time: ({ meetingTime }) => meetingTime?.slice(0, 'hh:mm'.length) ?? null,
  place: ({ place }) => place,
};
