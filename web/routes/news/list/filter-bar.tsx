import { useId, useState } from 'react';
import { NEWS_ORDERINGS, type NewsOrdering } from '#contract/news/endpoints.ts';
import { addresses } from '#web/addresses.ts';
import type { NewsChoices } from '#web/routes/news/news-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { controlClass } from '#web/ui/field.tsx';
import { FilterIcon } from '#web/ui/icons.tsx';
import { MultiSelect } from '#web/ui/multi-select.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { countActive, type NewsFilters } from './filters.ts';

/** The form that a button belongs to which clears all filters. */
export const CLEAR_FORM_ID = 'clear-filters';

const SEARCH_DEBOUNCE_MS = 500;
const MAX_SEARCH_LENGTH = 200;

const ORDERING_LABELS: Record<NewsOrdering, string> = {
  '-pub_date': 'Latest first',
  pub_date: 'Oldest first',
  title: 'Title A-Z',
  '-title': 'Title Z-A',
};
const ORDERINGS = NEWS_ORDERINGS.map((value) => ({ value, label: ORDERING_LABELS[value] }));

interface FilterBarProps {
  filters: NewsFilters;
  choices: NewsChoices;
  onChange: (changed: Partial<NewsFilters>) => void;
  onClear: () => void;
}

/** Search and filters. Without scripts it is a form with everything unfolded and a button that sends it. */
export function FilterBar({ filters, choices, onChange, onClear }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [timesCleared, setTimesCleared] = useState(0);
  const panelId = useId();
  const active = countActive(filters);
  // What was typed just before and is not searched for yet goes too.
  const clear = () => {
    setTimesCleared((times) => times + 1);
    onClear();
  };
  return (
    <search aria-label="News">
      <form action={addresses.news} onSubmit={(event) => event.preventDefault()}>
        <div className="flex gap-2">
          <SearchBox
            key={timesCleared}
            name="search"
            label="Search news"
            placeholder="Search news"
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
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            <SelectField
              label="Source"
              name="source"
              value={filters.source}
              options={sourceOptions(choices.sources, filters.source)}
              onChange={(event) => onChange({ source: event.target.value })}
            />
            <SelectField
              label="Sort by"
              name="ordering"
              value={filters.ordering}
              options={ORDERINGS}
              onChange={(event) => onChange({ ordering: event.target.value as NewsOrdering })}
            />
            <Several
              label="Sectors"
              name="sector"
              options={choices.sectors}
              selected={filters.sector}
              onChange={(sector) => onChange({ sector })}
            />
            <Several
              label="Categories"
              name="category"
              options={choices.categories}
              selected={filters.category}
              onChange={(category) => onChange({ category })}
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
                clear();
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

function ActiveCount({ number }: { number: number }) {
  return (
    <span className="figures min-w-5 rounded-box bg-accent px-1 text-xs/5 text-on-accent">
      {number}
      <span className="sr-only"> active</span>
    </span>
  );
}

/** The chosen source is offered even when it has no articles any more. */
function sourceOptions(sources: string[], chosen: string) {
  const known = chosen === '' || sources.includes(chosen) ? sources : [...sources, chosen];
  return [{ value: '', label: 'All sources' }, ...known.map((name) => ({ value: name, label: name }))];
}

interface SeveralProps {
  label: string;
  name: string;
  options: string[];
  selected: string[];
  onChange: (selected: string[]) => void;
}

const MAX_CHIPS = 3;
const MAX_CHIP_LENGTH = 15;

function Several(props: SeveralProps) {
  const { label, selected, onChange } = props;
  return (
    <div className="grid min-w-0 content-start gap-2">
      <MultiSelect {...props} />
      <Chips
        label={`${label} chosen`}
        names={selected}
        max={MAX_CHIPS}
        maxLength={MAX_CHIP_LENGTH}
        onRemove={(removed) => onChange(selected.filter((name) => name !== removed))}
      />
    </div>
  );
}
