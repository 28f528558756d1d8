import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { listLastBuyingDays } from '#contract/corporate-actions/book-closures.ts';
import { EVENTS_SEARCH_MAX_LENGTH } from '#contract/corporate-actions/fields.ts';
import { toKarachiDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import { callEndpoint } from '#web/api/call.ts';
import { hydrateAfter } from '#web/document/before-hydration.ts';
import { useToday } from '#web/list/dates/use-today.ts';
import { FilterBar } from '#web/list/filter-bar.tsx';
import { createListLoader, loadList } from '#web/list/list-loader.ts';
import { ListPage, useListPage } from '#web/list/list-page.tsx';
import { lazyWithPreload } from '#web/ui/lazy/lazy-with-preload.tsx';
import { ActBy } from './act-by.tsx';
import type { ClosureFieldsProps } from './closure-fields.tsx';
import { ClosureResults } from './closure-results.tsx';
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

const ClosureFields = lazyWithPreload(async () => (await import('./closure-fields.tsx')).ClosureFields);

type FieldValues = Pick<ClosureFieldsProps, 'filters' | 'invalidDates'>;

const hasFieldValues = ({ filters, invalidDates }: FieldValues) =>
  closureList.countActive(filters) > 0 || invalidDates.from_date !== '' || invalidDates.to_date !== '';

// The server rendered the fields open, so their code must be here before hydration.
if (!import.meta.env.SSR) {
  const params = new URLSearchParams(location.search);
  const values = {
    filters: closureList.readFilters(params),
    invalidDates: closureList.readInvalidDates(params),
  };
  if (hasFieldValues(values)) hydrateAfter(ClosureFields.load());
}

function ClosureFilterBar(props: Omit<ClosureFieldsProps, 'isVisible'>) {
  const { filters, clearCount } = props;
  const [openState, setOpenState] = useState<boolean | null>(null);
  // Any filter opens the fields, until the user opens or closes them.
  if (openState === null && hasFieldValues(props)) setOpenState(true);
  const isOpen = openState ?? false;
  return (
    <FilterBar
      name="Book closures"
      path={paths.bookClosure}
      search={{
        text: filters.search,
        label: 'Search book closures',
        placeholder: 'Search by company or symbol',
        maxLength: EVENTS_SEARCH_MAX_LENGTH,
      }}
      onSearch={(search) => props.onChange({ search })}
      clearCount={clearCount}
      buttonLabel="Advanced Filters"
      activeCount={closureList.countActive(filters)}
      isOpen={isOpen}
      onToggle={() => setOpenState(!isOpen)}
      lazyFields={ClosureFields}
      fields={<ClosureFields {...props} isVisible={isOpen} />}
    />
  );
}
