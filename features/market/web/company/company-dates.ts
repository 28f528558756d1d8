import { useQuery } from '@tanstack/react-query';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import {
  type BoardMeetingList,
  listBoardMeetings,
} from '#features/corporate-actions/contract/board-meetings.ts';
import {
  type BookClosureList,
  listBookClosures,
} from '#features/corporate-actions/contract/book-closures.ts';
import { type RenderedCompany, toClosuresQuery, toMeetingsQuery } from './load-company.ts';

/** The latest board meetings of a company. The header and the list share them. */
export const useCompanyMeetings = (symbol: string, rendered: RenderedCompany | null) =>
  useQuery({
    queryKey: ['board-meetings', 'company', symbol],
    queryFn: () => api(listBoardMeetings, { query: toMeetingsQuery(symbol) }),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData<BoardMeetingList>(rendered?.sections?.meetings, rendered?.asOf),
  });

/** The latest book closures of a company. The header and the list share them. */
export const useCompanyClosures = (symbol: string, rendered: RenderedCompany | null) =>
  useQuery({
    queryKey: ['book-closures', 'company', symbol],
    queryFn: () => api(listBookClosures, { query: toClosuresQuery(symbol) }),
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    ...toInitialData<BookClosureList>(rendered?.sections?.closures, rendered?.asOf),
  });
