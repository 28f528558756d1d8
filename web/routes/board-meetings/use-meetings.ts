import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listBoardMeetingCompanies, listBoardMeetings } from '#contract/corporate-actions/board-meetings.ts';
import { api } from '#web/api/api.ts';
import { rendered, retry } from '#web/list/list-queries.ts';
import { type MeetingFilters, meetingsQuery } from './filters.ts';
import type { RenderedMeetings } from './load-meetings.ts';

const MINUTE_MS = 60_000;
/** Section 9 of the specification has them for the news. */
const MEETINGS_FRESH_MS = 5 * MINUTE_MS;
const COMPANIES_FRESH_MS = 30 * MINUTE_MS;

/** A page of meetings. While another page or filter is loaded the list stays as it was. */
export function useMeetings(filters: MeetingFilters, today: string, from: RenderedMeetings | null) {
  const query = meetingsQuery(filters, today);
  // After midnight the list of a day that is over is not the one that is asked for.
  const same = from?.today === today ? from : null;
  return useQuery({
    queryKey: ['board-meetings', 'list', query],
    queryFn: () => api(listBoardMeetings, { query }),
    staleTime: MEETINGS_FRESH_MS,
    retry,
    placeholderData: keepPreviousData,
    // The server has just found that there is no such page.
    enabled: !same?.isPastEnd,
    ...rendered(same?.meetings, same?.asOf),
  });
}

/** The names to choose from: some seven hundred, so they are asked for when somebody is about to choose. */
export function useMeetingCompanies(isWanted: boolean) {
  return useQuery({
    queryKey: ['board-meetings', 'companies'],
    queryFn: async () => (await api(listBoardMeetingCompanies, {})).companies,
    staleTime: COMPANIES_FRESH_MS,
    gcTime: COMPANIES_FRESH_MS,
    retry,
    enabled: isWanted,
  });
}
