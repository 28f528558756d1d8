import { addDays, type LocalDate } from '#contract/dates.ts';
import type { BoardMeetingRow } from '#server/domains/corporate-actions/list/board-meetings.queries.ts';
import { getDisplaySymbol } from '#server/domains/corporate-actions/list/present-board-meeting.ts';
import { makeEventUid, makePageUrl, type Site } from './site.ts';
import type { CalendarEvent } from './write-calendar.ts';

/** Converts a meeting to an event of one hour, or of a whole day when the meeting has no time. */
export function toMeetingEvent(row: BoardMeetingRow, site: Site): CalendarEvent {
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
