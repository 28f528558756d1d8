import { useLoaderData } from 'react-router';
import { listLastBuyingDays } from '#contract/corporate-actions/last-buying-days.ts';
import { toKarachiDate } from '#contract/dates.ts';
import { callEndpoint } from '#web/api/call.ts';
import { useToday } from '#web/list/dates/use-today.ts';
import { createListLoader, loadList } from '#web/list/list-loader.ts';
import { ListPage, useListPage } from '#web/list/list-page.tsx';
import { ActBy } from './act-by/act-by.tsx';
import { ClosureResults } from './closure-results.tsx';
import { ClosureFilterBar } from './filter-bar.tsx';
import { closureList } from './filters.ts';

export { clientLoader, headers } from '#web/document/rendered-page.ts';
export const loader = createListLoader(closureList, async (send, now) => {
  const { rendered, init } = await loadList(callEndpoint(listLastBuyingDays, {}, send), 1, now);
  return { rendered: { buyingDays: rendered }, init };
});
export const { handle, meta } = closureList;

export default function BookClosures() {
  const rendered = useLoaderData<typeof loader>();
  const state = useListPage(closureList, rendered);
  const today = useToday(rendered && toKarachiDate(new Date(rendered.asOf)));
  return (
    <ListPage
      path={closureList.path}
      title="Book Closures"
      description="Book closures of listed companies, with payouts, last buying days and ex-dates."
      state={state}
    >
      <ActBy rendered={rendered?.buyingDays ?? null} filters={state.filters} today={today} />
      <ClosureFilterBar {...state.fields} />
      <ClosureResults filters={state.filters} closures={state.query} />
    </ListPage>
  );
}
