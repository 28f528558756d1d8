import { useState } from 'react';
import { EVENTS_SEARCH_MAX_LENGTH } from '#contract/corporate-actions/fields.ts';
import { paths } from '#contract/paths.ts';
import { hydrateAfter } from '#web/document/before-hydration.ts';
import { FilterBar } from '#web/list/filter-bar.tsx';
import { lazyWithPreload } from '#web/ui/lazy-with-preload.tsx';
import type { ClosureFieldsProps } from './closure-fields.tsx';
import { type ClosureFilters, countActive, readFilters, unreadDates } from './filters.ts';

const ClosureFields = lazyWithPreload(async () => (await import('./closure-fields.tsx')).ClosureFields);

/** Whether filters that nobody has just set open the fields. */
const opensFields = ({ filters, unread }: Pick<ClosureFieldsProps, 'filters' | 'unread'>) =>
  countActive(filters) > 0 || unread.from_date !== '' || unread.to_date !== '';

if (!import.meta.env.SSR) {
  const address = new URLSearchParams(location.search);
  if (opensFields({ filters: readFilters(address), unread: unreadDates(address) }))
    hydrateAfter(ClosureFields.load());
}

export function ClosureFilterBar(props: Omit<ClosureFieldsProps, 'isShown'>) {
  const { filters, timesCleared } = props;
  const [decision, decide] = useState<boolean | null>(null);
  // Filters that come from a link, the storage or the history open it; those that its reader sets leave it as it is.
  if (decision === null && opensFields(props)) decide(true);
  const isOpen = decision ?? false;
  const change = (changed: Partial<ClosureFilters>) => {
    decide(isOpen);
    props.onChange(changed);
  };
  return (
    <FilterBar
      name="Book closures"
      address={paths.bookClosure}
      search={{
        text: filters.search,
        label: 'Search book closures',
        placeholder: 'Search by company or symbol',
        maxLength: EVENTS_SEARCH_MAX_LENGTH,
      }}
      onSearch={(search) => change({ search })}
      timesCleared={timesCleared}
      buttonLabel="Advanced Filters"
      active={countActive(filters)}
      isOpen={isOpen}
      onToggle={() => decide(!isOpen)}
      code={ClosureFields}
      fields={<ClosureFields {...props} isShown={isOpen} onChange={change} />}
    />
  );
}
