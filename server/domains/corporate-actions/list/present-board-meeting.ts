import type { BoardMeeting } from '#contract/corporate-actions/board-meetings.ts';
import type { BoardMeetingRow } from './board-meetings.queries.ts';
import { formatDay, formatTime } from './format-date.ts';

export function presentBoardMeeting(row: BoardMeetingRow): BoardMeeting {
  return {
    id: row.id,
    symbol: shownSymbol(row),
    company_name: row.companyName,
    subject: row.subject,
    meeting_date: row.meetingDate,
    formatted_date: formatDay(row.meetingDate),
    formatted_time: row.meetingTime === null ? null : formatTime(row.meetingTime),
    place: row.place,
  };
}

/** Its own, else the first word of the company's name in capitals. */
export function shownSymbol({ symbol, companyName }: { symbol: string | null; companyName: string }): string {
  return symbol ?? companyName.trim().split(/\s/, 1).join('').toUpperCase();
}
