import { type BoardMeetingList, listBoardMeetings } from '#contract/corporate-actions/board-meetings.ts';
import { toKarachiDate } from '#contract/dates.ts';
import { callEndpoint, type Send } from '#web/api/call.ts';
import { isNotFound } from '#web/list/list-queries.ts';
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

/** Loads what the list is rendered with on the server. What fails there is loaded again by the browser. */
export async function loadMeetings(
  filters: MeetingFilters,
  send: Send,
): Promise<{ rendered: RenderedMeetings; failure: unknown }> {
  const asOf = new Date().toISOString();
  const today = toKarachiDate(new Date(asOf));
  const query = meetingsQuery(filters, today);
  try {
    const meetings = await callEndpoint(listBoardMeetings, { query }, send);
    return { rendered: { meetings, isPastEnd: false, today, asOf }, failure: null };
  } catch (failure) {
    const isPastEnd = filters.page > 1 && isNotFound(failure);
    return { rendered: { meetings: null, isPastEnd, today, asOf }, failure };
  }
}
