import { useMemo } from 'react';
import { data, type HeadersArgs, type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { listBoardMeetings } from '#contract/corporate-actions/board-meetings.ts';
import { toKarachiDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import { api } from '#web/api/api.ts';
import { callEndpoint } from '#web/api/call.ts';
import { serverContext } from '#web/api/server-context.ts';
import { createServerSend } from '#web/api/server-send.ts';
import type { PageHandle } from '#web/document/page-query.ts';
import { ClearFiltersForm } from '#web/list/clear-filters.tsx';
import { useToday } from '#web/list/dates/use-today.ts';
import { createListMeta } from '#web/list/list-meta.ts';
import { loadList } from '#web/list/load-list.ts';
import { RestoringBanner } from '#web/list/restoring-banner.tsx';
import { NO_DATES } from '#web/list/url-values.ts';
import { useFilterChange } from '#web/list/use-filter-change.ts';
import { useList } from '#web/list/use-list.ts';
import { useRestoredList } from '#web/list/use-restored-list.ts';
import { useScrollToTop } from '#web/list/use-scroll-to-top.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DateRangeLabel } from './date-range-label.tsx';
import { MeetingFilterBar } from './filter-bar.tsx';
import { meetingList, readFilters, readInvalidDates, toCanonicalQuery, toMeetingsQuery } from './filters.ts';
import { MeetingResults } from './meeting-results.tsx';

export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const filters = readFilters(url.searchParams);
  const now = context.get(serverContext).now();
  const today = toKarachiDate(now);
  const query = toMeetingsQuery(filters, today);
  const call = callEndpoint(listBoardMeetings, { query }, createServerSend(context, request));
  const { rendered, init } = await loadList(call, filters.page, now);
  return data({ ...rendered, today }, init);
}

export const handle: PageHandle = {
  query: meetingList.paramNames,
  canonicalQuery: toCanonicalQuery,
};

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** In the browser the component queries the meetings itself. */
export const clientLoader = () => null;

export const meta = createListMeta(meetingList, {
  title: 'Board Meetings',
  description:
    'Board meetings of companies listed on the Pakistan Stock Exchange, by date, with subject and time.',
});

export default function BoardMeetings() {
  const rendered = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const filters = useMemo(() => readFilters(params), [params]);
  const today = useToday(rendered?.today ?? null);
  const { isRestoring } = useRestoredList(filters, meetingList);
  const query = toMeetingsQuery(filters, today);
  const meetings = useList(
    ['board-meetings', query],
    () => api(listBoardMeetings, { query }),
    // After midnight the rendered list is that of another date.
    rendered?.today === today ? rendered : null,
  );
  const { chosen, change, clear, clearCount } = useFilterChange(filters, meetingList);
  useScrollToTop(filters.page);

  return (
    <>
      <PageHeader
        title="Board Meetings"
        description="Board meetings of listed companies, with their subjects and times."
      />
      {isRestoring && <RestoringBanner />}
      <MeetingFilterBar
        filters={chosen}
        // Right after clearing, the URL still contains the invalid dates.
        invalidDates={clearCount === 0 ? readInvalidDates(params) : NO_DATES}
        clearCount={clearCount}
        onChange={change}
      />
      <DateRangeLabel filters={filters} today={today} />
      <MeetingResults filters={filters} today={today} meetings={meetings} />
      <ClearFiltersForm path={paths.boardMeetings} onClear={clear} />
    </>
  );
}
