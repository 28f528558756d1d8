import { type BoardMeetingList, listBoardMeetings } from '#contract/corporate-actions/board-meetings.ts';
import { callEndpoint, type Send } from '#web/api/call.ts';
import { had, isNotFound } from '#web/list/list-queries.ts';
import { pakistanDate } from '#web/ui/pakistan-time.tsx';
import { type MeetingFilters, meetingsQuery } from './filters.ts';

/** What the server rendered, and when. */
export interface RenderedMeetings {
  /** `null` when they could not be had. */
  meetings: BoardMeetingList | null;
  /** The address is of a page past the last one. */
  isPastEnd: boolean;
  /** The day in Karachi. */
  today: string;
  asOf: string;
}

/** What the list is rendered with on the server. What fails there the browser asks for again. */
export async function loadMeetings(filters: MeetingFilters, send: Send): Promise<RenderedMeetings> {
  const asOf = new Date().toISOString();
  const today = pakistanDate(asOf);
  const query = meetingsQuery(filters, today);
  const [meetings] = await Promise.allSettled([callEndpoint(listBoardMeetings, { query }, send)]);
  return {
    meetings: had(meetings),
    isPastEnd: meetings.status === 'rejected' && filters.page > 1 && isNotFound(meetings.reason),
    today,
    asOf,
  };
}
