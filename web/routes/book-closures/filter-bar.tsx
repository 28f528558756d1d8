import { useId, useState } from 'react';
import {
  BOOK_CLOSURE_ORDERINGS,
  type BookClosureOrdering,
} from '#contract/corporate-actions/book-closures.ts';
import { EVENTS_SEARCH_MAX_LENGTH } from '#contract/corporate-actions/fields.ts';
import { addresses } from '#web/addresses.ts';
import { Button } from '#web/ui/button.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { controlClass } from '#web/ui/field.tsx';
import { FilterIcon } from '#web/ui/icons.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import type { DateRange } from './adjust-range.ts';
import { ClosureDates } from './closure-dates.tsx';
import { CompanyFilter } from './company-filter.tsx';
import { type ClosureFilters, countActive } from './filters.ts';

/** The form that a button belongs to which clears all filters. */
export const CLEAR_FORM_ID = 'clear-filters';

const SEARCH_DEBOUNCE_MS = 500;

const ORDERING_LABELS: Record<BookClosureOrdering, string> = {
  '-bc_from': 'Latest closure first',
  bc_from: 'Earliest closure first',
  company_name: 'Company A-Z',
  '-company_name': 'Company Z-A',
};
const ORDERINGS = BOOK_CLOSURE_ORDERINGS.map((value) => ({ value, label: ORDERING_LABELS[value] }));

interface FilterBarProps {
  filters: ClosureFilters;
  /** What the address has in place of dates and cannot be read. */
  unread: DateRange;
  /** With each time what was typed just before and is not applied yet goes too. */
  timesCleared: number;
  onChange: (changed: Partial<ClosureFilters>) => void;
  onClear: () => void;
}

/** Search and filters. Without scripts it is a form with everything unfolded and a button that sends it. */
export function FilterBar({ filters, unread, timesCleared, onChange, onClear }: FilterBarProps) {
  const [decision, decide] = useState<boolean | null>(null);
  const panelId = useId();
  const active = countActive(filters);
  // Filters that come from a link, the storage or the history open it; those that its reader sets leave it as it is.
  if (decision === null && (active > 0 || unread.from_date !== '' || unread.to_date !== '')) decide(true);
  const isOpen = decision ?? false;
  const change = (changed: Partial<ClosureFilters>) => {
    decide(isOpen);
    onChange(changed);
  };
  return (
    <search aria-label="Book closures">
      <form action={addresses.bookClosure} onSubmit={(event) => event.preventDefault()}>
        <div className="flex flex-wrap gap-2">
          <SearchBox
            key={timesCleared}
            name="search"
            label="Search book closures"
            placeholder="Search by company or symbol"
            value={filters.search}
            debounceMs={SEARCH_DEBOUNCE_MS}
            maxLength={EVENTS_SEARCH_MAX_LENGTH}
            className={`${controlClass} min-w-0 flex-1 basis-60`}
            onSearch={(search) => change({ search })}
          />
          <Button
            variant="secondary"
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => decide(!isOpen)}
            className="with-scripts needs-script shrink-0"
          >
            <FilterIcon />
            Advanced Filters
            {active > 0 && <ActiveCount number={active} />}
          </Button>
          <Button type="submit" className="without-scripts shrink-0">
            Search
          </Button>
        </div>
        <div
          id={panelId}
          className={`mt-3 rounded-box border border-line bg-surface p-4 ${isOpen ? '' : 'folded'}`}
        >
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.9fr)_minmax(0,1fr)_minmax(0,1fr)]">
            <div className="grid content-start gap-2">
              <CompanyFilter
                isWanted={isOpen}
                selected={filters.company_name}
                onChange={(company_name) => change({ company_name })}
              />
              <SymbolsChosen symbols={filters.symbol} onChange={(symbol) => change({ symbol })} />
            </div>
            <SelectField
              label="Sort by"
              name="ordering"
              value={filters.ordering}
              options={ORDERINGS}
              onChange={(event) => change({ ordering: event.target.value as BookClosureOrdering })}
            />
            <ClosureDates
              key={timesCleared}
              range={filters}
              unread={timesCleared === 0 ? unread : NO_DATES}
              onChange={change}
            />
          </div>
          <div className="mt-4 flex flex-wrap justify-end gap-3 border-t border-line pt-3">
            <Button
              type="submit"
              form={CLEAR_FORM_ID}
              variant="secondary"
              size="small"
              disabled={active === 0}
              onClick={(event) => {
                event.preventDefault();
                onClear();
              }}
            >
              Clear All Filters
            </Button>
          </div>
        </div>
      </form>
    </search>
  );
}

const NO_DATES: DateRange = { from_date: '', to_date: '' };

function ActiveCount({ number }: { number: number }) {
  return (
    <span className="figures min-w-5 rounded-box bg-accent px-1 text-xs/5 text-on-accent">
      {number}
      <span className="sr-only"> active</span>
    </span>
  );
}

/** Symbols come by links; here they can be taken away. */
function SymbolsChosen({ symbols, onChange }: { symbols: string[]; onChange: (symbols: string[]) => void }) {
  if (symbols.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <input type="hidden" name="symbol" value={symbols.join(',')} />
      <span className="font-medium">{symbols.length === 1 ? 'Symbol' : 'Symbols'}</span>
      <Chips
        label="Symbols chosen"
        names={symbols}
        onRemove={(removed) => onChange(symbols.filter((symbol) => symbol !== removed))}
      />
    </div>
  );
}
