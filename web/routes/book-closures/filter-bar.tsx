import { useState } from 'react';
import { EVENTS_SEARCH_MAX_LENGTH } from '#contract/corporate-actions/fields.ts';
import { paths } from '#contract/paths.ts';
import { hydrateAfter } from '#web/document/before-hydration.ts';
import { FilterBar } from '#web/list/filter-bar.tsx';
import { lazyWithPreload } from '#web/ui/lazy-with-preload.tsx';
import type { ClosureFieldsProps } from './closure-fields.tsx';
import { closureList } from './filters.ts';

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

export function ClosureFilterBar(props: Omit<ClosureFieldsProps, 'isVisible'>) {
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
