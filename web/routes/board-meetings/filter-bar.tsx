import { useId, useState } from 'react';
import { addresses } from '#web/addresses.ts';
import { Button } from '#web/ui/button.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { controlClass } from '#web/ui/field.tsx';
import { FilterIcon } from '#web/ui/icons.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { CompanySelect } from './company-select.tsx';
import { DateField } from './date-field.tsx';
import { countActive, DATE_ORDERINGS, MAX_SEARCH_LENGTH, type MeetingFilters } from './filters.ts';

/** The form that a button belongs to which clears all filters. */
export const CLEAR_FORM_ID = 'clear-filters';

const SEARCH_DEBOUNCE_MS = 500;

const ORDERING_LABELS = { meeting_date: 'Earliest first', '-meeting_date': 'Latest first' };
const ORDERINGS = DATE_ORDERINGS.map((value) => ({ value, label: ORDERING_LABELS[value] }));

interface FilterBarProps {
  filters: MeetingFilters;
  /** Dates in the address that cannot be read, as they stand there. */
  unreadable: { from_date: string; to_date: string };
  /** With each time what was typed just before and is not applied yet goes too. */
  timesCleared: number;
  onChange: (changed: Partial<MeetingFilters>) => void;
  onClear: () => void;
}

/** Search and filters. Without scripts it is a form with everything unfolded and a button that sends it. */
export function FilterBar({ filters, unreadable, timesCleared, onChange, onClear }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const active = countActive(filters);
  return (
    <search aria-label="Board meetings">
      <form action={addresses.boardMeetings} onSubmit={(event) => event.preventDefault()}>
        <div className="flex gap-2">
          <SearchBox
            key={timesCleared}
            name="search"
            label="Search board meetings"
            placeholder="Search meetings"
            value={filters.search}
            debounceMs={SEARCH_DEBOUNCE_MS}
            maxLength={MAX_SEARCH_LENGTH}
            className={`${controlClass} min-w-0 flex-1`}
            onSearch={(search) => onChange({ search })}
          />
          <Button
            variant="secondary"
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => setIsOpen(!isOpen)}
            className="with-scripts needs-script shrink-0"
          >
            <FilterIcon />
            Filters
            {active > 0 && (
              <span className="figures min-w-5 rounded-box bg-accent px-1 text-xs/5 text-on-accent">
                {active}
                <span className="sr-only"> active</span>
              </span>
            )}
          </Button>
          <Button type="submit" className="without-scripts shrink-0">
            Search
          </Button>
        </div>
        <div
          id={panelId}
          className={`mt-3 rounded-box border border-line bg-surface p-4 ${isOpen ? '' : 'folded'}`}
        >
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            <div className={`min-w-0 ${filters.company_name.length === 0 ? 'with-scripts' : ''}`}>
              <CompanySelect
                selected={filters.company_name}
                isShown={isOpen}
                onChange={(company_name) => onChange({ company_name })}
              />
            </div>
            <DateField
              key={`from ${timesCleared}`}
              label="From date"
              name="from_date"
              value={filters.from_date}
              unreadable={unreadable.from_date}
              onChange={(from_date) => onChange({ from_date })}
            />
            <DateField
              key={`to ${timesCleared}`}
              label="To date"
              name="to_date"
              value={filters.to_date}
              unreadable={unreadable.to_date}
              error={isBackward(filters) ? 'This day is before the from date.' : undefined}
              onChange={(to_date) => onChange({ to_date })}
            />
            <SelectField
              label="Order"
              name="ordering"
              value={filters.ordering}
              options={ORDERINGS}
              onChange={({ target }) => onChange({ ordering: target.value as MeetingFilters['ordering'] })}
            />
          </div>
          <div className="mt-4 empty:hidden">
            <Chips
              label="Companies chosen"
              names={filters.company_name}
              onRemove={(removed) =>
                onChange({ company_name: filters.company_name.filter((name) => name !== removed) })
              }
            />
          </div>
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
            <p className="text-sm text-muted">
              Dates may also be typed as MMDDYYYY, or D/M/YY with a year of two digits. A number above 12 is
              the day.
            </p>
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

const isBackward = ({ from_date, to_date }: MeetingFilters) =>
  from_date !== '' && to_date !== '' && to_date < from_date;
