import { useMemo } from 'react';
import {
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useLocation,
} from 'react-router';
import { paths } from '#contract/paths.ts';
import { failedLoad } from '#web/api/failed-load.ts';
import { serverSend } from '#web/api/server-send.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import type { PageHandle } from '#web/document/page-query.ts';
import { ClearForm } from '#web/list/clear-filters.tsx';
import { RestoringBanner } from '#web/list/restoring-banner.tsx';
import { useFilterChange } from '#web/list/use-filter-change.ts';
import { useRestoredList } from '#web/list/use-restored-list.ts';
import { useTopOfNextPage } from '#web/list/use-top-of-next-page.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ShownDays } from './date-range-label.tsx';
import { MeetingFilterBar } from './filter-bar.tsx';
import {
  canonicalFilters,
  countActive,
  FILTER_NAMES,
  meetingsAddress,
  NO_FILTERS,
  readFilters,
  unreadableDates,
} from './filters.ts';
import { loadMeetings } from './load-meetings.ts';
import { MeetingResults } from './meeting-results.tsx';
import { keptMeetings } from './preferences.ts';
import { useMeetings } from './use-meetings.ts';
import { useToday } from './use-today.ts';

export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const filters = readFilters(url.searchParams);
  const { rendered, failure } = await loadMeetings(filters, serverSend(context, request));
  return data(rendered, failure === null ? undefined : failedLoad(failure));
}

export const handle: PageHandle = {
  query: FILTER_NAMES,
  canonicalQuery: canonicalFilters,
};

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Within the browser the page asks for meetings itself. */
export const clientLoader = () => null;

/** Filtered, the list is known as the whole one; each page of the whole one is known as itself. */
export function meta(args: MetaArgs) {
  const { page, ...filters } = readFilters(new URLSearchParams(args.location.search));
  const isFiltered = countActive({ ...filters, page }) > 0;
  return pageMeta({
    title: page > 1 && !isFiltered ? `Board Meetings, page ${page}` : 'Board Meetings',
    description:
      'Board meetings of companies listed on the Pakistan Stock Exchange, by date, with subject and time.',
    address: isFiltered ? paths.boardMeetings : meetingsAddress({ ...NO_FILTERS, page }),
  })(args);
}

/** What was cleared stands in the address for a moment still. */
const NO_DATES = { from_date: '', to_date: '' };

export default function BoardMeetings() {
  const from = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const address = useMemo(() => new URLSearchParams(search), [search]);
  const filters = useMemo(() => readFilters(address), [address]);
  const today = useToday(from?.today ?? null);
  const { isRestoring } = useRestoredList(filters, keptMeetings);
  const meetings = useMeetings(filters, today, from);
  const { chosen, change, clear, timesCleared } = useFilterChange(filters, keptMeetings);
  useTopOfNextPage(filters.page);

  return (
    <>
      <PageHeader
        title="Board Meetings"
        description="When the boards of listed companies meet, and what they meet about."
      />
      {isRestoring && <RestoringBanner />}
      <MeetingFilterBar
        filters={chosen}
        unreadable={timesCleared === 0 ? unreadableDates(address) : NO_DATES}
        timesCleared={timesCleared}
        onChange={change}
      />
      <ShownDays filters={filters} today={today} />
      <MeetingResults
        filters={filters}
        today={today}
        meetings={meetings}
        isPastEnd={from?.isPastEnd ?? false}
      />
      <ClearForm address={paths.boardMeetings} onClear={clear} />
    </>
  );
}
