import type { BoardMeeting } from '#contract/corporate-actions/board-meetings.ts';
import { formatLongDate, formatTime } from '#contract/dates.ts';
import type { ListedMeeting } from './board-meetings.queries.ts';

export function presentBoardMeeting(row: ListedMeeting): BoardMeeting {
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
  };
}

/** Returns the meeting's own symbol, else the first word of the company's name in upper case. */
export function getDisplaySymbol({
  symbol,
  companyName,
}: {
  symbol: string | null;
  companyName: string;
}): string {
  return symbol ?? companyName.trim().split(/\s/, 1).join('').toUpperCase();
}
