import { useLoaderData } from 'react-router';
import { toKarachiDate } from '#contract/dates.ts';
import { useToday } from '#web/list/dates/use-today.ts';
import { createListLoader } from '#web/list/list-loader.ts';
import { ListPage, useListPage } from '#web/list/list-page.tsx';
import { DateRangeLabel } from './date-range-label.tsx';
import { MeetingFilterBar } from './filter-bar.tsx';
import { meetingList } from './filters.ts';
import { MeetingResults } from './meeting-results.tsx';

export { clientLoader, headers } from '#web/document/rendered-page.ts';
export const loader = createListLoader(meetingList);
export const { handle, meta } = meetingList;

export default function BoardMeetings() {
  const rendered = useLoaderData<typeof loader>();
  const renderedDate = rendered && toKarachiDate(new Date(rendered.asOf));
  const today = useToday(renderedDate);
  // After midnight the rendered list is that of another date.
  const state = useListPage(meetingList, renderedDate === today ? rendered : null, today);
  const { filters, query, fields } = state;
  return (
    <ListPage
      path={meetingList.path}
      title="Board Meetings"
      description="Board meetings of listed companies, with their subjects and times."
      state={state}
    >
      <MeetingFilterBar {...fields} />
      <DateRangeLabel filters={filters} today={today} />
      <MeetingResults filters={filters} today={today} meetings={query} />
    </ListPage>
  );
}
