import { addDays } from '#contract/dates.ts';
import type { BoardMeetingRow } from '#server/domains/corporate-actions/list/board-meetings.queries.ts';
import { shownSymbol } from '#server/domains/corporate-actions/list/present-board-meeting.ts';
import { eventUid, pageOf, type Site } from './site.ts';
import type { CalendarEvent } from './write-calendar.ts';

/** An hour long; a whole day where its time is not known. */
export function meetingEvent(row: BoardMeetingRow, site: Site): CalendarEvent {
  const { meetingDate: day, meetingTime: time } = row;
  return {
    uid: eventUid('board-meeting', row.id, site),
    start: { day, time },
    end: time === null ? { day: addDays(day, 1), time } : hourLater(day, time),
    summary: [`${shownSymbol(row)} board meeting`, row.subject].filter((part) => part !== '').join(': '),
    description: [row.companyName, row.subject].filter((part) => part !== '').join('\n'),
    location: row.place,
    url: pageOf(site, row.companyName, day),
    updatedAt: row.updatedAt,
  };
}

function hourLater(day: string, time: string): { day: string; time: string } {
  const hour = Number(time.slice(0, 2)) + 1;
  return hour < 24
    ? { day, time: String(hour).padStart(2, '0') + time.slice(2) }
    : { day: addDays(day, 1), time: `00${time.slice(2)}` };
}
