import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLoaderData } from 'react-router';
import {
  DEFAULT_BOOK_CLOSURE_ORDERING,
  listLastBuyingDays,
} from '#contract/corporate-actions/book-closures.ts';
import { EVENTS_SEARCH_MAX_LENGTH } from '#contract/corporate-actions/fields.ts';
import { toKarachiDate } from '#contract/dates.ts';
import { paths } from '#contract/paths.ts';
import { callEndpoint } from '#web/api/call.ts';
import { hydrateAfter } from '#web/document/before-hydration.ts';
import { useToday } from '#web/list/dates/use-today.ts';
import { FilterBar } from '#web/list/filter-bar.tsx';
import { createListLoader, loadList } from '#web/list/list-loader.ts';
import { ListPage, useListPage } from '#web/list/list-page.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { lazyWithPreload } from '#web/ui/lazy/lazy-with-preload.tsx';
import { ActBy } from './act-by.tsx';
import type { ClosureFieldsProps } from './closure-fields.tsx';
import { ClosureResults } from './closure-results.tsx';
import { closureList, NEAREST_FIRST } from './filters.ts';

export { clientLoader, headers } from '#web/document/rendered-page.ts';

export const loader = createListLoader(closureList, async (send, now) => {
  const { rendered, init } = await loadList(callEndpoint(listLastBuyingDays, {}, send), now);
  return { rendered: { buyingDays: rendered }, init };
});
export const { handle, meta } = closureList;

export default function BookClosures() {
  const rendered = useLoaderData<typeof loader>();
  const renderedDate = rendered && toKarachiDate(new Date(rendered.asOf));
  const today = useToday(renderedDate);
  // After midnight the rendered list may be that of another date.
  const state = useListPage(closureList, renderedDate === today ? rendered : null, today);
  return (
    <ListPage
      path={closureList.path}
      title="Book Closures"
      description="Book closures of listed companies, with payouts, last buying days and ex-dates."
      state={state}
    >
      <ActBy rendered={rendered?.buyingDays ?? null} filters={state.filters} today={today} />
      <ClosureFilterBar {...state.fields} />
      <ClosureResults filters={state.filters} today={today} closures={state.query} />
    </ListPage>
  );
}

const ClosureFields = lazyWithPreload(async () => (await import('./closure-fields.tsx')).ClosureFields);

type FieldValues = Pick<ClosureFieldsProps, 'filters' | 'invalidDates'>;

const hasFieldValues = ({ filters, invalidDates }: FieldValues) =>
  closureList.countActive({ ...filters, search: '' }) > 0 ||
  invalidDates.from_date !== '' ||
  invalidDates.to_date !== '';

// The server rendered the fields open, so their code must be here before hydration.
if (!import.meta.env.SSR) {
  const params = new URLSearchParams(location.search);
  const values = {
    filters: closureList.readFilters(params),
    invalidDates: closureList.readInvalidDates(params),
  };
  if (hasFieldValues(values) || (values.filters.search !== '' && !isPhone()))
    hydrateAfter(ClosureFields.load());
}

function ClosureFilterBar(props: Omit<ClosureFieldsProps, 'isVisible'>) {
  const { filters, clearCount } = props;
  const { isOpen, isOpenForSearch, setIsOpen } = useOpenFields(props);
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
      isFoldedOnPhones={isOpenForSearch}
      onToggle={() => setIsOpen(!isOpen)}
      lazyFields={ClosureFields}
      fields={<ClosureFields {...props} isVisible={isOpen} />}
    >
      <NearestFirst filters={filters} />
    </FilterBar>
  );
}

/**
 * Any filter opens the fields, until the user opens or closes them. A search opens them too, except on a phone, where they would
 * hide what it finds.
 */
function useOpenFields(values: FieldValues) {
  const [openState, setIsOpen] = useState<boolean | null>(null);
  const isOnPhone = useSyncExternalStore(subscribeToWidth, isPhone, () => false);
  const hasValues = hasFieldValues(values);
  const isSearched = values.filters.search !== '';
  useEffect(() => {
    if (hasValues || (isSearched && !isPhone())) setIsOpen((current) => current ?? true);
  }, [hasValues, isSearched]);
  return {
    isOpen: openState ?? (hasValues || (isSearched && !isOnPhone)),
    isOpenForSearch: openState === null && !hasValues,
    setIsOpen,
  };
}

/** Screens on which the fields are stacked. Must agree with `folded-on-phones`. */
const PHONE = '(width < 40rem)';

function isPhone(): boolean {
  return matchMedia(PHONE).matches;
}

function subscribeToWidth(onChange: () => void): () => void {
  const query = matchMedia(PHONE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Switches between the latest closures first and those from today on, the nearest first. The list stores the choice. */
function NearestFirst({ filters }: Pick<ClosureFieldsProps, 'filters'>) {
  const isNearestFirst = filters.ordering === NEAREST_FIRST;
  const ordering = isNearestFirst ? DEFAULT_BOOK_CLOSURE_ORDERING : NEAREST_FIRST;
  return (
    <ButtonLink
      to={closureList.toUrl({ ...filters, ordering, page: 1 })}
      variant="secondary"
      preventScrollReset
      aria-current={isNearestFirst || undefined}
      className="shrink-0 aria-[current]:border-accent aria-[current]:text-accent"
    >
      Nearest first
    </ButtonLink>
  );
}
