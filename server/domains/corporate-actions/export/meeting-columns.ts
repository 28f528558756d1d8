import type { BoardMeetingRow } from '#server/domains/corporate-actions/list/board-meetings.queries.ts';
import type { CsvRow } from './write-csv.ts';

/** All columns can be imported again. */
export const MEETING_COLUMNS = [
  'symbol',
  'company_name',
  'subject',
  'meeting_date',
  'meeting_time',
  'place',
] as const;

export function toMeetingCells(
  row: BoardMeetingRow,
): CsvRow & Record<(typeof MEETING_COLUMNS)[number], unknown> {
  return {
    // Not the display symbol: importing it would turn the first word of a name into a symbol.
    symbol: row.symbol,
    company_name: row.companyName,
    subject: row.subject,
    meeting_date: row.meetingDate,
    meeting_time: row.meetingTime?.slice(0, 'hh:mm'.length) ?? null,
    place: row.place,
  };
}
