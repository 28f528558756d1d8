import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useLoaderData, useNavigate } from 'react-router';
import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { callEndpoint } from '#core/web/api/call.ts';
import { hydrateAfter } from '#core/web/document/before-hydration.ts';
import { useToday } from '#core/web/list/dates/use-today.ts';
import { FilterBar } from '#core/web/list/filter-bar.tsx';
import { createListLoader, loadList } from '#core/web/list/list-loader.ts';
import { ListPage, useListPage } from '#core/web/list/list-page.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import {
  DEFAULT_BOOK_CLOSURE_ORDERING,
  listLastBuyingDays,
} from '#features/corporate-actions/contract/book-closures.ts';
import { EVENTS_SEARCH_MAX_LENGTH } from '#features/corporate-actions/contract/fields.ts';
import { ActBy, ChoiceLink } from './act-by.tsx';
import type { ClosureFieldsProps } from './closure-fields.tsx';
import { ClosureResults } from './closure-results.tsx';
import { type ClosureFilters, closureList, NEAREST_FIRST, NO_CLOSURE_DATES } from './filters.ts';

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

export const loader = createListLoader(closureList, async (send, now) => {
  const { rendered, init } = await loadList(callEndpoint(listLastBuyingDays, {}, send), now);
  return { rendered: { buyingDays: rendered }, init };
});
export const { handle, meta } = closureList;

export default function BookClosures() {
  const rendered = useLoaderData<typeof loader>();
  const renderedDate = rendered && toKarachiDate(new Date(rendered.asOf));
  const today = useToday(renderedDate);
  useNearestOnPhones();
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
      <EarlierLink filters={state.filters} today={today} />
      <ClosureResults filters={state.filters} today={today} closures={state.query} />
    </ListPage>
  );
}

/**
 * Opens the page on today on phones, on which the default, the latest closures first, would put it many screens down. A stored choice is
 * restored instead. Must be called before the list stores its filters.
 */
function useNearestOnPhones(): void {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page is opened
  useEffect(() => {
    const { path, readPreferences, toUrl } = closureList;
    if (location.search === '' && isPhone() && toUrl(readPreferences().filters) === path)
      navigate(`?ordering=${NEAREST_FIRST}`, { replace: true });
  }, []);
}

/** Leads from the closures from today on to those before, and back. */
function EarlierLink({ filters, today }: { filters: ClosureFilters; today: LocalDate }) {
  const isNearest = filters.ordering === NEAREST_FIRST;
  const yesterday = addDays(today, -1);
  if (!isNearest && filters.to_date !== yesterday) return null;
  const url = closureList.toUrl({
    ...filters,
    ...NO_CLOSURE_DATES,
    to_date: isNearest ? yesterday : '',
    ordering: isNearest ? DEFAULT_BOOK_CLOSURE_ORDERING : NEAREST_FIRST,
    page: 1,
  });
  return (
    <Link className="link text-sm" to={url}>
      {isNearest ? 'Earlier closures' : 'Today and later'}
    </Link>
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
    <ChoiceLink to={closureList.toUrl({ ...filters, ordering, page: 1 })} isCurrent={isNearestFirst}>
      Nearest first
    </ChoiceLink>
  );
}
